import { definePages } from '#kernel/web/console/pages.ts'
import { recordPhonePages } from '#kernel/web/console/record/record-phone-pages.ts'

const names = ['customer', 'customerAddress', 'customerTradeTerm', 'tradeTerm', 'sellerInformation']

/** Phone pages of the area. */
export const pages = definePages(null, [
  { path: '/customer/mobile/own', load: () => import('./own-company/OwnCompanyPhonePage.tsx') },
  ...recordPhonePages(
    'customer',
    names.map((name) => `/master/mobile/${name}`),
    () => import('./records/customer-records.ts'),
  ),
])
