import { role, step, texts } from '#kernel/engine/approval/approval-type.ts'
import { levelWhen } from './levels.template.facade.ts'

/** Who decides on a price: the steps that price reviews, price applications and special prices have in common. */
export const priceSteps = {
  manager: step(
    'manager',
    texts('国家经理', 'Country manager'),
    role('manager'),
    texts('国家经理对本国价格负责', 'The manager answers for the prices of the country'),
  ),
  secondLevel: step(
    'secondLevel',
    texts('区域销售经理 / 区域渠道销售经理', 'RSM / RCSM'),
    role('secondLevel'),
    texts('区域销售经理或区域渠道销售经理之一审批', 'Either the RSM or the RCSM decides'),
  ),
  margin: levelWhen('countryFinance', null, texts('国家财务核对毛利', 'Country finance checks the margin')),
  rsd: levelWhen('rsd', null, texts('区域销售总监对大区价格负责', 'The RSD answers for the prices of the region')),
}
