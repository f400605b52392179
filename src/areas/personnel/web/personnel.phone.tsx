import { definePages } from '#kernel/console/pages.ts'
import { recordPhonePages } from '#kernel/console/record/record-phone-pages.ts'

const paths = ['person', 'storeAssignment', 'jobTitle'].map((name) => `/master/mobile/${name}`)

/** Phone pages of the personnel area. */
export const pages = definePages(
  null,
  recordPhonePages('personnel', paths, () => import('../records/personnel-records.ts')),
)
