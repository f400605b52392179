import { loadPartTexts, type TextKey } from '#kernel/web/console/client/i18n.ts'
import type { FundsPageTexts } from './locale/page.en.ts'

// Loaded on demand with the page, in one language.
export const fundsText = await loadPartTexts<FundsPageTexts>('fundsPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})

/** The title of a column; every key of the lists has one (funds-lists.scenario.test.ts). */
export const columnText = (key: string): string => fundsText(`columns.${key}` as TextKey<FundsPageTexts>)

/** The label of an enumerated value; `/` for none. */
export function wordText(key: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return '/'
  return fundsText(`words.${key}.${value}` as TextKey<FundsPageTexts>)
}
