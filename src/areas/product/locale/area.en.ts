import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/**
 * Texts of the product area in English; Chinese satisfies the same shape. Its pages are records, which bring their own: a browser
 * loads nothing of this.
 */
export const en = {
  label: 'Product',
  menu: { group: 'Products' },
}

export type ProductTexts = TextShape<typeof en>
