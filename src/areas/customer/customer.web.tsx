import { definePages } from '#kernel/web/console/pages.ts'
import { recordPages, recordViewPages } from '#kernel/web/console/record/record-pages.ts'

const names = ['customer', 'customerAddress', 'customerTradeTerm', 'tradeTerm', 'sellerInformation']

/** Desktop pages of the customer area. */
export const pages = definePages(null, [
  ...recordPages(
    'customer',
    names.map((name) => `/master/pc/${name}`),
    () => import('./records/customer-records.ts'),
  ),
  { path: '/customer/pc/own', load: () => import('./own-company/OwnCompanyPage.tsx') },
  ...recordViewPages('customer', ['/master/pc/dealer'], () => import('./records/customer-views.ts')),
])
