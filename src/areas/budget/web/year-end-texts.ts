import { areaTexts, loadDocumentTexts, loadPartTexts } from '#kernel/console/client/i18n.ts'
import type { PeriodState } from '../budget-period.ts'
import type { YearEndPageTexts } from '../locale/year-end-page.en.ts'

const NAME = 'budgetYearEndPages'

// They come with the pages of a year end, not with the area: who imports this waits for them.
await Promise.all([
  loadPartTexts(NAME, {
    en: async () => ({ [NAME]: (await import('../locale/year-end-page.en.ts')).page }),
    zh: async () => ({ [NAME]: (await import('../locale/year-end-page.zh.ts')).page }),
  }),
  loadDocumentTexts('budget', {
    en: async () => ({ budgetYearEnd: (await import('../locale/year-end.en.ts')).yearEnd }),
    zh: async () => ({ budgetYearEnd: (await import('../locale/year-end.zh.ts')).yearEnd }),
  }),
])

export const yearEndText = areaTexts<YearEndPageTexts>(NAME)

export const stateText = (state: PeriodState): string => yearEndText(`states.${state}`)
