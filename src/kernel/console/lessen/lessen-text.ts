import type { LessenTexts } from './locale/lessen.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only who may agree to less needs them, in one language.
await loadPartTexts('lessen', {
  en: () => import('./locale/lessen.en.ts'),
  zh: () => import('./locale/lessen.zh.ts'),
})

export const lessenText: Translate<LessenTexts> = areaTexts<LessenTexts>('lessen')
