import { lazy } from 'react'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { type FiguresToDecide, figureOf } from '#kernel/web/console/document/decision-page.ts'
import type { DecisionFigure } from '#kernel/web/console/document/page-spec.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { lineColumns } from './application-columns.web.ts'
import { schemeApplication } from './scheme-application.doc.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'

/** Other schemes of a customer in the days of the application. */
interface OtherSchemes {
  readonly customerCode: string
  readonly customerName: string
  readonly currency: string
  readonly runningFrom: string
  readonly runningTo: string
  readonly count: number
  readonly amount: string
}

interface ApplicationFacts extends FiguresToDecide {
  readonly budgets: readonly {
    readonly code: string
    readonly currency: string
    readonly available: string
    readonly after: string
  }[]
  readonly others: readonly OtherSchemes[]
}

/** What is asked for against what its budgets have, and what its customers get already. */
function figures(
  document: DocumentDetail<ApplicationFacts>['document'],
  { budgets, others }: ApplicationFacts,
): readonly DecisionFigure[] {
  const request = figureOf(schemeApplication, document, 'totalAmount')
  const { currency } = request
  const total = (of: 'available' | 'after') => amountText(sumAmounts(budgets.map((budget) => amount(budget[of]))))
  const list = withQuery('/budget/pc/country/list', {
    idcCode: document['idcCode'] as string,
    budgetCode: budgets.map(({ code }) => code).join(','),
  })
  return [
    // Amounts of budgets in another currency stand beside their lines alone.
    ...(budgets.length > 0 && budgets.every((budget) => budget.currency === currency)
      ? [
          { label: schemeText('page.budgetsAvailable'), value: total('available'), currency, list },
          request,
          { label: schemeText('page.budgetsAfter'), value: total('after'), currency, list },
        ]
      : [request]),
    ...others.map(({ count, amount: value, customerName, ...filters }) => ({
      label: schemeText('page.otherSchemes', { customer: customerName, count }),
      value,
      currency: filters.currency,
      list: withQuery('/scheme/list', filters),
    })),
  ]
}

/** Policy applications on their pages. */
export const page = { ...schemePage<ApplicationFacts>(schemeApplication, 'budgets', figures), lineColumns }

/** Lazy-loaded: only price protection freezes stock. */
export const sections = [
  lazy(() =>
    import('../frozen-stock/FrozenStockSection.tsx').then((module) => ({ default: module.FrozenStockSection })),
  ),
]
