/** Texts of explained numbers, the overview and the self-check in English: pages load them apart. */
export const insight = {
  menu: { overview: 'Budget Overview', overviewMobile: 'Budget overview', selfCheck: 'Ledger Self-check' },
  rights: { checkView: 'Look at the checks of the budget ledger', checkRun: 'Run the checks of the budget ledger' },
}

export type InsightTexts = typeof insight
