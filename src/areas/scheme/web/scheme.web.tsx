import { definePages } from '#kernel/console/pages.ts'
import { documentOf, listOf } from './desk-pages.tsx'

const application = () => import('./application.ts')
const execute = () => import('./execute.ts')
const negativeRedemption = () => import('./negative-redemption.ts')
const withhold = () => import('./withhold.ts')
const reversal = () => import('./reversal.ts')
const terminal = () => import('./terminal.ts')
const adjust = () => import('./adjust.ts')
const annualCarryover = () => import('./annual-carryover.ts')
const receivablesAdjustment = () => import('./receivables-adjustment.ts')
const adjustInvoice = () => import('./adjust-invoice.ts')
const specialPrice = () => import('./special-price.ts')

/** Desktop pages of schemes. */
export const pages = definePages('scheme', [
  { path: '/scheme/list', load: () => import('./SchemeListPage.tsx') },
  { path: '/scheme/detail', load: () => import('./SchemeDetailPage.tsx'), parent: '/scheme/list' },
  listOf({ path: '/scheme/application/list', document: application }),
  documentOf({ path: '/scheme/application/pc', document: application, parent: '/scheme/application/list' }),
  documentOf({ path: '/scheme/application', document: application, parent: '/scheme/application/list' }),
  listOf({ path: '/scheme/withhold/list', document: withhold }),
  documentOf({ path: '/scheme/withhold/pc', document: withhold, parent: '/scheme/withhold/list' }),
  listOf({ path: '/scheme/negativeRedemption/list', document: negativeRedemption }),
  documentOf({
    path: '/scheme/negativeRedemption/pc',
    document: negativeRedemption,
    parent: '/scheme/negativeRedemption/list',
  }),
  listOf({ path: '/scheme/execute/list', document: execute }),
  documentOf({ path: '/scheme/execute/pc', document: execute, parent: '/scheme/execute/list' }),
  listOf({ path: '/scheme/reversal/list', document: reversal }),
  documentOf({ path: '/scheme/reversal/pc', document: reversal, parent: '/scheme/reversal/list' }),
  listOf({ path: '/scheme/terminal/list', document: terminal }),
  documentOf({ path: '/scheme/terminal/pc', document: terminal, parent: '/scheme/terminal/list' }),
  listOf({ path: '/scheme/adjust/list', document: adjust }),
  documentOf({ path: '/scheme/adjust/pc', document: adjust, parent: '/scheme/adjust/list' }),
  listOf({ path: '/scheme/annualCarryover/list', document: annualCarryover }),
  documentOf({ path: '/scheme/annualCarryover/pc', document: annualCarryover, parent: '/scheme/annualCarryover/list' }),
  listOf({ path: '/scheme/receivablesAdjustment/list', document: receivablesAdjustment }),
  documentOf({
    path: '/scheme/receivablesAdjustment/pc',
    document: receivablesAdjustment,
    parent: '/scheme/receivablesAdjustment/list',
  }),
  listOf({ path: '/scheme/specialPriceApprovalForm/list', document: specialPrice }),
  documentOf({
    path: '/scheme/specialPriceApprovalForm/pc',
    document: specialPrice,
    parent: '/scheme/specialPriceApprovalForm/list',
  }),
  listOf({ path: '/scheme/adjustInvoice/list', document: adjustInvoice }),
  documentOf({ path: '/scheme/adjustInvoice/pc', document: adjustInvoice, parent: '/scheme/adjustInvoice/list' }),
])
