import { Type } from 'typebox'
import { money } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { asPending, pendingSchema } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { completeLines, totalsOf } from './budget-year-end.rules.ts'
import { serveBudget } from '../shared/budget-served.server.ts'
import { budgetYearEndDocument } from './year-end.plans.ts'
import { movesOfDocument, runningOfYear } from './year-end.queries.ts'

const nullableMoney = Type.Union([money, Type.Null()])

const decisionFactsSchema = Type.Object({
  pending: pendingSchema(),
  lines: Type.Array(
    Type.Object({ lineNo: Type.Integer(), toCode: Type.String(), available: nullableMoney, after: nullableMoney }),
  ),
})

/** Most pending documents listed. */
const MOST_PENDING = 50

/** The balance of each line's target budget now, and after approval; and other documents of the year in approval. */
async function decisionFacts(tx: Tx, { language }: RequestContext, document: LoadedDocument) {
  const { id, area_id: areaId, year } = document.row
  const [moves, running] = await Promise.all([
    tx.rows(movesOfDocument(id)),
    tx.rows(runningOfYear(areaId, year, null, id, MOST_PENDING)),
  ])
  const isUndo = document.row['kind'] === 'undo'
  return {
    pending: running.map((row) =>
      asPending(
        {
          ...row,
          amount: row.amount ?? '0.00',
          currency: row.currency ?? '',
          name_zh: row.drafter_zh,
          name_en: row.drafter_en,
        },
        language,
      ),
    ),
    lines: moves.map((move, index) => {
      const isCarried = move.option === 'carry'
      const now = isCarried && move.target_avl !== null ? amount(move.target_avl) : null
      const change = amount(move.amount)
      return {
        lineNo: index + 1,
        toCode: move.target_code,
        // An undo already holds what it takes back.
        available: now && amountText(isUndo ? now.plus(change) : now),
        after: now && amountText(isUndo ? now : now.plus(change)),
      }
    }),
  }
}

export const served = serveBudget({
  document: budgetYearEndDocument,
  detail: {
    summary: 'One year-end document with its budgets, approval and where the money goes',
    facts: { schema: decisionFactsSchema, read: decisionFacts },
  },
  check: {
    summary: 'Check a year-end document before it is submitted, with what is left now',
    answer: {
      schema: {
        totalAmount: money,
        carriedAmount: money,
        lapsedAmount: money,
        lines: Type.Array(
          Type.Object({
            row: Type.Integer(),
            available: nullableMoney,
            level: Type.Union([Type.String(), Type.Null()]),
          }),
        ),
      },
      read(content, facts) {
        const { total, carried, lapsed } = totalsOf(completeLines(content, facts))
        const left = new Map(facts.remainders.map((remainder) => [remainder.code, remainder]))
        return {
          totalAmount: amountText(total),
          carriedAmount: amountText(carried),
          lapsedAmount: amountText(lapsed),
          lines: content.lines.map((line, row) => {
            const known = left.get(line.budgetCode)
            return { row, available: known ? amountText(known.available) : null, level: known?.level ?? null }
          }),
        }
      },
    },
  },
})
