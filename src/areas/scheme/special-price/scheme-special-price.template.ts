import { levelWhen, RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

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
