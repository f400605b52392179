import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { InsightTexts } from '../locale/insight.en.ts'

// Loaded on demand, with the charts or the checks.
export const insightText = await loadPartTexts<InsightTexts>('insight', {
  en: () => import('../locale/insight.en.ts'),
  zh: () => import('../locale/insight.zh.ts'),
})
