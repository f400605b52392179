import { definePages } from '#kernel/console/pages.ts'
import { recordPhonePages } from '#kernel/console/record/record-phone-pages.ts'

/** Phone pages of the area. */
export const pages = definePages('organisation', [
  ...recordPhonePages(
    'organisation',
    ['/master/mobile/country', '/master/mobile/currency', '/master/mobile/currencyRate'],
    () => import('../records/organisation-records.ts'),
  ),
])
