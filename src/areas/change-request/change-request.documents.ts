import type { DocumentPlace } from '#kernel/engine/definition/document-place.ts'
import { CHANGE_PAGES } from '#kernel/engine/record/change-address.ts'

/** The only document of the area. */
export const changeRequest: DocumentPlace = {
  area: 'change-request',
  name: 'recordChange',
  folder: 'record-change',
  list: CHANGE_PAGES.list,
  write: { pc: CHANGE_PAGES.apply, mobile: CHANGE_PAGES.mobileApply },
  read: { pc: CHANGE_PAGES.pc, mobile: CHANGE_PAGES.mobile },
}
