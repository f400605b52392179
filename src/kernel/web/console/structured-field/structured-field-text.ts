import type { StructuredFieldTexts } from './locale/structured-field.en.ts'
import { loadPartTexts } from '../client/i18n.ts'

// Loaded on demand in one language.
export const structuredFieldText = await loadPartTexts<StructuredFieldTexts>('opened', {
  en: () => import('./locale/structured-field.en.ts'),
  zh: () => import('./locale/structured-field.zh.ts'),
})
