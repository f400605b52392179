import type { MenuEntry } from '#kernel/platform/access/area.ts'
import { menu as en } from './year-end/year-end.en.ts'
import { menu as zh } from './year-end/year-end.zh.ts'

export const PERIOD = {
  view: 'budget.period.view',
  move: 'budget.period.move',
  reopen: 'budget.period.reopen',
} as const

const shared = { pcode: 'budget', icon: '', routingCache: true, hidden: false }

/** The year end in the budget menu. */
export const yearEndMenu: readonly MenuEntry[] = [
  {
    ...shared,
    code: 'budget_year_end',
    name: zh.yearEnd,
    nameEn: en.yearEnd,
    icon: 'check',
    url: '/budget/pc/year-end',
    sortIndex: 236,
    rights: ['budget.yearEnd.view'],
    buttons: ['budget.yearEnd.view', 'budget.yearEnd.submit', 'budget.yearEnd.export', ...Object.values(PERIOD)],
  },
]
