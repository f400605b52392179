import { Type } from 'typebox'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { pendingSchema } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { poolTotal } from './pool-budget.rules.ts'
import { serveBudget } from '../shared/budget-served.server.ts'
import { pendingApplications } from '../shared/pending-applications.facts.ts'
import { poolsRequest, readPools } from './pool-budget.facts.ts'
import { poolBudgetDocument } from './pool-budget.plans.ts'

const decisionFactsSchema = Type.Object({
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), available: nullable(money), after: nullable(money) })),
  pending: pendingSchema({ applyType: text }),
})

/** Other applications in approval for pools of the same area and year. */
const pendingOfArea = pendingApplications('pool_budget', 'scope_id', 'area_id', 'year')

/** Each pool's balance now, and after approval of this application. */
async function decisionFacts(tx: Tx, context: RequestContext, { row, lines }: LoadedDocument) {
  const [poolRows, pending] = await Promise.all([
    tx.rows(poolsRequest({ documentId: row.id, content: null })),
    pendingOfArea(tx, context, row.id),
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
    pending,
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
