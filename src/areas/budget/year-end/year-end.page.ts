import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { DecisionView, DecisionFigure, DocumentPageSpec, Pending } from '#kernel/web/console/document/page-spec.ts'
import { currencyOf, readText } from '#kernel/web/console/document/reading.ts'
import { budgetYearEnd } from './budget-year-end.doc.ts'

/** The decision figures in the detail call's answer. */
interface DecisionFacts {
  readonly lines: readonly {
    readonly lineNo: number
    readonly toCode: string
    readonly available: string | null
    readonly after: string | null
  }[]
  readonly pending: readonly Pending[]
}

const AMOUNTS = ['totalAmount', 'carriedAmount', 'lapsedAmount'] as const

/** The page of a year-end document, on desktop and phone. */
export const page: DocumentPageSpec<DecisionFacts> = {
  definition: budgetYearEnd,
  decisionView({ document, names, decisionFacts }: DocumentDetail<DecisionFacts>): DecisionView | null {
    if (!decisionFacts || document.state !== 'underApproval') return null
    const texts = documentTexts(budgetYearEnd)
    const currency = currencyOf(budgetYearEnd, document)
    const area = readText(document['areaId'])
    const figures = AMOUNTS.map((name): DecisionFigure => ({
      label: texts.field(name),
      value: readText(document[name]),
      currency,
    }))
    return {
      about: `${names['areas']?.[area] ?? area} ${readText(document['year'])}`,
      figures: figures.filter(({ value }) => value !== ''),
      noFigures: '',
      pendingTitle: texts.text('decision.pending'),
      noPending: texts.text('decision.noPending'),
      pending: decisionFacts.pending,
      lines: new Map(decisionFacts.lines.map((line) => [line.lineNo, line])),
      lineLabel: texts.text('decision.nextYear'),
    }
  },
}
