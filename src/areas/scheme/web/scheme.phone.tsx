import { definePages } from '#kernel/console/pages.ts'
import { phoneOf } from './phone-document.tsx'

/** Phone pages of schemes. */
export const pages = definePages('scheme', [
  { path: '/scheme/mobile/detail', load: () => import('./SchemeDetailPhonePage.tsx') },
  phoneOf({ path: '/scheme/application/mobile' }),
  phoneOf({ path: '/scheme/withhold/mobile' }),
  phoneOf({ path: '/scheme/reversal/mobile' }),
  phoneOf({ path: '/scheme/execute/mobile' }),
  phoneOf({ path: '/scheme/terminal/mobile' }),
  phoneOf({ path: '/scheme/adjust/mobile' }),
  phoneOf({ path: '/scheme/annualCarryover/mobile' }),
  phoneOf({ path: '/scheme/receivablesAdjustment/mobile' }),
  phoneOf({ path: '/scheme/negativeRedemption/mobile' }),
  phoneOf({ path: '/scheme/specialPriceApprovalForm/mobile' }),
  phoneOf({ path: '/scheme/adjustInvoice/mobile' }),
])
