import type { DuplicateTexts } from './locale/duplicates.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Loaded on demand in one language, for people who are shown a duplicate.
await loadPartTexts('duplicates', {
  en: () => import('./locale/duplicates.en.ts'),
  zh: () => import('./locale/duplicates.zh.ts'),
})

export const duplicateText: Translate<DuplicateTexts> = areaTexts<DuplicateTexts>('duplicates')
