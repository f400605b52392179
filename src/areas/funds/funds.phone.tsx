import { definePages } from '#kernel/web/console/pages.ts'

/** Phone pages of customer funds. */
export const pages = definePages(null, [
  { path: '/funds/mobile/account', load: () => import('./lists/AccountPhonePage.tsx') },
  { path: '/funds/mobile/rebate', load: () => import('./rebate/RebatePhonePage.tsx') },
  { path: '/funds/mobile/flow', load: () => import('./flow/FlowPhonePage.tsx') },
  { path: '/funds/mobile/receivable', load: () => import('./receivable/ReceivablePhonePage.tsx') },
  { path: '/funds/mobile/invoice', load: () => import('./invoice/InvoicePhonePage.tsx') },
])
