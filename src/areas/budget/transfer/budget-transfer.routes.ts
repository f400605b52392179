import { ofMonth } from '../shared/budget.exports.ts'
import { Type } from 'typebox'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { pendingSchema } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { budgetsByRow, transferTotal } from './budget-transfer.rules.ts'
import { budgetTransferDocument } from './budget-transfer.plans.ts'
import { budgetFigures } from '../shared/budget-figures.facts.ts'
import { serveBudget } from '../shared/budget-served.server.ts'

const decisionFactsSchema = Type.Object({
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), available: money, after: money })),
  pending: pendingSchema({ applyType: Type.Null() }),
})

const figures = budgetFigures('amount', 'fromBudgetCode')

/** Each budget's balance without this transfer and after it, as submitted. */
async function decisionFacts(tx: Tx, context: RequestContext, document: LoadedDocument) {
  const { lines, pending } = await figures(tx, context, document)
  return { lines, pending: pending.map((each) => ({ ...each, applyType: null })) }
}

export const served = serveBudget({
  document: budgetTransferDocument,
  detail: {
    summary: 'One budget transfer with lines, approval and the figures to decide on',
    facts: { schema: decisionFactsSchema, read: decisionFacts },
  },
  check: {
    path: '/aps/budget/country/project/transfer/check',
    summary: 'Check a budget transfer before it is submitted, with the amounts that are available now',
    answer: {
      schema: {
        totalAmount: money,
        lines: Type.Array(Type.Object({ row: Type.Integer(), budgetCode: nullable(text), available: nullable(money) })),
      },
      read: (content, facts) => ({
        totalAmount: amountText(transferTotal(content)),
        lines: budgetsByRow(content, facts).map(({ from, to }, row) => ({
          row,
          budgetCode: to?.budgetCode ?? null,
          available: from ? amountText(from.available) : null,
        })),
      }),
    },
  },
  columns: ofMonth,
})
