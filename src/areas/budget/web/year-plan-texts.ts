import { areaTexts, loadPartTexts, type Translate } from '#kernel/console/client/i18n.ts'
import type { YearPlanPageTexts } from '../locale/year-plan.en.ts'

// Only who plans a year needs them.
await loadPartTexts('yearPlan', {
  en: () => import('../locale/year-plan.en.ts'),
  zh: () => import('../locale/year-plan.zh.ts'),
})

export const planText: Translate<YearPlanPageTexts> = areaTexts<YearPlanPageTexts>('yearPlan')
