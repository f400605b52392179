import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.zh.ts'
import { bases, flags, modes, parts, taxModes, terms } from '../locale/shared.zh.ts'
import type { PriceReviewTexts } from './price-review.en.ts'

/** Texts of price reviews in Chinese. */
export const priceReview: PriceReviewTexts = {
  label: '价格评审',
  many: '价格评审',
  fields: {
    ...pushedHeads,
    ...terms,
    no: '申请单号',
    source: '来源',
    creatorRole: '创建人角色',
    priceCutPercent: '最大降幅',
  },
  lineFields: parts,
  states: pushedLife.states,
  actions: pushedLife.actions,
  effects: pushedLife.effects,
  options: {
    basis: bases,
    taxMode: taxModes,
    mode: modes,
    retro: flags,
    source: { typed: '手工录入', file: '文件导入' },
  },
}
