import type { DocumentDetail } from '#kernel/console/client/document-api.ts'
import { areaTexts } from '#kernel/console/client/i18n.ts'
import type { DecisionView, PageSpec, Pending } from '#kernel/console/document/page-spec.ts'
import { currencyOf, readText } from '#kernel/console/document/reading.ts'
import { amount, amountText } from '#kernel/money/money.ts'
import { countryBudget } from '../country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { lineColumns } from './country-budget.columns.ts'
import { type AccountSubject, availableOf } from './explain-subject.ts'

const t = areaTexts<BudgetTexts>('budget')

/** The detail call's answer of what there is to decide on. */
interface DecisionFacts {
  readonly pool: {
    readonly available: string
    readonly held: string
    readonly currency: string
    readonly after: string
    /** For who may look into the pool itself. */
    readonly key: string | null
  } | null
  readonly lines: readonly {
    readonly lineNo: number
    readonly budgetCode: string | null
    readonly available: string | null
    readonly after: string | null
  }[]
  readonly pending: readonly Pending[]
}

/** How a country budget application is read, on desktop and phone. */
export const countryBudgetPage: PageSpec<DecisionFacts> = {
  definition: countryBudget,
  lineColumns,
  decisionView(detail: DocumentDetail<DecisionFacts>): DecisionView | null {
    const { document, names, decisionFacts } = detail
    if (!decisionFacts || document.state !== 'underApproval') return null
    const { pool, lines, pending } = decisionFacts
    const code = readText(document['projectPoolCode'])
    const asked = readText(document['totalAmount'])
    const isGrant = document['applyType'] === 'grant'
    const about = names['pools']?.[code] ?? code
    const of = (name: 'available' | 'held'): AccountSubject | undefined =>
      pool?.key ? { kind: 'pool', key: pool.key, amount: name, currency: pool.currency, name: about } : undefined
    return {
      about,
      noFigures: t('page.poolNotFunded'),
      figures: pool
        ? [
            // First, so that the three after it read as a sum; a revoke holds budget lines, nothing of the pool.
            {
              label: t(isGrant ? 'page.poolHeldThis' : 'page.poolHeld'),
              value: pool.held,
              currency: pool.currency,
              source: of('held'),
            },
            {
              label: t('page.poolNow'),
              value: poolBefore(document, pool.available),
              currency: pool.currency,
              source: of('available'),
            },
            {
              label: t('documents.countryBudget.fields.totalAmount'),
              value: asked,
              currency: currencyOf(countryBudget, document),
            },
            { label: t('page.poolAfter'), value: pool.after, currency: pool.currency, isOutcome: true },
          ]
        : [],
      pendingTitle: t('page.pending'),
      noPending: t('page.noPending'),
      pending,
      lines: new Map(
        lines.map((line) => [
          line.lineNo,
          { ...line, source: availableOf(line.budgetCode ?? '', currencyOf(countryBudget, document)) },
        ]),
      ),
      lineLabel: t('page.lineAvailable'),
    }
  },
}

/** What the pool had before this application: a grant in approval is held already, so without it there would be that much more. */
function poolBefore(document: Readonly<Record<string, unknown>>, available: string): string {
  if (document['applyType'] !== 'grant') return available
  return amountText(amount(available).plus(amount(readText(document['totalAmount']) || '0')))
}
