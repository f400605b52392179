import { definePages } from '#kernel/web/console/pages.ts'

const row = () => import('./row/PriceRowPhonePage.tsx')

/** Phone pages of prices, without those of documents and lists; their texts are loaded with them. */
export const pages = definePages(
  null,
  [{ path: '/process/mobile/component', load: async () => ({ default: (await row()).Inquiry }) }],
  { records: [{ path: '/process/price/mobile/info', load: row }] },
)
