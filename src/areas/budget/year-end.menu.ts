import type { MenuEntry } from '#kernel/platform/access/area.ts'
import { menu as en } from './year-end/year-end.en.ts'
import { menu as zh } from './year-end/year-end.zh.ts'

export const YEAR_END = {
  view: 'budget.yearEnd.view',
  submit: 'budget.yearEnd.submit',
  approve: 'budget.yearEnd.approve',
  export: 'budget.yearEnd.export',
} as const
export const PERIOD = {
  view: 'budget.period.view',
  move: 'budget.period.move',
  reopen: 'budget.period.reopen',
} as const

const shared = { pcode: 'budget', icon: '', routingCache: true, hidden: false }
const apply = { name: zh.yearEndApply, nameEn: en.yearEndApply, rights: [YEAR_END.view, YEAR_END.submit], hidden: true }

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
    rights: [YEAR_END.view],
    buttons: [YEAR_END.view, YEAR_END.submit, YEAR_END.export, ...Object.values(PERIOD)],
  },
  {
    ...shared,
    ...apply,
    code: 'budget_year_end_apply',
    url: '/budget/pc/year-end/apply',
    sortIndex: 237,
    buttons: [...Object.values(YEAR_END), 'approval.task.export'],
  },
  {
    ...shared,
    ...apply,
    code: 'budget_year_end_apply_mobile',
    url: '/budget/mobile/year-end/apply',
    routingCache: false,
    sortIndex: 238,
    buttons: [YEAR_END.view, YEAR_END.submit, YEAR_END.approve],
  },
]
