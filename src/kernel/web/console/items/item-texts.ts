import { loadPartTexts } from '../client/i18n.ts'
import type { ItemTexts } from './locale/items.en.ts'

/** Texts of a document's items. */
export const itemText = await loadPartTexts<ItemTexts>('items', {
  en: () => import('./locale/items.en.ts'),
  zh: () => import('./locale/items.zh.ts'),
})
