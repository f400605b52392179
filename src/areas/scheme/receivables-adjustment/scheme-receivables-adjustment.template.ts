import { levelWhen, RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

const LAST_BAND = texts('坏账与已关账期间一律按 T4 审批', 'Bad debt and closed periods are always of band T4')
const IN_LAST_BAND = 'writeOff = true or closedPeriod = true'

/** Receivables adjustment (domain.md 2.11). A drafter's level is skipped: then the next above is asked. */
export const receivablesAdjustment: ApprovalType = {
  code: 'receivables_adjustment',
  place: 11,
  name: texts('应收调整', 'Receivables adjustment'),
  version: 2,
  process: 'new',
  variables: {
    reason: variable('text', texts('调整原因', 'Reason'), [
      'rebateOffset',
      'priceDifference',
      'shortPayment',
      'tax',
      'fx',
      'smallBalance',
      'badDebt',
    ]),
    writeOff: RAISING.writeOff,
    closedPeriod: RAISING.closedPeriod,
  },
  steps: [
    step(
      'arAccountant',
      texts('应收会计', 'AR accountant'),
      role('arAccountant'),
      texts('应收会计核对未清项', 'The AR accountant checks the open items'),
      { when: 'not(list contains(drafterRoles, "arAccountant"))' },
    ),
    levelWhen(
      'countryFinance',
      'not(list contains(drafterRoles, "countryFinance"))',
      texts('国家财务确认调整原因', 'Country finance confirms the reason'),
    ),
    levelWhen('regionalFinance', null, texts('大区财务总监批准应收变动', 'The regional finance director approves it')),
    levelWhen('hqOwner', IN_LAST_BAND, LAST_BAND),
    levelWhen('hqFinance', IN_LAST_BAND, LAST_BAND),
  ],
}
