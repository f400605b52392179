import { heads, life } from '#kernel/engine/definition/document-texts.en.ts'

/** Texts of the year end in English for lists, documents and messages; its own pages load theirs. */
export const budgetYearEnd = {
  label: 'Budget year end',
  many: 'Year ends of budgets',
  titles: {
    carryOver: 'Carry-over of what is left',
    lapse: 'Lapse of what is left',
    close: 'Closing of a year',
    undo: 'Undo of a year-end run',
  },
  fields: {
    ...heads,
    no: 'Year-end no.',
    kind: 'Kind',
    idcCode: 'Data centre',
    areaId: 'Area',
    year: 'Year',
    toYear: 'To year',
    projectPoolCode: 'Project pool',
    currency: 'Currency',
    undoOf: 'Undoes run',
    totalAmount: 'Amount',
    carriedAmount: 'Carried over',
    lapsedAmount: 'Lapses',
    lines: 'Budgets',
  },
  lineFields: {
    budgetCode: 'Budget or pool',
    option: 'What becomes of it',
    amount: 'What is left',
    level: 'Level',
    month: 'Month',
    countryCode: 'Country',
    projectCode: 'Project',
    remark: 'Remark',
  },
  decision: {
    pending: 'Other documents of this year in approval',
    noPending: 'No other document of this year is in approval.',
    nextYear: 'Budget of the next year',
  },
  ...life,
  options: {
    kind: { carryOver: 'Carry over', lapse: 'Lapse', close: 'Close the year', undo: 'Undo a run' },
    option: { carry: 'Carry over', lapse: 'Lapse' },
    level: { pool: 'Pool', project: 'Project budget', country: 'Country budget' },
  },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type YearEndTexts = TextShape<typeof budgetYearEnd>

export const menu = { yearEnd: 'Budget year end' }
