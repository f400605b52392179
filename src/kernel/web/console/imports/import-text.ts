import type { ImportPageTexts } from './locale/imports-page.en.ts'
import { loadPartTexts } from '../client/i18n.ts'

// Loaded on demand, for people who import.
/** Texts of the upload and of the pages of an import. */
export const importText = await loadPartTexts<ImportPageTexts>('importsPage', {
  en: () => import('./locale/imports-page.en.ts'),
  zh: () => import('./locale/imports-page.zh.ts'),
})
