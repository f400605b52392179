import type { PriceRoundingTexts } from './rounding.en.ts'

/** 价格取整规则页面的中文文本。 */
export const priceRounding: PriceRoundingTexts = {
  title: '价格取整规则',
  hint: '按百分比变更的价格，按其区域和币种的规则取整，旁边显示精确值。未填区域的规则适用于该币种没有自己规则的所有区域。没有规则时保留两位小数。',
  rules: '取整规则',
  area: '区域',
  anyArea: '所有区域',
  anyAreaHint: '不填：所有区域',
  currency: '币种',
  step: '步长',
  ending: '尾数',
  direction: '方向',
  directions: { nearest: '就近', up: '向上', down: '向下' },
  example: '可能的价格',
  rule: '{direction}取整，步长 {step}',
  ruleEnding: '{direction}取整，步长 {step}，尾数 {ending}',
  before: '原价',
  exact: '精确值',
  rounded: '取整后',
  sku: '产品 SKU',
  none: '无',
  publishText: '规则适用于此后按百分比变更的价格，已有的价格和草稿不变。',
}
