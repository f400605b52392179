import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { ExplainTexts } from './explain.en.ts'

// Loaded on demand, with the first explanation.
await loadPartTexts('explain', {
  en: () => import('./explain.en.ts'),
  zh: () => import('./explain.zh.ts'),
})

export const explainText: Translate<ExplainTexts> = areaTexts<ExplainTexts>('explain')
