import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.en.ts'

/** Texts common to all scheme documents, in English. */

export const heads = {
  ...pushedHeads,
  no: 'Document no.',
  schemeNo: 'Scheme',
  period: 'Period',
  postingDate: 'Posting date',
  source: 'Source',
  totalAmount: 'Amount',
}

export const parts = {
  fundingNo: 'Scheme line',
  customerCode: 'Customer',
  budgetCode: 'Budget',
  amount: 'Amount',
  remark: 'Remark',
}

export const life = pushedLife

export const sources = { typed: 'Typed', file: 'File' }

export const flags = { yes: 'Yes', no: 'No' }

export const schemeTypes = {
  priceProtection: 'Price protection',
  sellInRebate: 'Sell-in rebate',
  sellThroughRebate: 'Sell-through rebate',
  sellOutRebate: 'Sell-out rebate',
  targetRebate: 'Target rebate',
  display: 'Display and marketing fund',
  promoterIncentive: 'Promoter incentive',
  priceSupport: 'Price support',
}
