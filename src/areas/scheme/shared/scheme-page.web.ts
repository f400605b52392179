import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { type FiguresToDecide, decisionPage } from '#kernel/web/console/document/decision-page.ts'
import type { DecisionFigure, DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { readText } from '#kernel/web/console/document/reading.ts'
import { schemeText } from './scheme-texts.web.ts'

/** The source of the money of the lines of a document. */
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
export function schemePage<F extends FiguresToDecide = FiguresToDecide>(
  definition: AnyDefinition,
  of: DrawnOn = 'scheme',
  figures?: (document: DocumentDetail<F>['document'], facts: F) => readonly DecisionFigure[],
): DocumentPageSpec<F> {
  const { title, none, line } = TEXTS[of]
  return decisionPage<F>(definition, {
    ...(figures ? { figures } : {}),
    about(nameOf, document) {
      if (of === 'budgets') return readText(document['name'])
      if (of === 'schemes') return nameOf('areas', 'areaId')
      return of === 'scheme' ? nameOf('schemes', 'schemeNo') : nameOf('customers', 'customerCode')
    },
    texts: () => ({ pendingTitle: schemeText(title), noPending: schemeText(none), lineLabel: schemeText(line) }),
    line: (fact, document) => (isAdded(document, fact) ? { label: paidBy() } : {}),
  })
}
