import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { YearPlanPageTexts } from './year-plan.en.ts'

// Loaded on demand, for year plans.
export const planText = await loadPartTexts<YearPlanPageTexts>('yearPlan', {
  en: () => import('./year-plan.en.ts'),
  zh: () => import('./year-plan.zh.ts'),
})
