import { levels, levelWhen, RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, texts, variable } from '#kernel/engine/approval/approval-type.ts'
import { businessFinance, settlementFinance } from '../shared/scheme-steps.template.ts'

/** Execute (domain.md 2.7). Settlement finance as the drafter is not asked: the regional finance director is. */
export const schemeExecute: ApprovalType = {
  code: 'scheme_execute',
  place: 7,
  name: texts('执行', 'Execute'),
  version: 3,
  process: 'new',
  variables: {
    payoutType: variable('text', texts('兑付方式', 'Payout type'), ['standard', 'reduce', 'payment', 'detail']),
    closedPeriod: RAISING.closedPeriod,
  },
  steps: [
    ...levels('levels', 'firstLevel', 'rsm'),
    {
      ...businessFinance,
      rule: texts('业务财务复核计算结果', 'Business finance checks the calculation'),
    },
    { ...settlementFinance, when: 'not(list contains(drafterRoles, "settlementFinance"))' },
    ...levels('levels', 'rcsm', 'rsd'),
    levelWhen(
      'regionalFinance',
      'list contains(levels, "regionalFinance") or list contains(drafterRoles, "settlementFinance")',
      texts(
        'T3 及以上或由结算财务发起的执行需大区财务总监',
        'The regional finance director from band T3, or where settlement finance raised it',
      ),
    ),
    ...levels('levels', 'hqOwner', 'hqFinance'),
  ],
}
