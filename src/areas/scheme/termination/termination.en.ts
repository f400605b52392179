import { heads, life, parts, schemeTypes, sources } from '../locale/shared.en.ts'

/** Texts of terminations in English. */
export const schemeTermination = {
  label: 'Terminate',
  many: 'Terminations',
  fields: {
    ...heads,
    no: 'Termination no.',
    terminationDate: 'Ends on',
    schemeType: 'Scheme type',
    disposition: 'Open amounts',
    keptAmount: 'Kept for earned claims',
    totalAmount: 'Released amount',
  },
  lineFields: {
    ...parts,
    openCommitted: 'Open commitment',
    openAccrued: 'Open accrual',
    keepAmount: 'Keep for earned claims',
    amount: 'Released',
  },
  attachments: 'The notice to the customers that the scheme ends',
  ...life,
  options: {
    schemeType: schemeTypes,
    disposition: { releaseAll: 'Release all of them', keepEarned: 'Keep what was earned until the claim deadline' },
    source: sources,
  },
}

export type SchemeTerminationTexts = typeof schemeTermination
