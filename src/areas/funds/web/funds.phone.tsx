import { definePages } from '#kernel/console/pages.ts'

/** Phone pages of customer funds. */
export const pages = definePages(null, [
  { path: '/funds/mobile/account', load: () => import('./AccountPhonePage.tsx') },
  { path: '/funds/mobile/rebate', load: () => import('./RebatePhonePage.tsx') },
  { path: '/funds/mobile/flow', load: () => import('./FlowPhonePage.tsx') },
  { path: '/funds/mobile/receivable', load: () => import('./ReceivablePhonePage.tsx') },
  { path: '/funds/mobile/invoice', load: () => import('./InvoicePhonePage.tsx') },
])
