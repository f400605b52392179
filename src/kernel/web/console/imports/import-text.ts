import type { ImportPageTexts } from './locale/imports-page.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Loaded on demand, for people who import.
await loadPartTexts('importsPage', {
  en: () => import('./locale/imports-page.en.ts'),
  zh: () => import('./locale/imports-page.zh.ts'),
})

/** Texts of the upload and of the pages of an import. */
export const importText: Translate<ImportPageTexts> = areaTexts<ImportPageTexts>('importsPage')
