import { budgetTransfer } from './budget-transfer.doc.ts'
import { documentExport } from '#kernel/services/downloads/document-export.ts'
import { ofMonth } from '../shared/budget.exports.ts'
import { detailRoute } from '#kernel/engine/document/routes/detail-route.ts'
import { Type } from 'typebox'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentRoutes } from '#kernel/engine/document/routes/document.routes.ts'
import { asPending, pendingOnAccounts, pendingSchema } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { budgetsByRow, transferTotal } from './budget-transfer.rules.ts'
import { giversOf, readGivers } from './budget-transfer.facts.ts'
import { budgetTransferDocument } from './budget-transfer.plans.ts'
import { budgetCheck } from '../shared/budget-check.server.ts'
import { budgetNames } from '../shared/budget-names.server.ts'

const decisionFactsSchema = Type.Object({
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), available: money, after: money })),
  pending: pendingSchema({ applyType: Type.Null() }),
})

/** Other requests in approval that hold money of the same source budgets. */
const pendingOnGivers = pendingOnAccounts('budget.pending-on-givers', 'budget', 'select unnest($2::bigint[])')

/** Each budget's balance without this transfer and after it, as submitted. */
async function decisionFacts(tx: Tx, context: RequestContext, document: LoadedDocument) {
  const givers = readGivers(await tx.rows(giversOf(document.row.id)))
  const pending = await tx.rows(pendingOnGivers(document.row.id, [...new Set(givers.map(({ account }) => account))]))
  const left = new Map(givers.map(({ code, available }) => [code, available]))
  const isRunning = document.row.state === 'underApproval'
  const taken = Map.groupBy(document.lines, (line) => line['fromBudgetCode'])
  return {
    lines: document.lines.map((line, index) => {
      const available = left.get(line['fromBudgetCode'] as string) ?? amount('0')
      const given = sumAmounts((taken.get(line['fromBudgetCode']) ?? []).map((each) => amount(String(each['amount']))))
      return {
        lineNo: index + 1,
        // Money held for this transfer is no longer available.
        available: amountText(isRunning ? available.plus(given) : available),
        after: amountText(available),
      }
    }),
    pending: pending.map((row) => ({ ...asPending(row, context.language), applyType: null })),
  }
}

const detail = detailRoute(budgetTransferDocument, {
  summary: 'One budget transfer with lines, approval and the figures to decide on',
  names: budgetNames.schema,
  facts: { schema: decisionFactsSchema, read: decisionFacts },
})

const check = budgetCheck(budgetTransferDocument, {
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
})

export const budgetTransferRoutes: readonly Route[] = [...documentRoutes(budgetTransferDocument), detail, check]

export const budgetTransferExport = documentExport(budgetTransfer, { more: ofMonth })
