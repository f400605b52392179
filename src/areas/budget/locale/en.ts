import { page } from './page.en.ts'
import { poolBudget } from '../pool/pool.en.ts'
import { budgetTransfer } from '../transfer/transfer.en.ts'
import { countryBudget } from '../country-budget/country-budget.en.ts'

/** Texts of the budget area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Budget management',
  documents: {
    countryBudget,
    budgetTransfer,
    poolBudget,
  },
  menu: {
    repair: 'Repair board',
    group: 'Budget management',
    line: 'Budget line',
    countryList: 'Country budgets',
    projectList: 'Project budgets',
    transferList: 'Budget transfers',
    yearPlan: 'Annual plan import',
    poolList: 'Budget pools',
  },
  page,
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type BudgetTexts = TextShape<typeof en>
