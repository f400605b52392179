import { levelWhen, RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, texts, variable } from '#kernel/engine/approval/approval-type.ts'
import { settlementFinance } from '../shared/scheme-steps.template.ts'

/** Clawback (domain.md 2.12). */
export const negativeRedemption: ApprovalType = {
  code: 'negative_redemption',
  place: 12,
  name: texts('负兑付', 'Negative redemption'),
  version: 1,
  process: 'new',
  variables: {
    closedPeriod: RAISING.closedPeriod,
    recovery: variable('text', texts('追回方式', 'Recovery'), ['rebate', 'receivable', 'money']),
  },
  steps: [
    settlementFinance,
    levelWhen('rsm', null, texts('区域销售经理与客户确认追回', 'The RSM confirms the recovery with the customer')),
    levelWhen('rsd', null, texts('区域销售总监批准追回', 'The RSD approves the recovery')),
    levelWhen('regionalFinance', null, texts('大区财务总监核对账务', 'The regional finance director checks the books')),
    ...(['hqOwner', 'hqFinance'] as const).map((code) =>
      levelWhen(code, 'closedPeriod = true', texts('原年度已关账，按 T4 审批', 'The year is closed: band T4')),
    ),
  ],
}
