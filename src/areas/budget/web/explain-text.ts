import { areaTexts, loadPartTexts, type Translate } from '#kernel/console/client/i18n.ts'
import type { ExplainTexts } from '../locale/explain.en.ts'

// Only who asks where a number comes from needs them.
await loadPartTexts('explain', {
  en: () => import('../locale/explain.en.ts'),
  zh: () => import('../locale/explain.zh.ts'),
})

export const explainText: Translate<ExplainTexts> = areaTexts<ExplainTexts>('explain')
