import { type ApprovalType, flag, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

/** Control of budgets (domain.md section 3): requested by country finance, approved by headquarters. */
export const budgetSetting: ApprovalType = {
  code: 'budget_setting',
  place: 22,
  name: texts('预算控制设置', 'Budget control'),
  version: 1,
  process: 'new',
  variables: {
    overrides: flag('允许超支', 'Lets budgets be overdrawn'),
    target: variable('text', texts('对象', 'Applies to'), ['line', 'pool']),
    mode: variable('text', texts('控制方式', 'Control'), ['keep', 'absolute', 'advisory', 'tracking']),
  },
  steps: [
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('控制方式由总部决定', 'Headquarters decide how a budget is controlled'),
    ),
    step(
      'hqFinance',
      texts('总部财务', 'HQ finance'),
      role('hqFinance'),
      texts(
        '允许超支，或由总部预算负责人发起，须经总部财务同意',
        'Letting a budget be overdrawn, or what the HQ budget owner raises, takes the agreement of HQ finance',
      ),
      { when: 'overrides = true or list contains(drafterRoles, "hqBudget")' },
    ),
  ],
}
