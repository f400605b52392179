import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import type { YearEndPageTexts } from './year-end-page.en.ts'
import '../year-end/year-end-document-texts.web.ts'

const NAME = 'budgetYearEndPages'

// Loaded with the desktop's year-end pages: importing this waits for them.
export const yearEndText = await loadPartTexts<YearEndPageTexts>(NAME, {
  en: async () => ({ [NAME]: (await import('./year-end-page.en.ts')).page }),
  zh: async () => ({ [NAME]: (await import('./year-end-page.zh.ts')).page }),
})

export const stateText = (state: PeriodState): string => yearEndText(`states.${state}`)
