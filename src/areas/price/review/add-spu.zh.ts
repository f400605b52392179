import type { AddSpuTexts } from './add-spu.en.ts'

/** Texts of the part of a price form that adds the SKUs of an SPU, in Chinese. */
export const priceAddSpu: AddSpuTexts = {
  title: '添加 SPU 的全部 SKU',
  spu: 'SPU',
  price: '统一价格（选填）',
  add: '添加其 SKU',
  added: '已添加 {count} 个 SKU，已有的明细保持不变',
}
