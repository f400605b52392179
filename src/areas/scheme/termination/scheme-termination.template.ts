import { levels } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, texts } from '#kernel/engine/approval/approval-type.ts'
import { marketing, financeReview, schemeType } from '../shared/scheme-steps.template.ts'

/** Terminate (domain.md 2.8): like the application, one level less. */
export const schemeTerminate: ApprovalType = {
  code: 'scheme_terminate',
  place: 8,
  name: texts('终止', 'Terminate'),
  version: 2,
  process: 'new',
  variables: { schemeType },
  steps: [
    ...levels('levelsBelow', 'firstLevel', 'rsm'),
    marketing,
    financeReview,
    ...levels('levelsBelow', 'rcsm', 'rsd', 'regionalFinance', 'hqOwner'),
  ],
}
