import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/**
 * Texts of the product area in English; Chinese satisfies the same shape. Its pages are records, which bring their own: a browser
 * loads nothing of this.
 */
export const en = {
  label: 'Product',
  menu: { group: 'Products' },
  /** Cases of the error catalogue (spec section 8) that orders and marketing pages will raise. */
  message: {
    inventoryInsufficient: 'The inventory is insufficient, please contact production and sales to transfer stock',
    kvLimit: 'The KV count has reached its maximum of 30',
    bannerLimit: 'At most {limit} banners',
  },
}

export type ProductTexts = TextShape<typeof en>
