import type { AlikeTexts } from './locale/alike.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only who is shown such a document needs them, in one language.
await loadPartTexts('alike', {
  en: () => import('./locale/alike.en.ts'),
  zh: () => import('./locale/alike.zh.ts'),
})

export const alikeText: Translate<AlikeTexts> = areaTexts<AlikeTexts>('alike')
