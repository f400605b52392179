import { heads } from '#kernel/engine/definition/document-texts.zh.ts'
import { bases, parts, taxModes, terms } from '../locale/shared.zh.ts'
import type { PriceFeedTexts } from './price-feed.en.ts'

const { classificationCode, customerCode, tradeTermCode, taxMode, taxRate, effectiveFrom, effectiveTo, basis } = terms
const { skuCode, previousPrice, price } = parts
const { reason, state, drafter, createdAt, updatedAt, submittedAt, lines } = heads

/** Texts of price feeds in Chinese. */
export const priceFeed: PriceFeedTexts = {
  label: '价格导入单',
  many: '价格导入单',
  fields: {
    no: '导入单号',
    reason,
    state,
    drafter,
    createdAt,
    updatedAt,
    submittedAt,
    lines,
    idcCode: '数据中心',
    areaId: '区域',
    source: '来源',
    reference: '导入或消息编号',
    creatorRole: '创建人角色',
    lineCount: '价格数',
  },
  lineFields: {
    sourceRow: '行号',
    classificationCode,
    customerCode,
    skuCode,
    tradeTermCode,
    currency: '币种',
    price,
    previousPrice,
    taxMode,
    taxRate,
    effectiveFrom,
    effectiveTo,
    basis,
  },
  history: '处理记录',
  states: { draft: '草稿', applied: '已生效', undone: '已撤销' },
  actions: { submit: '提交', undo: '撤销' },
  acts: {
    undo: {
      note: '本单的价格退出价目表，恢复原价。若其中的价格此后已被其他单据变更，则不能撤销。',
      fields: { reason: '原因' },
    },
  },
  options: {
    source: { file: '文件', system: '外部系统' },
    taxMode: taxModes,
    basis: bases,
  },
}
