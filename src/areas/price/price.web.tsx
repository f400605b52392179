import { definePages } from '#kernel/web/console/pages.ts'

/** Desktop pages of prices, without those of documents and lists; their texts are loaded with them. */
export const pages = definePages(
  null,
  [
    { path: '/process/list', load: list },
    { path: '/process/component', load: () => import('./check/InquiryPage.tsx') },
    { path: '/process/price/pc/rounding', load: () => import('./rounding/RoundingPage.tsx') },
  ],
  {
    records: [
      {
        path: '/process/price/pc/info',
        parent: '/process/price/pc/maintainList',
        load: () => import('./row/PriceRowPage.tsx'),
      },
    ],
  },
)

async function list() {
  const { groupPage } = await import('#kernel/web/console/home/GroupPage.tsx')
  return { default: groupPage('process') }
}
