import type { AnyDefinition } from '#kernel/document/definition.ts'
import type { DocumentDetail } from '#kernel/console/client/document-api.ts'
import { documentTexts } from '#kernel/console/client/document-texts.ts'
import type { DecisionView, LineFact, PageSpec, Pending } from '#kernel/console/document/page-spec.ts'
import { currencyOf, readText } from '#kernel/console/document/reading.ts'
import { viewOf } from '#kernel/document/view.ts'
import { schemeText } from './scheme-texts.ts'

/** The detail call's answer of what there is to decide on. */
interface DecisionFacts {
  readonly lines: readonly (LineFact & { readonly lineNo: number })[]
  readonly pending: readonly Pending[]
}

/** How a document of a scheme is read, on desktop and phone: what each line draws on, and who else waits for it. */
export function schemePage(definition: AnyDefinition, of: 'budgets' | 'scheme' = 'scheme'): PageSpec<DecisionFacts> {
  return {
    definition,
    decisionView({ document, names, decisionFacts }: DocumentDetail<DecisionFacts>): DecisionView | null {
      if (!decisionFacts || document.state !== 'underApproval') return null
      const texts = documentTexts(definition)
      const { amount } = viewOf(definition)
      const isOfBudgets = of === 'budgets'
      const no = readText(document['schemeNo'])
      return {
        about: isOfBudgets ? readText(document['name']) : (names['schemes']?.[no] ?? no),
        noFigures: '',
        figures: amount
          ? [
              {
                label: texts.field(amount),
                value: readText(document[amount]),
                currency: currencyOf(definition, document),
              },
            ]
          : [],
        pendingTitle: schemeText(isOfBudgets ? 'page.pendingOnBudgets' : 'page.pendingOnScheme'),
        noPending: schemeText(isOfBudgets ? 'page.noPendingOnBudgets' : 'page.noPendingOnScheme'),
        pending: decisionFacts.pending,
        lines: new Map(decisionFacts.lines.map((line) => [line.lineNo, line])),
        lineLabel: schemeText(isOfBudgets ? 'page.budgetAvailable' : 'page.freeOf'),
      }
    },
  }
}
