import type { BudgetHomeTexts } from './home.en.ts'

/** Cards of budgets on the home page, in Chinese. */
export const homeTexts: BudgetHomeTexts = {
  nearlyUsed: '即将用完的预算',
  lines: '全部预算',
  used: '{code} · 已用{percent}%，剩余{left}',
}
