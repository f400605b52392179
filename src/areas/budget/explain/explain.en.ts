/** Texts of explanations, in English; loaded with the first one. */
export const explain = {
  title: 'Explain this number',
  of: '{amount} · {name}',
  asOf: 'As of the end of',
  formula: 'How it is made up',
  lines: 'Budgets that make it, largest first',
  postings: 'Postings, newest first',
  openList: 'Open the list',
  where: 'Country and project',
  total: 'Total',
  actions: {
    submit: 'Submit',
    approve: 'Approve',
    reject: 'Reject',
    return: 'Return',
    withdraw: 'Withdraw',
    terminate: 'Terminate',
    load: 'Opening',
    fund: 'Funding',
    occupy: 'Occupy',
    commit: 'Commit',
    accrue: 'Accrue',
    execute: 'Execute',
    release: 'Release',
    reopen: 'Reopen',
  },
  sources: {
    poolFunding: 'Headquarters funding',
    budgetLoad: 'Opening balance',
    budgetUse: 'Use recorded by the former system',
  },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type ExplainTexts = TextShape<typeof explain>
