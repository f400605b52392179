import { ofMonth } from '../shared/budget.exports.ts'
import { Type } from 'typebox'
import { money, nullable } from '#kernel/platform/http/wire-schemas.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import { pendingSchema } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Amount, amount, amountText, sumAmounts, zero } from '#kernel/base/money/money.ts'
import { lineFactsByRow, totalOf } from './country-budget.rules.ts'
import { budgetsRequest, poolRequest, readPool } from './country-budget.facts.ts'
import { readLines } from './line-facts.server.ts'
import { serveBudget } from '../shared/budget-served.server.ts'
import { readHolders } from './pool-holders.server.ts'
import { countryBudgetDocument } from './country-budget.plans.ts'

const lineFacts = Type.Array(
  Type.Object({
    lineNo: Type.Integer(),
    budgetCode: nullable(Type.String()),
    available: nullable(money),
    after: nullable(money),
  }),
)
const decisionFactsSchema = Type.Object({
  pool: nullable(
    Type.Object({ available: money, held: money, after: money, currency: Type.String(), key: nullable(Type.String()) }),
  ),
  projects: nullable(Type.Object({ available: money, held: money, after: money, currency: Type.String() })),
  lines: lineFacts,
  /** What this document itself holds of the pool, or of the project budgets that fund it. */
  ownHeld: money,
  /** The others that hold of them, each with its part. */
  pending: pendingSchema({ kind: Type.String() }),
})

/** Balances of the project budgets that fund a grant in approval, all in its currency. */
const heldFrom = prepared<{ available: string | null; held: string | null; accounts: readonly string[] | null }>(
  'budget.held-from',
  `select sum(a.avl) as available, sum(a.hld) as held, array_agg(a.id::text) as accounts from budget_account a where a.id in (select r.account_id from ledger_reservation r
     where r.document_id = $1 and r.round = $2 and r.ledger = 'budget' and r.resolved_by is null)`,
)

const text: (value: Amount) => string = amountText

/** Amounts and codes of a submitted document are texts; other types count as missing. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '0'
}

/** The funds now, and after approval of this application: as submitted, whatever is drafted since. */
async function decisionFacts(tx: Tx, context: RequestContext, document: LoadedDocument) {
  const request = { documentId: document.row.id, content: null }
  const [poolRows, lineRows] = await Promise.all([tx.rows(poolRequest(request)), tx.rows(budgetsRequest(request))])
  const pool = readPool(poolRows)
  const lines = readLines(lineRows)
  const { apply_type: type, funded_by: source } = document.row
  const projects = source === 'project' ? await tx.first(heldFrom(document.row.id, document.row.round)) : undefined
  const held = source === 'project' ? (projects?.accounts ?? []) : pool ? [pool.account] : []
  const holders = await readHolders(tx, context, document.row.id, held)
  const currency = textOf(document.row['currency'])
  const running = document.row.state === 'underApproval'
  const byKey = new Map(lines.map((line) => [line.key, line]))
  const back = running && type === 'revoke' ? lines.filter(({ parent }) => parent === null) : []
  return {
    // A grant's money left the pool's available amount at its submit; a revoke's comes back at its approval.
    pool: pool && {
      available: text(pool.available),
      held: text(pool.held),
      currency,
      after: text(pool.available.plus(sumAmounts(back.map(({ asked }) => asked ?? zero)))),
      // Participants of the document may see the pool's balance, but not other applications on it.
      key: poolRows[0] && inScope(context.principal.scope, poolRows[0].scope_id) ? poolKey(document.row) : null,
    },
    projects: projects?.available
      ? { available: projects.available, held: projects.held ?? '0.00', currency, after: projects.available }
      : null,
    lines: document.lines.map((line, index) => {
      const fact = byKey.get(
        [line['countryCode'], line['projectCode'], line['fscId'], line['subBusiCode'], line['productLineCode']].join(
          '|',
        ),
      )
      const available = fact?.available ?? zero
      const change = running && type !== 'revoke' ? amount(textOf(line['amount'])) : zero
      return {
        lineNo: index + 1,
        budgetCode: fact?.budgetCode ?? null,
        available: text(available),
        after: text(available.plus(change)),
      }
    }),
    ...holders,
  }
}

/** The pool's key in the call of postings. */
function poolKey(row: LoadedDocument['row']): string {
  return ['idc_code', 'project_pool_code', 'year', 'currency'].map((column) => String(row[column])).join('/')
}

export const served = serveBudget({
  document: countryBudgetDocument,
  detail: {
    summary: 'One country budget application with lines, approval and the figures to decide on',
    facts: { schema: decisionFactsSchema, read: decisionFacts },
  },
  check: {
    summary: 'Check an application before it is submitted, with the amounts that are available now',
    answer: {
      schema: {
        totalAmount: money,
        poolAvailable: nullable(Type.Object({ amount: money, currency: Type.String() })),
        lines: Type.Array(
          Type.Object({ row: Type.Integer(), budgetCode: nullable(Type.String()), available: nullable(money) }),
        ),
      },
      read: (content, facts) => ({
        totalAmount: amountText(totalOf(content)),
        poolAvailable: facts.pool && { amount: amountText(facts.pool.available), currency: content.header.currency },
        lines: lineFactsByRow(content, facts).map((line, row) => ({
          row,
          budgetCode: line?.budgetCode ?? null,
          available: line ? amountText(line.available) : null,
        })),
      }),
    },
  },
  columns: ofMonth,
})
