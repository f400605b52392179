import { parts, taxModes, terms } from '../locale/shared.zh.ts'
import type { PriceInquiryTexts } from './price-inquiry.en.ts'

/** The price inquiry, in Chinese. */
export const priceInquiry: PriceInquiryTexts = {
  label: '价格查询',
  fields: {
    areaId: '区域',
    customerCode: terms.customerCode,
    classificationCode: terms.classificationCode,
    tradeTermCode: terms.tradeTermCode,
    currency: '币种',
    skuCode: parts.skuCode,
    quantity: '数量',
    day: '日期（留空为今天）',
  },
  choose: '请选择客户或价格分类、贸易条款、币种和产品 SKU，价格显示在此处。',
  answer: '价格',
  source: {
    special: '特价 {no}',
    customer: '客户价格',
    classification: '分类价格',
  },
  wrong: {
    quantity: '请输入 1 至 999,999,999 的整数',
    day: '请输入日期，如 2026-11-30',
  },
  pieces: '{units} 件',
  empty: '没有价格：价格为空，请联系财务',
  missing: '{units} 件没有价格：请联系财务',
  total: '合计',
  others: '未采用',
  unused: {
    none: '没有',
    soldOut: '数量已售完或已占用',
    hidden: '已有更优先的价格',
  },
  sources: {
    special: '特价',
    customer: '客户',
    classification: '分类',
  },
  facts: {
    period: terms.period,
    tax: terms.taxMode,
    ladder: parts.ladder,
    no: '单据编号',
    costBasis: parts.costBasis,
    costOrigin: parts.costOrigin,
    margin: parts.margin,
    floorMargin: parts.floorMargin,
  },
  taxModes,
  line: '时间线',
  calendar: '日历',
  noLine: '此日前后均无价格',
  history: '历史',
}
