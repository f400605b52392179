import type { MenuEntry } from '#kernel/platform/access/area.ts'
import { rights } from './locale/rights.ts'
import { budgetSetting as en } from './budget-setting/setting.en.ts'
import { budgetSetting as zh } from './budget-setting/setting.zh.ts'

export const CONTROL = {
  view: 'budget.setting.view',
  submit: 'budget.setting.submit',
  approve: 'budget.setting.approve',
  export: 'budget.setting.export',
} as const

const named = { name: zh.label, nameEn: en.label }
const shared = { pcode: 'budget', icon: '', routingCache: false, hidden: false } as const
const form = {
  ...named,
  rights: [CONTROL.view, CONTROL.submit],
  hidden: true,
} as const

/** Pages of budget control. */
export const controlMenu: readonly MenuEntry[] = [
  {
    ...shared,
    code: 'budget_setting_list',
    icon: 'settings',
    ...named,
    url: '/budget/pc/setting/list',
    sortIndex: 235,
    rights: [CONTROL.view],
    routingCache: true,
    buttons: [CONTROL.view, CONTROL.submit, CONTROL.export],
  },
  {
    ...shared,
    ...form,
    code: 'budget_setting_apply',
    url: '/budget/pc/setting/apply',
    routingCache: true,
    sortIndex: 236,
    buttons: [...Object.values(CONTROL), 'approval.task.export'],
  },
  {
    ...shared,
    ...form,
    code: 'budget_setting_apply_mobile',
    url: '/budget/mobile/setting/apply',
    sortIndex: 237,
    buttons: [CONTROL.view, CONTROL.submit, CONTROL.approve],
  },
]

export const controlRights = {
  [CONTROL.view]: rights.controlView,
  [CONTROL.submit]: rights.controlSubmit,
  [CONTROL.approve]: rights.controlApprove,
  [CONTROL.export]: rights.controlExport,
}
