import type { AddSpuTexts } from './add-spu.en.ts'

/** Texts of the part of a price form that adds the SKUs of an SPU, in Chinese. */
export const priceAddSpu: AddSpuTexts = {
  title: '添加 SPU 的全部 SKU、按百分比定价',
  spu: 'SPU 编码或名称',
  search: '搜索',
  none: '没有符合的在售 SPU',
  percent: '按百分比（−10 为降价）',
  percentHint: '填写后，添加的 SKU 同时带出价格',
  percentWrong: '请输入大于 −100、最多两位小数的数字',
  apply: '按百分比为全部明细定价',
  priced: '已为 {count} 行定价',
  unpricedMore: '{count} 个 SKU 在该日没有价格：{skus} 等，另有 {more} 个',
  unpriced: '{count} 个 SKU 在该日没有价格：{skus}',
  party: '按百分比定价前，请先选择价格分类或客户、贸易条款、币种和生效日期。',
  added: '已添加 {count} 个 SKU，已有的明细保持不变',
}
