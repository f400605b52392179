import { type ApprovalType, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'
import { PATIENT } from '../shared/budget-patience.ts'

/** Country budget (domain.md 2.2). */
export const budgetCountry: ApprovalType = {
  code: 'budget_country',
  place: 2,
  name: texts('国家预算申请', 'Country budget application'),
  version: 3,
  process: 'new',
  variables: {
    applyType: variable('text', texts('申请类型', 'Apply type'), ['grant', 'initialLoad', 'supplement', 'revoke']),
    level: variable('text', texts('预算层级', 'Budget level'), ['country', 'project']),
    productClass: variable('text', texts('产品类别', 'Product class'), ['phone', 'iot']),
    currency: variable('text', texts('币种', 'Currency')),
    amount: variable('number', texts('申请金额（预算币种）', 'Amount in the budget currency')),
  },
  steps: [
    step(
      'manager',
      texts('国家经理', 'Country manager'),
      role('manager'),
      texts('国家经理对本国预算负责', 'The manager answers for the budget of the country'),
      PATIENT,
    ),
    step(
      'regionalFinance',
      texts('区域财务', 'Regional finance'),
      role('regionalFinance'),
      texts('区域财务核对预算池与用途', 'Regional finance checks the pool and the purpose'),
      PATIENT,
    ),
    step(
      'rsd',
      texts('区域销售总监', 'RSD'),
      role('rsd'),
      texts('区域销售总监平衡各国预算', 'The RSD weighs the budgets of the countries'),
      PATIENT,
    ),
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('下达与追加必须由总部终审', 'What adds to a budget always ends at HQ'),
      { when: 'applyType != "revoke"', ...PATIENT },
    ),
  ],
}
