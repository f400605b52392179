import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { DecisionView, LineFact, DocumentPageSpec, Pending } from '#kernel/web/console/document/page-spec.ts'
import { currencyOf, readText } from '#kernel/web/console/document/reading.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { schemeText } from './scheme-texts.web.ts'

/** The decision figures in the detail call's answer. */
interface DecisionFacts {
  readonly lines: readonly (LineFact & { readonly lineNo: number })[]
  readonly pending: readonly Pending[]
}

/** What the lines of a document draw on. */
type DrawnOn = 'budgets' | 'scheme' | 'schemes' | 'items' | 'invoices' | 'special'

const TEXTS = {
  budgets: { title: 'page.pendingOnBudgets', none: 'page.noPendingOnBudgets', line: 'page.budgetAvailable' },
  special: { title: 'page.pendingOnBudgets', none: 'page.noPendingOnBudgets', line: 'page.budgetAvailable' },
  scheme: { title: 'page.pendingOnScheme', none: 'page.noPendingOnScheme', line: 'page.freeOf' },
  schemes: { title: 'page.pendingOnScheme', none: 'page.noPendingOnScheme', line: 'page.freeOf' },
  items: { title: 'page.pendingOnItems', none: 'page.noPendingOnItems', line: 'page.openOf' },
  invoices: { title: 'page.pendingOnInvoices', none: 'page.noPendingOnInvoices', line: 'page.netOf' },
} as const

/** An adjustment's increase draws on a budget, its decrease on the scheme's line. */
const isAdded = ({ lines }: DocumentDetail['document'], { lineNo }: { readonly lineNo: number }) =>
  lines.some((line) => line.lineNo === lineNo && line['kind'] === 'up')
const paidBy = () => schemeText(TEXTS.budgets.line)

/** The page of a scheme document, on desktop and phone: the funds of each line, and competing documents. */
export function schemePage(definition: AnyDefinition, of: DrawnOn = 'scheme'): DocumentPageSpec<DecisionFacts> {
  return {
    definition,
    decisionView({ document, names, decisionFacts }: DocumentDetail<DecisionFacts>): DecisionView | null {
      if (!decisionFacts || document.state !== 'underApproval') return null
      const texts = documentTexts(definition)
      const { amount } = viewOf(definition)
      const { title, none, line } = TEXTS[of]
      const nameOf = (list: string, field: string) => {
        const code = readText(document[field])
        return names[list]?.[code] ?? code
      }
      const aboutOf = () => {
        if (of === 'budgets') return readText(document['name'])
        if (of === 'schemes') return nameOf('areas', 'areaId')
        return of === 'scheme' ? nameOf('schemes', 'schemeNo') : nameOf('customers', 'customerCode')
      }
      return {
        about: aboutOf(),
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
        pendingTitle: schemeText(title),
        noPending: schemeText(none),
        pending: decisionFacts.pending,
        lines: new Map(
          decisionFacts.lines.map((fact) => [
            fact.lineNo,
            isAdded(document, fact) ? { ...fact, label: paidBy() } : fact,
          ]),
        ),
        lineLabel: schemeText(line),
      }
    },
  }
}
