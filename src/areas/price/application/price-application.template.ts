import { levelWhen } from '#areas/approval-routes/levels.template.facade.ts'
import { priceSteps } from '#areas/approval-routes/price-steps.template.facade.ts'
import { type ApprovalType, texts, variable } from '#kernel/engine/approval/approval-type.ts'

/** Price application (domain.md 2.17): within the local authority; beyond it becomes a price review. */
export const priceApplicationRoute: ApprovalType = {
  code: 'price_application',
  place: 17,
  name: texts('价格申请', 'Price application'),
  version: 1,
  process: 'new',
  variables: { priceCutPercent: variable('number', texts('最大降价幅度（%）', 'Largest price cut in percent')) },
  steps: [
    priceSteps.manager,
    levelWhen('rsm', null, texts('区域销售经理确认本地市场价格', 'The RSM confirms the price for the local market')),
    priceSteps.margin,
  ],
}
