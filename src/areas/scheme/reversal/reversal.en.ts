import { flags, heads, life, parts, sources } from '../locale/shared.en.ts'

/** Texts of reversals in English. */
export const schemeReversal = {
  label: 'Reversal',
  many: 'Reversals',
  fields: {
    ...heads,
    no: 'Reversal no.',
    withholdNo: 'Withhold',
    scope: 'How much',
    mode: 'Leads to',
    originalClosed: 'Original month closed',
    totalAmount: 'Reversed amount',
  },
  lineFields: {
    ...parts,
    amount: 'Amount to reverse',
    accruedAmount: 'Withheld by the original',
    openAmount: 'Open of it',
  },
  ...life,
  options: {
    scope: { part: 'Parts of it', full: 'All of the original, once' },
    mode: { reopen: 'Commitment: the scheme runs on', release: 'Budget: the scheme is over' },
    originalClosed: flags,
    source: sources,
  },
}

export type SchemeReversalTexts = typeof schemeReversal
