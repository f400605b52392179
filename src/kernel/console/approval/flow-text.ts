import type { FlowTexts } from '#kernel/i18n/locale/flow.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only pages that show an approval need them, in one language.
await loadPartTexts('flow', {
  en: () => import('#kernel/i18n/locale/flow.en.ts'),
  zh: () => import('#kernel/i18n/locale/flow.zh.ts'),
})

/** The texts of the approval page. */
export const flowText: Translate<FlowTexts> = areaTexts<FlowTexts>('flow')
