import { life, pushedHeads } from '#kernel/engine/definition/document-texts.zh.ts'
import { bases, modes, parts, taxModes, terms } from '../locale/shared.zh.ts'
import type { PriceApplicationTexts } from './price-application.en.ts'

const { skuCode, previousPrice, changePercent, margin, floorMargin, remark } = parts

/** Texts of price applications in Chinese. */
export const priceApplication: PriceApplicationTexts = {
  label: '价格申请',
  many: '价格申请',
  fields: {
    ...pushedHeads,
    ...terms,
    no: '申请单号',
    market: '市场依据',
    expectedVolume: '预计销量',
    creatorRole: '创建人角色',
    priceCutPercent: '最大降幅',
    authority: '决定权限',
    quotes: '竞品报价',
  },
  lineFields: {
    skuCode,
    price: '申请价格',
    expectedQuantity: '预计数量',
    previousPrice,
    changePercent,
    margin,
    floorMargin,
    remark,
  },
  tableFields: {
    quotes: {
      competitor: '竞争对手',
      product: '产品',
      skuCode: '对比产品',
      quoted: '价格',
      quoteCurrency: '币种',
      seenOn: '采集日期',
      converted: '折合申请币种',
      conversion: '折算',
      rateOrigin: '汇率',
      difference: '申请价较报价',
      remark,
    },
  },
  states: { ...life.states, inReview: '价格评审中' },
  actions: { ...life.actions, settle: '评审通过', leave: '评审未能提交，保留草稿', refuse: '评审未通过' },
  options: {
    basis: bases,
    taxMode: taxModes,
    mode: modes,
    conversion: {
      same: '币种相同',
      booking: '按当日记账汇率',
      noRate: '无记账汇率，未比较',
    },
    authority: {
      within: '国家：审批通过即写入价格',
      beyond: '总部：审批通过后转为价格评审',
    },
  },
  review: '价格评审 {no}：{state}',
}
