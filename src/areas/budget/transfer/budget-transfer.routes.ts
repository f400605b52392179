import { detailRoute } from '#kernel/engine/document/routes/detail-route.ts'
import { type TSchema, Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type RawContent, readContent } from '#kernel/engine/definition/content.ts'
import { lineLimitOf } from '#kernel/engine/document/action/line-limit.ts'
import { contentSchema, documentRoutes, refusalSchema } from '#kernel/engine/document/routes/document.routes.ts'
import { contentBound } from '#kernel/engine/document/action/draft.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { softFacts } from '#kernel/engine/document/action/soft-facts.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { wireRefusal } from '#kernel/platform/http/failure.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { budgetTransfer, type BudgetTransferContent } from './budget-transfer.doc.ts'
import { type BudgetTransferFacts, budgetsByRow, checkBudgetTransfer, transferTotal } from './budget-transfer.rules.ts'
import { giversOf, readGivers } from './budget-transfer.facts.ts'
import { budgetTransferDocument } from './budget-transfer.plans.ts'
import { budgetNames } from '../shared/budget-names.server.ts'

const SUBMIT = 'budget.transfer.submit'
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const money = Type.String({ description: 'decimal text with two decimals' })
const text = Type.String()

const decisionFactsSchema = Type.Object({
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), available: money, after: money })),
  pending: Type.Array(
    Type.Object({
      no: text,
      amount: money,
      currency: text,
      applyType: Type.Null(),
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
  readonly amount: string
  readonly currency: string
  readonly submitted_at: Date
  readonly name_zh: string
  readonly name_en: string
}

/** Other documents in approval that hold money of the same source budgets. */
const pendingOnGivers = prepared<PendingRow>(
  'budget.pending-on-givers',
  `with held as (
     select r.document_id, r.round, sum(r.amount) as amount, min(r.currency) as currency from ledger_reservation r
     where r.account_id = any ($2::bigint[]) and r.ledger = 'budget' and r.resolved_by is null and r.document_id <> $1
     group by 1, 2
   ), documents as (
     select id, no, round, drafter_id, submitted_at from country_budget where id in (select document_id from held)
     union all select id, no, round, drafter_id, submitted_at from budget_transfer where id in (select document_id from held)
   )
   select d.id, d.no, d.round, h.amount::text as amount, h.currency, d.submitted_at, u.name_zh, u.name_en
   from held h join documents d on d.id = h.document_id and d.round = h.round join app_user u on u.id = d.drafter_id
   order by d.submitted_at limit 50`,
)

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
    pending: pending.map((row) => ({
      no: row.no,
      amount: row.amount,
      currency: row.currency,
      applyType: null,
      drafterName: context.language === 'zh' ? row.name_zh : row.name_en,
      submittedAt: row.submitted_at.toISOString(),
      formInstanceId: formInstanceId({ documentId: row.id, round: row.round }),
    })),
  }
}

const detail = detailRoute(budgetTransferDocument, {
  summary: 'One budget transfer with lines, approval and the figures to decide on',
  names: budgetNames.schema,
  facts: { schema: decisionFactsSchema, read: decisionFacts },
})

/** The soft check: the submit's rules on the current input. It locks nothing; the submit checks again. */
const check = defineRoute({
  method: 'POST',
  path: '/gs/:idc/oversea/aps/budget/country/project/transfer/check',
  right: SUBMIT,
  summary: 'Check a budget transfer before it is submitted, with the amounts that are available now',
  mode: 'read',
  params: Type.Object({ idc: Type.String({ maxLength: 16 }) }),
  bound: contentBound(budgetTransfer),
  body: contentSchema(budgetTransfer),
  data: Type.Object({
    refusals: Type.Array(refusalSchema),
    warnings: Type.Array(refusalSchema),
    totalAmount: money,
    lines: Type.Array(Type.Object({ row: Type.Integer(), budgetCode: nullable(text), available: nullable(money) })),
  }),
  async handler(tx, context, { body, params }) {
    const area = await areaOf(context, tx, params.idc)
    const raw: RawContent = { ...(body as RawContent), idcCode: area.idcCode, areaId: area.id }
    const { content: read, refusals: shape } = readContent(budgetTransfer, raw, {
      lineLimit: lineLimitOf(budgetTransfer, raw),
    })
    const content = checkable(read)
    const facts = await softFacts<BudgetTransferFacts>(tx, context, budgetTransferDocument, 'submit', content as never)
    if (facts.giver.scopeId === null) throw new Refused(httpErrors.notFound())
    // Fields that could not be parsed already have an error; the rules need complete lines.
    const placeOf = ({ row, field }: { readonly row?: number; readonly field?: string }) =>
      `${row ?? ''}:${field ?? ''}`
    const broken = new Set(shape.map(placeOf))
    const rules = checkBudgetTransfer(content, facts).filter((refusal) => !broken.has(placeOf(refusal)))
    return {
      refusals: [...shape, ...rules].map((refusal) => wireRefusal(refusal, context.language)),
      warnings: [],
      totalAmount: amountText(transferTotal(content)),
      lines: budgetsByRow(content, facts).map(({ from, to }, row) => ({
        row,
        budgetCode: to?.budgetCode ?? null,
        available: from ? amountText(from.available) : null,
      })),
    }
  },
})

/** A missing or invalid amount counts as zero here; its line has an error of its own. */
function checkable(content: BudgetTransferContent): BudgetTransferContent {
  const lines = content.lines.map((line) => {
    const { amount: typed } = line as { readonly amount: string | null }
    return { ...line, amount: typed ?? '0.00' }
  })
  return { header: content.header, lines }
}

export const budgetTransferRoutes: readonly Route[] = [...documentRoutes(budgetTransferDocument), detail, check]
