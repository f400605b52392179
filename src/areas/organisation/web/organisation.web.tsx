import { definePages } from '#kernel/console/pages.ts'
import { recordPages } from '#kernel/console/record/record-pages.ts'

/** Desktop pages of the organisation area. */
export const pages = definePages('organisation', [
  ...recordPages(
    'organisation',
    ['/master/pc/country', '/master/pc/currency', '/master/pc/currencyRate'],
    () => import('../records/organisation-records.ts'),
  ),
])
