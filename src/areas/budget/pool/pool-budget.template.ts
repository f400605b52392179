import { type ApprovalType, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'
import { PATIENT } from '../shared/budget-patience.ts'

/** Pool budgets: the requester at headquarters does not decide on them. */
export const budgetPool: ApprovalType = {
  code: 'budget_pool',
  place: 20,
  name: texts('预算池申请', 'Pool budget application'),
  version: 1,
  process: 'new',
  variables: {
    applyType: variable('text', texts('申请类型', 'Apply type'), ['initialLoad', 'supplement', 'reduce']),
    currency: variable('text', texts('币种', 'Currency')),
    amount: variable('number', texts('申请金额（预算币种）', 'Amount in the budget currency')),
  },
  steps: [
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts(
        '区域提出的预算池申请由总部预算负责人审核',
        'What a region asks for its pools is weighed by the HQ budget owner',
      ),
      { when: 'not(list contains(drafterRoles, "hqBudget"))', ...PATIENT },
    ),
    step(
      'hqFinance',
      texts('总部财务', 'HQ finance'),
      role('hqFinance'),
      texts('预算池资金由总部财务终审', 'Money of pools always ends at HQ finance'),
      PATIENT,
    ),
  ],
}
