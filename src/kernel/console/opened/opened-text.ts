import type { OpenedTexts } from './locale/opened.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only who opens such a field needs them, in one language.
await loadPartTexts('opened', {
  en: () => import('./locale/opened.en.ts'),
  zh: () => import('./locale/opened.zh.ts'),
})

export const openedText: Translate<OpenedTexts> = areaTexts<OpenedTexts>('opened')
