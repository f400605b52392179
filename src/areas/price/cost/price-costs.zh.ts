import { parts } from '../locale/shared.zh.ts'
import type { PriceCostsTexts } from './price-costs.en.ts'

/** Texts of the list of costs, in Chinese. */
export const priceCosts: PriceCostsTexts = {
  title: '成本与毛利底线',
  empty: '暂无成本',
  more: '更多成本',
  skuCode: parts.skuCode,
  search: parts.skuBeginning,
  skuName: '产品',
  area: '区域',
  currency: '币种',
  cost: '单位成本',
  floor: '毛利底线',
  from: '生效日期',
  to: '失效日期',
  state: '状态',
  states: { effective: '已生效', pending: '待生效', expired: '已失效' },
  setBy: '录入人',
  setAt: '录入时间',
  sourceNo: '来源',
}
