import { definePages } from '#kernel/web/console/pages.ts'

/** Desktop pages of customer funds. */
export const pages = definePages(null, [
  {
    path: '/funds/pc/account',
    load: async () => ({ default: (await import('./lists/FundsListPage.tsx')).AccountPage }),
  },
  { path: '/funds/pc/rebate', load: async () => ({ default: (await import('./lists/FundsListPage.tsx')).RebatePage }) },
  { path: '/funds/pc/flow', load: async () => ({ default: (await import('./lists/FundsListPage.tsx')).FlowPage }) },
  {
    path: '/funds/pc/receivable',
    load: async () => ({ default: (await import('./lists/FundsListPage.tsx')).ReceivablePage }),
  },
  {
    path: '/funds/pc/invoice',
    load: async () => ({ default: (await import('./lists/FundsListPage.tsx')).InvoicePage }),
  },
])
