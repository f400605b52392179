import type { SchemeAdjustTexts } from './adjust.en.ts'
import { actions, effects, flags, heads, parts, sources, states } from './shared.zh.ts'

/** Texts of adjustments in Chinese. */
export const schemeAdjust: SchemeAdjustTexts = {
  label: '调整',
  titles: { up: '方案调增', down: '方案调减', none: '方案条款调整' },
  fields: {
    ...heads,
    no: '调整单号',
    newStartDate: '新开始日期',
    newEndDate: '新结束日期',
    newClaimDeadline: '新兑付截止日',
    newWithholdRate: '新预提率',
    direction: '调整方向',
    retroactive: '先执行后审批',
    oldTotal: '调整前总额',
    newTotal: '调整后总额',
    totalAmount: '审批金额',
  },
  lineFields: {
    ...parts,
    kind: '调整类型',
    committedAmount: '当前承诺',
    amount: '调整金额',
    newBudgetCode: '承担预算',
    availableAmount: '可用金额',
    unitAmount: '新单台金额',
    ratePercent: '新返利比例',
    ladderKind: '阶梯类型',
    ladder: '新阶梯',
    oldTerms: '当前条件',
    skuCode: '当前 SKU',
    spuCode: '当前 SPU',
    newCustomerCode: '新客户',
    newSkuCode: '新 SKU',
    newSpuCode: '新 SPU',
  },
  states,
  actions,
  effects,
  options: {
    direction: { up: '调增', down: '调减', none: '仅条款' },
    retroactive: flags,
    kind: { up: '调增', down: '调减', swap: '更换预算', terms: '条款', scope: '适用范围' },
    ladderKind: { percent: '百分比', unit: '单台金额' },
    source: sources,
  },
}
