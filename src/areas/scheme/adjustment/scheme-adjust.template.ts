import { levels, RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, texts, variable } from '#kernel/engine/approval/approval-type.ts'

/** Adjust (domain.md 2.9): an increase by the new total, a decrease by its amount, as its document computes. */
export const schemeAdjust: ApprovalType = {
  code: 'scheme_adjust',
  place: 9,
  name: texts('调整', 'Adjust'),
  version: 2,
  process: 'new',
  variables: {
    direction: variable('text', texts('调整方向', 'Direction'), ['up', 'down', 'none']),
    retro: RAISING.retro,
    belowFloor: RAISING.belowFloor,
  },
  steps: levels(
    'levels',
    'firstLevel',
    'rsm',
    'countryFinance',
    'rcsm',
    'rsd',
    'regionalFinance',
    'hqOwner',
    'hqFinance',
  ),
}
