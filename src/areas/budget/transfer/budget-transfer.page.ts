import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import type { DecisionView, DocumentPageSpec, Pending } from '#kernel/web/console/document/page-spec.ts'
import { currencyOf, readText } from '#kernel/web/console/document/reading.ts'
import { budgetTransfer } from './budget-transfer.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'

const t = areaTexts<BudgetTexts>('budget')

/** The decision figures in the detail call's answer. */
interface DecisionFacts {
  readonly lines: readonly { readonly lineNo: number; readonly available: string; readonly after: string }[]
  readonly pending: readonly Pending[]
}

/** The page of a budget transfer, on desktop and phone. */
export const page: DocumentPageSpec<DecisionFacts> = {
  definition: budgetTransfer,
  decisionView({ document, names, decisionFacts }: DocumentDetail<DecisionFacts>): DecisionView | null {
    if (!decisionFacts || document.state !== 'underApproval') return null
    const { lines, pending } = decisionFacts
    const code = readText(document['projectPoolCode'])
    return {
      about: names['pools']?.[code] ?? code,
      noFigures: '',
      figures: [
        {
          label: t('documents.budgetTransfer.fields.totalAmount'),
          value: readText(document['totalAmount']),
          currency: currencyOf(budgetTransfer, document),
        },
      ],
      pendingTitle: t('page.pendingOnBudgets'),
      noPending: t('page.noPendingOnBudgets'),
      pending,
      lines: new Map(
        lines.map((line) => [line.lineNo, { ...line, source: document.lines[line.lineNo - 1]?.['fromBudgetCode'] }]),
      ),
      lineLabel: t('page.giverAvailable'),
    }
  },
}
