/** Texts of explained numbers, the overview and the self-check in English: pages load them apart. */
export const insight = {
  menu: { overview: 'Budget Overview', overviewMobile: 'Budget overview', selfCheck: 'Ledger Self-check' },
  rights: { checkView: 'Look at the checks of the budget ledger', checkRun: 'Run the checks of the budget ledger' },
  explain: {
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
  },
}

export type InsightTexts = typeof insight
