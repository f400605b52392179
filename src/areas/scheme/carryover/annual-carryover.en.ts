import { heads, life, parts, sources } from '../locale/shared.en.ts'

/** Texts of annual carry-overs in English. */
export const schemeAnnualCarryover = {
  label: 'Annual carry-over',
  many: 'Annual carry-overs',
  fields: {
    ...heads,
    no: 'Carry-over no.',
    kind: 'What is done',
    fromYear: 'From year',
    toYear: 'To year',
    cutOffDate: 'Cut-off day',
    runNo: 'Carry-over taken back',
    totalAmount: 'Carried amount',
  },
  lineFields: {
    ...parts,
    part: 'Scheme line',
    schemeNo: 'Scheme',
    fundingNo: 'Line of the scheme',
    budgetCode: 'Budget of the old year',
    newBudgetCode: 'Budget of the new year',
    committedAmount: 'Open commitment',
    accruedAmount: 'Open accrual',
    option: 'Option',
    amount: 'Carried',
  },
  ...life,
  options: {
    kind: { carry: 'Carry over', undo: 'Take a carry-over back' },
    option: {
      C1: 'C1 Commitment with its budget',
      C2: 'C2 Commitment charged to the new year',
      C3: 'C3 Release the commitment',
      A: 'A Accrual, expense of its year',
      C3A: 'C3 Release the accrual',
    },
    source: sources,
  },
}

export type SchemeAnnualCarryoverTexts = typeof schemeAnnualCarryover
