import { definePages } from '#kernel/console/pages.ts'
import { recordPhonePages } from '#kernel/console/record/record-phone-pages.ts'

/** Phone pages of the account area. */
export const pages = definePages(
  null,
  recordPhonePages('account', ['/system/mobile/accounts'], () => import('../records/account-records.ts')),
)
