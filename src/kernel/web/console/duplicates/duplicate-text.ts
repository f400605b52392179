import type { DuplicateTexts } from './locale/duplicates.en.ts'
import { loadPartTexts } from '../client/i18n.ts'

// Loaded on demand in one language, for people who are shown a duplicate.
export const duplicateText = await loadPartTexts<DuplicateTexts>('duplicates', {
  en: () => import('./locale/duplicates.en.ts'),
  zh: () => import('./locale/duplicates.zh.ts'),
})
