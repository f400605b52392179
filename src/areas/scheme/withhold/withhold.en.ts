import { heads, life, parts, schemeTypes, sources } from '../locale/shared.en.ts'

/** Texts of withholds in English. */
export const schemeWithhold = {
  label: 'Withhold',
  many: 'Withholds',
  fields: {
    ...heads,
    no: 'Withhold no.',
    kind: 'Kind',
    year: 'Year',
    month: 'Month',
    ownerAccount: 'Scheme owner',
    schemeType: 'Scheme type',
    totalAmount: 'Withheld amount',
  },
  lineFields: {
    ...parts,
    basisVolume: 'Basis of the month',
    amount: 'Amount to withhold',
    accruedAmount: 'Withheld before',
    withholdableAmount: 'Withholdable amount',
  },
  ...life,
  options: {
    schemeType: schemeTypes,
    kind: { regular: 'Of the month', delta: 'Supplement to the month' },
    source: { ...sources, monthEnd: 'Month-end run' },
  },
}

export type SchemeWithholdTexts = typeof schemeWithhold
