import type { BudgetTexts } from './en.ts'
import { page } from './page.zh.ts'
import { poolBudget } from '../pool/pool.zh.ts'
import { budgetTransfer } from '../transfer/transfer.zh.ts'
import { countryBudget } from '../country-budget/country-budget.zh.ts'

/** Texts of the budget area in Chinese. */
export const zh: BudgetTexts = {
  label: '预算管理',
  documents: {
    countryBudget,
    budgetTransfer,
    poolBudget,
  },
  menu: {
    repair: '占用修复',
    group: '预算管理',
    line: '预算行',
    countryList: '国家预算',
    projectList: '项目预算',
    transferList: '预算调拨',
    yearPlan: '年度计划导入',
    poolList: '预算池',
  },
  page,
}
