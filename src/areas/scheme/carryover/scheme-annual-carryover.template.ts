import { levelWhen } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, role, step, texts } from '#kernel/engine/approval/approval-type.ts'

/** Annual carry-over (domain.md 2.10). The drafter is not asked: the others are. */
export const schemeCarryOver: ApprovalType = {
  code: 'scheme_annual_carryover',
  place: 10,
  name: texts('年度结转', 'Annual carry-over'),
  version: 2,
  process: 'new',
  variables: {},
  steps: [
    levelWhen(
      'countryFinance',
      'not(list contains(drafterRoles, "countryFinance"))',
      texts('国家财务确认未结承诺与预提', 'Country finance confirms what is open'),
    ),
    levelWhen('rsd', null, texts('区域销售总监确认下年继续执行', 'The RSD confirms what goes on next year')),
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('结转占用下年预算', 'What is carried over takes budget of the next year'),
    ),
    levelWhen(
      'hqFinance',
      'not(list contains(drafterRoles, "hqFinance"))',
      texts('总部财务负责年度关账', 'HQ finance answers for the close of the year'),
    ),
  ],
}
