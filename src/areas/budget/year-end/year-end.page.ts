import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { decisionPage, figureOf } from '#kernel/web/console/document/decision-page.ts'
import { readText } from '#kernel/web/console/document/reading.ts'
import { budgetYearEnd } from './budget-year-end.doc.ts'

const AMOUNTS = ['totalAmount', 'carriedAmount', 'lapsedAmount'] as const

/** The page of a year-end document, on desktop and phone. */
export const page = decisionPage(budgetYearEnd, {
  about: (nameOf, { year }) => `${nameOf('areas', 'areaId')} ${readText(year)}`,
  texts() {
    const texts = documentTexts(budgetYearEnd)
    return {
      pendingTitle: texts.text('decision.pending'),
      noPending: texts.text('decision.noPending'),
      lineLabel: texts.text('decision.nextYear'),
    }
  },
  figures: (document) =>
    AMOUNTS.map((name) => figureOf(budgetYearEnd, document, name)).filter(({ value }) => value !== ''),
})
