import type { ProductTexts } from './area.en.ts'

/** Texts of the product area in Chinese. */
export const zh: ProductTexts = {
  label: '产品',
  menu: { group: '产品' },
}
