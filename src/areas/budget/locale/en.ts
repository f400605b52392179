import { page } from './page.en.ts'
import { poolBudget } from '../pool/pool.en.ts'
import { budgetTransfer } from '../transfer/transfer.en.ts'
import { countryBudget } from '../country-budget/country-budget.en.ts'

/** Texts of the budget area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Budget Management',
  documents: {
    countryBudget,
    budgetTransfer,
    poolBudget,
  },
  menu: {
    repair: 'Repair Board',
    group: 'Budget Management',
    countryList: 'Country Budgets',
    projectList: 'Project Budgets',
    transferList: 'Budget Transfers',
    yearPlan: 'Annual Plan Import',
    poolList: 'Budget Pools',
  },
  page,
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type BudgetTexts = TextShape<typeof en>
