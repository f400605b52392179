import type { ProductTexts } from './area.en.ts'

/** Texts of the product area in Chinese. */
export const zh: ProductTexts = {
  label: '产品',
  menu: { group: '产品' },
  message: {
    inventoryInsufficient: '库存不足，请联系产销调拨库存',
    kvLimit: 'KV数量已达上限30个',
    bannerLimit: '最多 {limit} 个横幅',
  },
}
