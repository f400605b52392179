import { type ApprovalType, flag, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

/** Budget transfer (domain.md 2.3): giver and receiver approve in parallel. */
export const budgetTransfer: ApprovalType = {
  code: 'budget_transfer',
  place: 3,
  name: texts('预算调拨', 'Budget transfer'),
  version: 1,
  process: 'new',
  organisations: ['giver', 'receiver'],
  variables: {
    crossRegion: flag('跨大区调拨', 'Crosses regions'),
    productClass: variable('text', texts('产品类别', 'Product class'), ['phone', 'iot']),
    currency: variable('text', texts('币种', 'Currency')),
  },
  steps: [
    step(
      'giverManager',
      texts('调出方经理', "Giver's manager"),
      role('manager', 'giver'),
      texts('调出方经理同意让出预算', "The giver's manager agrees to give the budget away"),
      { group: 'managers' },
    ),
    step(
      'receiverManager',
      texts('调入方经理', "Receiver's manager"),
      role('manager', 'receiver'),
      texts('调入方经理同意承接预算', "The receiver's manager agrees to take it on"),
      { group: 'managers' },
    ),
    step(
      'regionalFinance',
      texts('区域财务', 'Regional finance'),
      role('regionalFinance'),
      texts('区域财务核对两端可用额', 'Regional finance checks what is available on both sides'),
    ),
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('跨大区调拨由总部终审', 'A transfer across regions ends at HQ'),
      { when: 'crossRegion = true' },
    ),
  ],
}
