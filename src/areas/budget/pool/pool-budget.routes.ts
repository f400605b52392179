import { Type } from 'typebox'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { asPending, type PendingDocumentRow, pendingSchema } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { poolTotal } from './pool-budget.rules.ts'
import { titleOfKind } from '../shared/kind-titles.server.ts'
import { serveBudget } from '../shared/budget-served.server.ts'
import { poolsRequest, readPools } from './pool-budget.facts.ts'
import { poolBudgetDocument } from './pool-budget.plans.ts'

const decisionFactsSchema = Type.Object({
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), available: nullable(money), after: nullable(money) })),
  pending: pendingSchema({ kind: text }),
})

/** Other applications in approval for pools of the same area and year. */
const pendingOfArea = prepared<PendingDocumentRow & { readonly apply_type: string }>(
  'budget.pending-pool_budget',
  `select o.id as document_id, o.no, o.round, o.apply_type, o.total_amount as amount, o.currency, o.submitted_at as started_at, u.name_zh, u.name_en
   from pool_budget d join pool_budget o on o.scope_id = d.scope_id and o.area_id = d.area_id and o.year = d.year
     and o.state = 'underApproval' and o.id <> d.id join app_user u on u.id = o.drafter_id
   where d.id = $1 order by o.submitted_at limit 50`,
)

/** Each pool's balance now, and after approval of this application. */
async function decisionFacts(tx: Tx, { language }: RequestContext, { row, lines }: LoadedDocument) {
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
    pending: pending.map((each) => ({
      ...asPending(each, language),
      kind: titleOfKind(language, 'poolBudget', each.apply_type),
    })),
  }
}

export const served = serveBudget({
  document: poolBudgetDocument,
  detail: {
    summary: 'One pool budget application with lines, approval and the figures to decide on',
    facts: { schema: decisionFactsSchema, read: decisionFacts },
  },
  check: {
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
  },
})
