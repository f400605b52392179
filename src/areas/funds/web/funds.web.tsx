import { definePages } from '#kernel/console/pages.ts'

/** Desktop pages of customer funds. */
export const pages = definePages(null, [
  { path: '/funds/pc/account', load: async () => ({ default: (await import('./FundsListPage.tsx')).AccountPage }) },
  { path: '/funds/pc/rebate', load: async () => ({ default: (await import('./FundsListPage.tsx')).RebatePage }) },
  { path: '/funds/pc/flow', load: async () => ({ default: (await import('./FundsListPage.tsx')).FlowPage }) },
  {
    path: '/funds/pc/receivable',
    load: async () => ({ default: (await import('./FundsListPage.tsx')).ReceivablePage }),
  },
  { path: '/funds/pc/invoice', load: async () => ({ default: (await import('./FundsListPage.tsx')).InvoicePage }) },
])
