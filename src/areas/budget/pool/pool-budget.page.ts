import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import type { DecisionView, DocumentPageSpec, Pending } from '#kernel/web/console/document/page-spec.ts'
import { currencyOf, readText } from '#kernel/web/console/document/reading.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { poolBudget } from './pool-budget.doc.ts'
import { levelLabel } from '../project-budget/level-texts.web.ts'

const t = areaTexts<BudgetTexts>('budget')

/** The decision figures in the detail call's answer. */
interface DecisionFacts {
  readonly lines: readonly {
    readonly lineNo: number
    readonly available: string | null
    readonly after: string | null
  }[]
  readonly pending: readonly Pending[]
}

/** The page of a pool budget application, on desktop and phone. */
export const page: DocumentPageSpec<DecisionFacts> = {
  definition: poolBudget,
  decisionView({ document, names, decisionFacts }: DocumentDetail<DecisionFacts>): DecisionView | null {
    if (!decisionFacts || document.state !== 'underApproval') return null
    const { lines, pending } = decisionFacts
    const area = readText(document['areaId'])
    return {
      about: names['areas']?.[area] ?? area,
      noFigures: '',
      figures: [
        {
          label: t('documents.poolBudget.fields.totalAmount'),
          value: readText(document['totalAmount']),
          currency: currencyOf(poolBudget, document),
        },
      ],
      pendingTitle: levelLabel('pendingOnPools'),
      noPending: levelLabel('noPendingOnPools'),
      pending,
      lines: new Map(lines.map((line) => [line.lineNo, line])),
      lineLabel: levelLabel('poolAvailable'),
    }
  },
}
