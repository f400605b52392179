import { page } from './page.en.ts'

/** Texts of the lists of budgets in English, which the forms do not load, beside those of all pages. */
export const budgetLists = {
  ...page,
  views: 'Views',
  lines: 'Budget lines',
  applications: 'Applications',
  period: 'Period',
  businessType: 'Business type',
  area: 'Area',
  allAreas: 'All areas',
  useTitle: 'Budget of {year}',
  asOf: 'as of {time}',
  asOfDay: 'As of the end of',
  currency: 'Currency',
  budgetCode: 'Budget code',
  postings: 'Postings of {code}',
  postingsOf: '{bucket} of {code}',
  at: 'Time',
  document: 'Document',
  action: 'Action',
  bucketColumn: 'Amount moved',
  amount: 'Amount',
  balance: 'Balance after',
  actor: 'By',
  noPostings: 'Nothing was posted here yet',
  postingList: 'Postings',
  morePostings: 'Show more',
  mixed: 'not of the same pool, department, month and category as the first',
  nothingAvailable: 'nothing available',
  revokeMost: 'At most {count} {count, line|lines} in one application',
  revokeSelected: 'Revoke from selected',
  emptyLines: 'Budget lines appear when a grant is approved.',
  postingActions: {
    submit: 'Submit',
    approve: 'Approve',
    reject: 'Reject',
    withdraw: 'Withdraw',
    load: 'Opening',
  },
  transfers: 'Transfers',
  transferSelected: 'Transfer from selected',
  transferMost: 'At most {count} lines in one transfer',
  projectCode: 'Project code',
  lineCount: 'Lines',
}

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

export type ListTexts = Widened<typeof budgetLists>
