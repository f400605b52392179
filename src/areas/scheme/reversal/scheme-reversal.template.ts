import { levelWhen, RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, role, step, texts } from '#kernel/engine/approval/approval-type.ts'
import { businessFinance } from '../shared/scheme-steps.template.ts'

/** Reversal (domain.md 2.6): like the withhold, one level less; all of T4 where the period is closed. */
export const schemeReversal: ApprovalType = {
  code: 'scheme_reversal',
  place: 6,
  name: texts('冲销', 'Reversal'),
  version: 1,
  process: 'new',
  variables: { closedPeriod: RAISING.closedPeriod },
  steps: [
    businessFinance,
    step(
      'financeManager',
      texts('财务经理', 'Finance manager'),
      role('financeManager'),
      texts(
        '比预提少一级：T3 及以上或由业务财务发起时才需财务经理',
        'One level shorter than the withhold: only from band T3, or where business finance raised it',
      ),
      { when: 'bandNo >= 3 or list contains(drafterRoles, "businessFinance")' },
    ),
    ...(['regionalFinance', 'hqOwner', 'hqFinance'] as const).map((code) =>
      levelWhen(
        code,
        'closedPeriod = true',
        texts('原期间已关账，按 T4 审批', 'The original period is closed: band T4'),
      ),
    ),
  ],
}
