import { flags, heads, life, parts, sources } from '../locale/shared.en.ts'

/** Texts of adjustments in English. */
export const schemeAdjust = {
  label: 'Adjust',
  many: 'Adjustments of schemes',
  titles: { up: 'Adjust: upwards', down: 'Adjust: downwards', none: 'Adjust: terms' },
  fields: {
    ...heads,
    no: 'Adjustment no.',
    newStartDate: 'New start',
    newEndDate: 'New end',
    newClaimDeadline: 'New claim deadline',
    newWithholdRate: 'New withholding rate',
    direction: 'Direction',
    retroactive: 'Begins before approval',
    oldTotal: 'Total now',
    newTotal: 'New total',
    totalAmount: 'Amount to decide on',
  },
  lineFields: {
    ...parts,
    kind: 'Change',
    committedAmount: 'Committed now',
    amount: 'By how much',
    newBudgetCode: 'Paid by budget',
    availableAmount: 'Available amount',
    unitAmount: 'New unit amount',
    ratePercent: 'New rate',
    ladderKind: 'Ladder of',
    ladder: 'New ladder',
    oldTerms: 'Terms now',
    skuCode: 'SKU ID now',
    spuCode: 'SPU ID now',
    channelCode: 'Channel now',
    storeCode: 'Store now',
    newCustomerCode: 'New customer',
    newChannelCode: 'New channel',
    newStoreCode: 'New store',
    newSkuCode: 'New SKU ID',
    newSpuCode: 'New SPU ID',
  },
  ...life,
  options: {
    direction: { up: 'Up', down: 'Down', none: 'Terms only' },
    retroactive: flags,
    kind: { up: 'More', down: 'Less', swap: 'Other budget', terms: 'Terms', scope: 'Customer or product' },
    ladderKind: { percent: 'Percent', unit: 'Each unit' },
    source: sources,
  },
}

export type SchemeAdjustTexts = typeof schemeAdjust
