import { parts, taxModes, terms } from '../locale/shared.zh.ts'
import type { PriceOwnTexts } from './own-prices.en.ts'

/** Prices of a customer's own people, in Chinese. */
export const priceOwn: PriceOwnTexts = {
  title: '我的价格',
  empty: '没有生效或已公布的价格',
  more: '显示更多',
  announcement: '公布单号',
  search: parts.skuBeginning,
  columns: {
    skuCode: parts.skuCode,
    skuName: '产品',
    state: '状态',
    customerName: terms.customerCode,
    source: '适用对象',
    tradeTermCode: terms.tradeTermCode,
    currency: '币种',
    price: parts.price,
    ladder: parts.ladder,
    taxMode: terms.taxMode,
    taxRate: terms.taxRate,
    effectiveFrom: terms.effectiveFrom,
    effectiveTo: terms.effectiveTo,
  },
  states: { effective: '已生效', pending: '待生效' },
  sources: { customer: '仅本公司', classification: '同类客户' },
  taxModes,
}
