import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { InsightTexts } from '../locale/insight.en.ts'

// Loaded on demand, with the charts or the checks.
await loadPartTexts('insight', {
  en: () => import('../locale/insight.en.ts'),
  zh: () => import('../locale/insight.zh.ts'),
})

export const insightText: Translate<InsightTexts> = areaTexts<InsightTexts>('insight')
