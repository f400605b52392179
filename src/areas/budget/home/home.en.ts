/** Cards of budgets on the home page, in English. */
export const homeTexts = {
  nearlyUsed: 'Budgets nearly used',
  lines: 'All budgets',
  used: '{code} · {percent} % used, {left} left',
} as const
export type BudgetHomeTexts = Readonly<Record<keyof typeof homeTexts, string>>
