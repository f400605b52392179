import { levels, RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, texts } from '#kernel/engine/approval/approval-type.ts'
import { marketing, financeReview, schemeType } from '../shared/scheme-steps.template.ts'

/** Policy application (domain.md 2.4). */
export const schemeApplication: ApprovalType = {
  code: 'scheme_application',
  place: 4,
  name: texts('政策申请', 'Policy application'),
  version: 2,
  process: 'new',
  variables: { schemeType, retro: RAISING.retro, belowFloor: RAISING.belowFloor },
  steps: [
    ...levels('levels', 'firstLevel', 'rsm'),
    marketing,
    financeReview,
    ...levels('levels', 'rcsm', 'rsd', 'regionalFinance', 'hqOwner', 'hqFinance'),
  ],
}
