import type { AlikeTexts } from '#kernel/console/alike/locale/alike.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only who is shown such a document needs them, in one language.
await loadPartTexts('alike', {
  en: () => import('#kernel/console/alike/locale/alike.en.ts'),
  zh: () => import('#kernel/console/alike/locale/alike.zh.ts'),
})

export const alikeText: Translate<AlikeTexts> = areaTexts<AlikeTexts>('alike')
