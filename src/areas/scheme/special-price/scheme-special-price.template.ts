import { RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { priceSteps } from '#areas/approval-routes/price-steps.template.facade.ts'
import { type ApprovalType, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

/** Special price (domain.md 2.13). */
export const specialPrice: ApprovalType = {
  code: 'special_price',
  place: 13,
  name: texts('特价单', 'Special price'),
  version: 2,
  process: 'new',
  variables: {
    belowFloor: RAISING.belowFloor,
    funding: variable('text', texts('费用来源', 'Funding'), ['margin', 'budget']),
  },
  steps: [
    priceSteps.manager,
    priceSteps.secondLevel,
    priceSteps.margin,
    priceSteps.rsd,
    step(
      'hqPricing',
      texts('总部定价', 'HQ pricing'),
      role('hqPricing'),
      texts('毛利低于底线由总部定价终审', 'Below the margin floor HQ pricing decides'),
      { when: 'belowFloor = true' },
    ),
  ],
}
