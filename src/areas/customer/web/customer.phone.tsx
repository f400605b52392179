import { definePages } from '#kernel/console/pages.ts'
import { recordPhonePages } from '#kernel/console/record/record-phone-pages.ts'

const names = ['customer', 'customerAddress', 'customerTradeTerm', 'tradeTerm', 'sellerInformation']

/** Phone pages of the area. */
export const pages = definePages(null, [
  { path: '/customer/mobile/own', load: () => import('./OwnCompanyPhonePage.tsx') },
  ...recordPhonePages(
    'customer',
    names.map((name) => `/master/mobile/${name}`),
    () => import('../records/customer-records.ts'),
  ),
])
