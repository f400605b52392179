import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { YearPlanPageTexts } from './year-plan.en.ts'

// Loaded on demand, for year plans.
await loadPartTexts('yearPlan', {
  en: () => import('./year-plan.en.ts'),
  zh: () => import('./year-plan.zh.ts'),
})

export const planText: Translate<YearPlanPageTexts> = areaTexts<YearPlanPageTexts>('yearPlan')
