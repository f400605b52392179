import type { SpecialPricesLeftTexts } from './special-prices-left.en.ts'

/** Texts of what is left of special prices, in Chinese; loaded with the table alone. */
export const specialPricesLeft: SpecialPricesLeftTexts = {
  title: '剩余情况',
  product: '产品',
  state: '状态',
  price: '特价',
  cap: '数量上限',
  reserved: '已下单',
  used: '已开票',
  left: '剩余',
  committed: '预算占用',
  states: { asked: '审批中', effective: '生效中', expired: '已过期', closed: '已关闭' },
}
