import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.zh.ts'
import { bases, flags, modes, parts, taxModes, terms } from '../locale/shared.zh.ts'
import type { PriceReviewTexts } from './price-review.en.ts'

/** What each act on an approved review asks for. */
const acted = { skuCodes: 'SKU ID（不填为全部明细）', reason: '原因' }

/** Texts of price reviews in Chinese. */
export const priceReview: PriceReviewTexts = {
  label: '价格评审',
  many: '价格评审',
  fields: {
    ...pushedHeads,
    ...terms,
    validity: '生效状态',
    no: '申请单号',
    source: '来源',
    applicationNo: '价格申请',
    creatorRole: '创建人角色',
    priceCutPercent: '最大降幅',
  },
  lineFields: parts,
  states: pushedLife.states,
  axes: { validity: { toBeEffective: '待生效', effective: '已生效', expired: '已失效', inactivated: '已作废' } },
  actions: { ...pushedLife.actions, endEarly: '提前结束', revoke: '撤销', extend: '延期' },
  acts: {
    endEarly: {
      note: '本评审的价格到这一天为止。临时价恢复为之前的价格，其他情况此后没有价格。',
      fields: { ...acted, day: '最后一天' },
    },
    revoke: { note: '本评审尚未生效的价格不再生效，被其取代的价格恢复。', fields: acted },
    extend: {
      note: '本评审在该日之前失效的价格延长到该日为止，取代其后的价格。',
      fields: { ...acted, day: '新的最后一天' },
    },
  },
  effects: { financePush: '推送ERP（财务）', dataCentrePush: '推送数据中心' },
  options: {
    basis: bases,
    taxMode: taxModes,
    mode: modes,
    retro: flags,
    source: { typed: '手工录入', file: '文件导入' },
  },
}
