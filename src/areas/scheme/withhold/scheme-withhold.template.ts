import { levelWhen } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, role, step, texts } from '#kernel/engine/approval/approval-type.ts'
import { schemeType, businessFinance } from '../shared/scheme-steps.template.ts'

/** Withhold (domain.md 2.5); the scheme's owner is notified. A drafter's level is skipped: then the next above is asked. */
export const schemeWithhold: ApprovalType = {
  code: 'scheme_withhold',
  place: 5,
  name: texts('预提', 'Withhold'),
  version: 2,
  process: 'new',
  people: ['schemeOwner'],
  variables: { schemeType },
  steps: [
    {
      ...businessFinance,
      cc: [{ computed: 'schemeOwner' }],
      when: 'not(list contains(drafterRoles, "businessFinance"))',
    },
    step(
      'financeManager',
      texts('财务经理', 'Finance manager'),
      role('financeManager'),
      texts('财务经理对当期费用负责', 'The finance manager answers for the cost of the period'),
      { when: 'not(list contains(drafterRoles, "financeManager"))' },
    ),
    levelWhen(
      'regionalFinance',
      'bandNo >= 3 or list contains(drafterRoles, "financeManager")',
      texts(
        'T3 及以上或由财务经理发起的预提需大区财务总监',
        'The regional finance director from band T3, or where the finance manager raised it',
      ),
    ),
  ],
}
