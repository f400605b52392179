import { definePages } from '#kernel/web/console/pages.ts'
import { recordPages } from '#kernel/web/console/record/record-pages.ts'

const paths = ['person', 'storeAssignment', 'jobTitle'].map((name) => `/master/pc/${name}`)

/** Desktop pages of the personnel area. */
export const pages = definePages(
  null,
  recordPages('personnel', paths, () => import('./records/personnel-records.ts')),
)
