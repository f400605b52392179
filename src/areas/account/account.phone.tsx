import { definePages } from '#kernel/web/console/pages.ts'
import { recordPhonePages } from '#kernel/web/console/record/record-phone-pages.ts'

/** Phone pages of the account area. */
export const pages = definePages(
  null,
  recordPhonePages('account', ['/system/mobile/accounts'], () => import('./records/account-records.ts')),
)
