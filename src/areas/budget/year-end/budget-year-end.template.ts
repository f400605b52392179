import { type ApprovalType, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

/** The end of a budget year (domain.md 2.10): carry-over, lapse, and closing of the books. */
export const budgetYearEnd: ApprovalType = {
  code: 'budget_year_end',
  place: 21,
  name: texts('预算年结', 'Budget year end'),
  version: 1,
  process: 'new',
  variables: {
    kind: variable('text', texts('年结类型', 'Kind'), ['carryOver', 'lapse', 'close', 'undo']),
    currency: variable('text', texts('币种', 'Currency')),
  },
  steps: [
    step(
      'countryFinance',
      texts('国家财务', 'Country finance'),
      role('countryFinance'),
      texts('国家财务核对剩余预算与在途占用', 'Country finance checks what is left and what is still reserved'),
    ),
    step(
      'rsd',
      texts('区域销售总监', 'RSD'),
      role('rsd'),
      texts('区域销售总监确认下一年度仍需要的预算', 'The RSD confirms what the next year still needs'),
    ),
    step(
      'hqBudget',
      texts('总部预算负责人', 'HQ budget owner'),
      role('hqBudget'),
      texts('总部预算负责人决定结转与失效', 'The HQ budget owner decides what is carried over and what lapses'),
    ),
    step(
      'hqFinance',
      texts('总部财务', 'HQ finance'),
      role('hqFinance'),
      texts('关账期间的变动由总部财务终审', 'What changes books in closing ends at HQ finance'),
    ),
  ],
}
