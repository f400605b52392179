import { detailRoute } from '#kernel/engine/document/routes/detail-route.ts'
import { type TSchema, Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentRoutes } from '#kernel/engine/document/routes/document.routes.ts'
import { asPending, pendingSchema, type PendingDocumentRow } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { poolTotal } from './pool-budget.rules.ts'
import { budgetCheck } from '../shared/budget-check.server.ts'
import { budgetNames } from '../shared/budget-names.server.ts'
import { poolsRequest, readPools } from './pool-budget.facts.ts'
import { poolBudgetDocument } from './pool-budget.plans.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const money = Type.String({ description: 'decimal text with two decimals' })
const text = Type.String()

const decisionFactsSchema = Type.Object({
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), available: nullable(money), after: nullable(money) })),
  pending: pendingSchema({ applyType: text }),
})

interface PendingRow extends PendingDocumentRow {
  readonly apply_type: string
}

/** Other applications in approval for pools of the same area and year. */
const pendingOfArea = prepared<PendingRow>(
  'budget.pending-of-area',
  `select o.id as document_id, o.no, o.round, o.apply_type, o.total_amount as amount, o.currency, o.submitted_at as started_at, u.name_zh, u.name_en
   from pool_budget d join pool_budget o on o.scope_id = d.scope_id and o.area_id = d.area_id and o.year = d.year
     and o.state = 'underApproval' and o.id <> d.id join app_user u on u.id = o.drafter_id
   where d.id = $1 order by o.submitted_at limit 50`,
)

/** Each pool's balance now, and after approval of this application. */
async function decisionFacts(tx: Tx, context: RequestContext, { row, lines }: LoadedDocument) {
  const [poolRows, pending] = await Promise.all([
    tx.rows(poolsRequest({ documentId: row.id, content: null })),
    tx.rows(pendingOfArea(row.id)),
  ])
  const pools = new Map(readPools(poolRows).map((pool) => [pool.code, pool]))
  const adds = row.state === 'underApproval' && row['apply_type'] !== 'reduce'
  return {
    lines: lines.map((line, index) => {
      const pool = pools.get(String(line['projectPoolCode']))
      // A reduction left the available amount at its submit.
      const after = pool && (adds ? pool.available.plus(amount(String(line['amount']))) : pool.available)
      return {
        lineNo: index + 1,
        available: pool ? amountText(pool.available) : null,
        after: after ? amountText(after) : null,
      }
    }),
    pending: pending.map((each) => ({ ...asPending(each, context.language), applyType: each.apply_type })),
  }
}

const detail = detailRoute(poolBudgetDocument, {
  summary: 'One pool budget application with lines, approval and the figures to decide on',
  names: budgetNames.schema,
  facts: { schema: decisionFactsSchema, read: decisionFacts },
})

const check = budgetCheck(poolBudgetDocument, {
  summary: 'Check a pool budget application before it is submitted, with the amounts that are available now',
  answer: {
    schema: {
      totalAmount: money,
      lines: Type.Array(Type.Object({ row: Type.Integer(), available: nullable(money) })),
    },
    read(content, { pools }) {
      const byCode = new Map(pools.map((pool) => [pool.code, pool]))
      return {
        totalAmount: amountText(poolTotal(content)),
        lines: content.lines.map(({ projectPoolCode }, row) => {
          const pool = byCode.get(projectPoolCode)
          return { row, available: pool ? amountText(pool.available) : null }
        }),
      }
    },
  },
})

export const poolBudgetRoutes: readonly Route[] = [...documentRoutes(poolBudgetDocument), detail, check]
