import type { OpenedTexts } from '#kernel/console/opened/locale/opened.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only who opens such a field needs them, in one language.
await loadPartTexts('opened', {
  en: () => import('#kernel/console/opened/locale/opened.en.ts'),
  zh: () => import('#kernel/console/opened/locale/opened.zh.ts'),
})

export const openedText: Translate<OpenedTexts> = areaTexts<OpenedTexts>('opened')
