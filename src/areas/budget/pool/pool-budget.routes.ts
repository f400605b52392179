import { detailRoute } from '#kernel/engine/document/routes/detail-route.ts'
import { type TSchema, Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import { contentSchema, documentRoutes, refusalSchema } from '#kernel/engine/document/routes/document.routes.ts'
import { contentBound } from '#kernel/engine/document/action/draft.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { softFacts } from '#kernel/engine/document/action/soft-facts.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { wireRefusal } from '#kernel/platform/http/failure.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { poolBudget, type PoolBudgetContent } from './pool-budget.doc.ts'
import { checkPoolBudget, type PoolBudgetFacts, poolTotal } from './pool-budget.rules.ts'
import { budgetNames } from '../shared/budget-names.server.ts'
import { poolsRequest, readPools } from './pool-budget.facts.ts'
import { poolBudgetDocument } from './pool-budget.plans.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const money = Type.String({ description: 'decimal text with two decimals' })
const text = Type.String()

const decisionFactsSchema = Type.Object({
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), available: nullable(money), after: nullable(money) })),
  pending: Type.Array(
    Type.Object({
      no: text,
      amount: money,
      currency: text,
      applyType: text,
      drafterName: text,
      submittedAt: text,
      formInstanceId: text,
    }),
  ),
})

interface PendingRow {
  readonly id: string
  readonly no: string
  readonly round: number
  readonly apply_type: string
  readonly total_amount: string
  readonly currency: string
  readonly submitted_at: Date
  readonly name_zh: string
  readonly name_en: string
}

/** Other applications in approval for pools of the same area and year. */
const pendingOfArea = prepared<PendingRow>(
  'budget.pending-of-area',
  `select o.id, o.no, o.round, o.apply_type, o.total_amount, o.currency, o.submitted_at, u.name_zh, u.name_en
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
    pending: pending.map((each) => ({
      no: each.no,
      amount: each.total_amount,
      currency: each.currency,
      applyType: each.apply_type,
      drafterName: context.language === 'zh' ? each.name_zh : each.name_en,
      submittedAt: each.submitted_at.toISOString(),
      formInstanceId: formInstanceId({ documentId: each.id, round: each.round }),
    })),
  }
}

const detail = detailRoute(poolBudgetDocument, {
  summary: 'One pool budget application with lines, approval and the figures to decide on',
  names: budgetNames.schema,
  facts: { schema: decisionFactsSchema, read: decisionFacts },
})

/** The soft check: the submit's rules on the current input. It locks nothing; the submit checks again. */
const check = defineRoute({
  method: 'POST',
  path: '/gs/:idc/oversea/aps/budget/pool/check',
  right: 'budget.pool.submit',
  summary: 'Check a pool budget application before it is submitted, with the amounts that are available now',
  mode: 'read',
  params: Type.Object({ idc: Type.String({ maxLength: 16 }) }),
  bound: contentBound(poolBudget),
  body: contentSchema(poolBudget),
  data: Type.Object({
    refusals: Type.Array(refusalSchema),
    warnings: Type.Array(refusalSchema),
    totalAmount: money,
    lines: Type.Array(Type.Object({ row: Type.Integer(), available: nullable(money) })),
  }),
  async handler(tx, context, { body, params }) {
    const area = await areaOf(context, tx, params.idc)
    const raw: RawContent = { ...(body as RawContent), idcCode: area.idcCode, areaId: area.id }
    const { content: read, refusals: shape } = readContent(poolBudget, raw, { lineLimit: poolBudget.lineLimits.typed })
    const content = checkable(read)
    const facts = await softFacts<PoolBudgetFacts>(tx, context, poolBudgetDocument, 'submit', content as never)
    if (!facts.area) throw new Refused(httpErrors.notFound())
    // Fields that could not be parsed already have an error; the rules need complete lines.
    const placeOf = ({ row, field }: { readonly row?: number; readonly field?: string }) =>
      `${row ?? ''}:${field ?? ''}`
    const broken = new Set(shape.map(placeOf))
    const rules = checkPoolBudget(content, facts).filter((refusal) => !broken.has(placeOf(refusal)))
    const byCode = new Map(facts.pools.map((pool) => [pool.code, pool]))
    return {
      refusals: [...shape, ...rules].map((refusal) => wireRefusal(refusal, context.language)),
      warnings: [],
      totalAmount: amountText(poolTotal(content)),
      lines: content.lines.map(({ projectPoolCode }, row) => {
        const pool = byCode.get(projectPoolCode)
        return { row, available: pool ? amountText(pool.available) : null }
      }),
    }
  },
})

/** A missing or invalid amount counts as zero here; its line has an error of its own. */
function checkable({ header, lines }: PoolBudgetContent): PoolBudgetContent {
  return {
    header,
    lines: lines.map((line) => {
      const { amount: typed } = line as { readonly amount: string | null }
      return { ...line, amount: typed ?? '0.00' }
    }),
  }
}

export const poolBudgetRoutes: readonly Route[] = [...documentRoutes(poolBudgetDocument), detail, check]
