import { definePages } from '#kernel/web/console/pages.ts'
import { recordPhonePages } from '#kernel/web/console/record/record-phone-pages.ts'

const paths = ['person', 'storeAssignment', 'jobTitle'].map((name) => `/master/mobile/${name}`)

/** Phone pages of the personnel area. */
export const pages = definePages(
  null,
  recordPhonePages('personnel', paths, () => import('./records/personnel-records.ts')),
)
