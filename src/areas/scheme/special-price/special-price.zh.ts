import { flags, heads, life, parts, sources } from '../locale/shared.zh.ts'
import type { SchemeSpecialPriceTexts } from './special-price.en.ts'

/** Texts of special prices in Chinese. */
export const schemeSpecialPrice: SchemeSpecialPriceTexts = {
  label: '特价单',
  many: '特价单',
  titles: { margin: '特价单：毛利让利', budget: '特价单：预算支持' },
  fields: {
    ...heads,
    no: '特价单号',
    customerCode: '客户',
    endCustomerCode: '最终客户',
    tradeTermCode: '贸易条款',
    validFrom: '生效日期',
    validTo: '失效日期',
    funding: '费用来源',
    settlement: '结算方式',
    stackable: '可叠加',
    totalAmount: '支持总额',
    belowFloor: '低于毛利底线',
  },
  lineFields: {
    ...parts,
    skuCode: '产品 SKU',
    listPrice: '目录价',
    specialPrice: '特价',
    quantityCap: '数量上限',
    lineCurrency: '币种',
    unitSupport: '单台支持',
    totalSupport: '支持金额',
    margin: '毛利率',
    costOrigin: '成本换算来源',
    availableAmount: '可用金额',
  },
  states: { ...life.states, closed: '已关闭' },
  actions: { ...life.actions, close: '关闭' },
  effects: life.effects,
  options: {
    funding: { margin: '仅毛利', budget: '预算' },
    settlement: { onInvoice: '开票直降', claim: '先发货后兑付' },
    stackable: flags,
    belowFloor: flags,
    source: sources,
  },
}
