import { definePages } from '#kernel/console/pages.ts'
import { documentOf, listOf } from './desk-pages.tsx'

/** Desktop pages of schemes. */
export const pages = definePages('scheme', [
  { path: '/scheme/list', load: () => import('./SchemeListPage.tsx') },
  { path: '/scheme/detail', load: () => import('./SchemeDetailPage.tsx'), parent: '/scheme/list' },
  documentOf({ path: '/scheme/application' }),
  listOf({ path: '/scheme/application/list' }),
  documentOf({ path: '/scheme/application/pc' }),
  listOf({ path: '/scheme/withhold/list' }),
  documentOf({ path: '/scheme/withhold/pc' }),
  { path: '/scheme/withhold/run', load: () => import('./WithholdRunPage.tsx') },
  listOf({ path: '/scheme/reversal/list' }),
  documentOf({ path: '/scheme/reversal/pc' }),
  listOf({ path: '/scheme/execute/list' }),
  documentOf({ path: '/scheme/execute/pc' }),
  listOf({ path: '/scheme/terminal/list' }),
  documentOf({ path: '/scheme/terminal/pc' }),
  listOf({ path: '/scheme/adjust/list' }),
  documentOf({ path: '/scheme/adjust/pc' }),
  listOf({ path: '/scheme/annualCarryover/list' }),
  documentOf({ path: '/scheme/annualCarryover/pc' }),
  listOf({ path: '/scheme/receivablesAdjustment/list' }),
  documentOf({ path: '/scheme/receivablesAdjustment/pc' }),
  listOf({ path: '/scheme/negativeRedemption/list' }),
  documentOf({ path: '/scheme/negativeRedemption/pc' }),
  listOf({ path: '/scheme/specialPriceApprovalForm/list' }),
  documentOf({ path: '/scheme/specialPriceApprovalForm/pc' }),
  listOf({ path: '/scheme/adjustInvoice/list' }),
  documentOf({ path: '/scheme/adjustInvoice/pc' }),
])
