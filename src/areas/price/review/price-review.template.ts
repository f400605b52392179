import { levelWhen, RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { priceSteps } from '#areas/approval-routes/price-steps.template.facade.ts'
import { type ApprovalType, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'
import { HQ_CUT } from '../shared/price-terms.ts'

/** Price review (domain.md 2.1); its code is fixed by the spec. */
export const priceReviewRoute: ApprovalType = {
  code: 'template_gs_price_adj',
  place: 1,
  name: texts('价格评审', 'Price review'),
  version: 2,
  process: 'new',
  variables: {
    belowFloor: RAISING.belowFloor,
    retro: RAISING.retro,
    priceCutPercent: variable('number', texts('最大降价幅度（%）', 'Largest price cut in percent')),
  },
  steps: [
    priceSteps.manager,
    priceSteps.secondLevel,
    priceSteps.margin,
    priceSteps.rsd,
    levelWhen('regionalFinance', 'retro = true', texts('追溯生效按 T4 审批', 'A start in the past is of band T4')),
    step(
      'hqPricing',
      texts('总部定价', 'HQ pricing'),
      role('hqPricing'),
      texts(
        '毛利低于底线、降价超过 10% 或追溯生效',
        'Margin below the floor, a cut of more than 10 %, or a start in the past',
      ),
      { when: `belowFloor = true or priceCutPercent > ${HQ_CUT} or retro = true` },
    ),
    levelWhen('hqFinance', 'retro = true', texts('追溯生效按 T4 审批', 'A start in the past is of band T4')),
  ],
}
