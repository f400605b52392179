import { type ApprovalType, role, step, texts, variable } from '../approval-type.ts'
import { levelWhen, RAISING } from './levels.template.ts'

const manager = step(
  'manager',
  texts('国家经理', 'Country manager'),
  role('manager'),
  texts('国家经理对本国价格负责', 'The manager answers for the prices of the country'),
)

const secondLevel = step(
  'secondLevel',
  texts('区域销售经理 / 区域渠道销售经理', 'RSM / RCSM'),
  role('secondLevel'),
  texts('区域销售经理或区域渠道销售经理之一审批', 'Either the RSM or the RCSM decides'),
)

const margin = levelWhen('countryFinance', null, texts('国家财务核对毛利', 'Country finance checks the margin'))

const rsd = levelWhen('rsd', null, texts('区域销售总监对大区价格负责', 'The RSD answers for the prices of the region'))

/** Price review (domain.md 2.1); its code is fixed by the spec. */
export const priceReview: ApprovalType = {
  code: 'template_gs_price_adj',
  name: texts('价格评审', 'Price review'),
  version: 2,
  process: 'new',
  variables: {
    belowFloor: RAISING.belowFloor,
    retro: RAISING.retro,
    priceCutPercent: variable('number', texts('最大降价幅度（%）', 'Largest price cut in percent')),
  },
  steps: [
    manager,
    secondLevel,
    margin,
    rsd,
    levelWhen('regionalFinance', 'retro = true', texts('追溯生效按 T4 审批', 'A start in the past is of band T4')),
    step(
      'hqPricing',
      texts('总部定价', 'HQ pricing'),
      role('hqPricing'),
      texts(
        '毛利低于底线、降价超过 10% 或追溯生效',
        'Margin below the floor, a cut of more than 10 %, or a start in the past',
      ),
      { when: 'belowFloor = true or priceCutPercent > 10 or retro = true' },
    ),
    levelWhen('hqFinance', 'retro = true', texts('追溯生效按 T4 审批', 'A start in the past is of band T4')),
  ],
}

/** Special price (domain.md 2.13). */
export const specialPrice: ApprovalType = {
  code: 'special_price',
  name: texts('特价单', 'Special price'),
  version: 2,
  process: 'new',
  variables: {
    belowFloor: RAISING.belowFloor,
    funding: variable('text', texts('费用来源', 'Funding'), ['margin', 'budget']),
  },
  steps: [
    manager,
    secondLevel,
    margin,
    rsd,
    step(
      'hqPricing',
      texts('总部定价', 'HQ pricing'),
      role('hqPricing'),
      texts('毛利低于底线由总部定价终审', 'Below the margin floor HQ pricing decides'),
      { when: 'belowFloor = true' },
    ),
  ],
}

/** Price application (domain.md 2.17): within the local authority; what is beyond it becomes a price review. */
export const priceApplication: ApprovalType = {
  code: 'price_application',
  name: texts('价格申请', 'Price application'),
  version: 1,
  process: 'new',
  variables: { priceCutPercent: variable('number', texts('最大降价幅度（%）', 'Largest price cut in percent')) },
  steps: [
    manager,
    levelWhen('rsm', null, texts('区域销售经理确认本地市场价格', 'The RSM confirms the price for the local market')),
    margin,
  ],
}
