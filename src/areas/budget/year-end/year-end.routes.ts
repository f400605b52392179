import { Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import { detailRoute } from '#kernel/engine/document/routes/detail-route.ts'
import { contentSchema, documentRoutes, refusalSchema } from '#kernel/engine/document/routes/document.routes.ts'
import { contentBound } from '#kernel/engine/document/action/draft.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { softFacts } from '#kernel/engine/document/action/soft-facts.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { wireRefusal } from '#kernel/platform/http/failure.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { budgetYearEnd } from './budget-year-end.doc.ts'
import { checkYearEnd, completeLines, totalsOf, type YearEndFacts } from './budget-year-end.rules.ts'
import { idcParams } from '../budget-line/budget-line.routes.ts'
import { budgetNames } from '../shared/budget-names.server.ts'
import { budgetYearEndDocument } from './year-end.plans.ts'
import { movesOfDocument, runningOfYear } from './year-end.queries.ts'

const money = Type.String({ description: 'decimal text with two decimals' })
const nullableMoney = Type.Union([money, Type.Null()])

const text = Type.String()

const decisionFactsSchema = Type.Object({
  pending: Type.Array(
    Type.Object({
      no: text,
      amount: money,
      currency: text,
      drafterName: text,
      submittedAt: text,
      formInstanceId: text,
    }),
  ),
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
    pending: running.map((row) => ({
      no: row.no,
      amount: row.amount ?? '0.00',
      currency: row.currency ?? '',
      drafterName: language === 'zh' ? row.drafter_zh : row.drafter_en,
      submittedAt: row.started_at.toISOString(),
      formInstanceId: formInstanceId({ documentId: row.document_id, round: row.round }),
    })),
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

const detail = detailRoute(budgetYearEndDocument, {
  summary: 'One year-end document with its budgets, approval and where the money goes',
  names: budgetNames.schema,
  facts: { schema: decisionFactsSchema, read: decisionFacts },
})

/** The soft check: the submit's rules on the current choices, with current balances. */
const check = defineRoute({
  method: 'POST',
  path: '/gs/:idc/oversea/aps/budget/yearEnd/check',
  right: 'budget.yearEnd.submit',
  summary: 'Check a year-end document before it is submitted, with what is left now',
  mode: 'read',
  params: idcParams,
  bound: contentBound(budgetYearEnd),
  body: contentSchema(budgetYearEnd),
  data: Type.Object({
    refusals: Type.Array(refusalSchema),
    warnings: Type.Array(refusalSchema),
    totalAmount: money,
    carriedAmount: money,
    lapsedAmount: money,
    lines: Type.Array(
      Type.Object({ row: Type.Integer(), available: nullableMoney, level: Type.Union([Type.String(), Type.Null()]) }),
    ),
  }),
  async handler(tx, context, { body, params }) {
    const area = await areaOf(context, tx, params.idc)
    if (!inScope(context.principal.scope, area.scopeId)) throw new Refused(httpErrors.notFound())
    const raw: RawContent = { ...(body as RawContent), idcCode: area.idcCode, areaId: area.id }
    const { content, refusals: shape } = readContent(budgetYearEnd, raw, { lineLimit: budgetYearEnd.lineLimits.typed })
    const facts = await softFacts<YearEndFacts>(tx, context, budgetYearEndDocument, 'submit', content as never)
    const rules = shape.some(({ row }) => row === undefined) ? [] : checkYearEnd(content, facts)
    const { total, carried, lapsed } = totalsOf(completeLines(content, facts))
    const left = new Map(facts.remainders.map((remainder) => [remainder.code, remainder]))
    return {
      refusals: [...shape, ...rules].map((refusal) => wireRefusal(refusal, context.language)),
      warnings: [],
      totalAmount: amountText(total),
      carriedAmount: amountText(carried),
      lapsedAmount: amountText(lapsed),
      lines: content.lines.map((line, row) => {
        const known = left.get(line.budgetCode)
        return { row, available: known ? amountText(known.available) : null, level: known?.level ?? null }
      }),
    }
  },
})

export const budgetYearEndRoutes: readonly Route[] = [...documentRoutes(budgetYearEndDocument), detail, check]
