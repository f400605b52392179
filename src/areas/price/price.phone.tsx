import { definePages } from '#kernel/web/console/pages.ts'

/** Phone pages of prices, without those of documents and lists; their texts are loaded with them. */
export const pages = definePages(
  null,
  [{ path: '/process/mobile/component', load: () => import('./check/InquiryPhonePage.tsx') }],
  { records: [{ path: '/process/price/mobile/info', load: () => import('./row/PriceRowPhonePage.tsx') }] },
)
