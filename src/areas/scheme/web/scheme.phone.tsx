import { definePages } from '#kernel/console/pages.ts'
import { phoneOf } from './phone-document.tsx'

/** Phone pages of schemes. */
export const pages = definePages('scheme', [
  { path: '/scheme/mobile/detail', load: () => import('./SchemeDetailPhonePage.tsx') },
  phoneOf({ path: '/scheme/application/mobile', document: () => import('./application.ts') }),
  phoneOf({ path: '/scheme/withhold/mobile', document: () => import('./withhold.ts') }),
  phoneOf({ path: '/scheme/negativeRedemption/mobile', document: () => import('./negative-redemption.ts') }),
  phoneOf({ path: '/scheme/execute/mobile', document: () => import('./execute.ts') }),
  phoneOf({ path: '/scheme/reversal/mobile', document: () => import('./reversal.ts') }),
  phoneOf({ path: '/scheme/terminal/mobile', document: () => import('./terminal.ts') }),
  phoneOf({ path: '/scheme/adjust/mobile', document: () => import('./adjust.ts') }),
  phoneOf({ path: '/scheme/annualCarryover/mobile', document: () => import('./annual-carryover.ts') }),
  phoneOf({
    path: '/scheme/receivablesAdjustment/mobile',
    document: () => import('./receivables-adjustment.ts'),
  }),
  phoneOf({ path: '/scheme/specialPriceApprovalForm/mobile', document: () => import('./special-price.ts') }),
  phoneOf({ path: '/scheme/adjustInvoice/mobile', document: () => import('./adjust-invoice.ts') }),
])
