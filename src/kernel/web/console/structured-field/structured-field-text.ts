import type { StructuredFieldTexts } from './locale/structured-field.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Loaded on demand in one language.
await loadPartTexts('opened', {
  en: () => import('./locale/structured-field.en.ts'),
  zh: () => import('./locale/structured-field.zh.ts'),
})

export const structuredFieldText: Translate<StructuredFieldTexts> = areaTexts<StructuredFieldTexts>('opened')
