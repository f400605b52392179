import { budgetFigures, budgetsToSpend, moneyIn, readBudgetsToSpend } from '#areas/budget/budget.facade.ts'
import { Type } from 'typebox'
import { money, text as wireText } from '#kernel/platform/http/wire-schemas.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared, statementOf } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { asPending, type PendingDocumentRow } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { schemeSums } from '../life/scheme-list.queries.ts'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { named } from '../shared/scheme.facts.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { budgetsElsewhere } from '../shared/scheme-budgets.rules.ts'

interface FreeRow {
  readonly funding_no: number
  readonly free: string
}

/** The unlocked amount of each part of a scheme ($1) in these stages ($2) for a document ($3). */
const freeParts = prepared<FreeRow>(
  'scheme.free-parts',
  `select f.funding_no, (case when 'cmt' = any ($2::text[]) then o.document_cmt else 0 end + case when 'acr' = any ($2::text[]) then o.document_acr else 0 end
     + case when 'exe' = any ($2::text[]) then o.document_exe - o.document_recovered else 0 end - coalesce(k.locked, 0))::text as free
   from scheme s join scheme_funding f on f.scheme_id = s.id
   join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line
   left join lateral (select sum(w.document_amount) as locked from budget_encumbrance_lock w
     where w.document_id = o.document_id and w.round = o.round and w.line_no = o.line_no and w.resolved_by is null
       and w.stage = any ($2::text[]) and w.by_document_id <> $3) k on true
   where s.no = $1`,
)

/** Other documents in approval with locks on the same parts. */
const pendingOnParts = prepared<PendingDocumentRow>(
  'scheme.pending-on-parts',
  `select i.document_id, i.round, i.document_no as no, sum(w.document_amount)::text as amount, s.currency, i.started_at, u.name_zh, u.name_en
   from scheme s join scheme_funding f on f.scheme_id = s.id
   join budget_encumbrance_lock w on w.document_id = f.document_id and w.round = f.round and w.line_no = f.encumbrance_line and w.resolved_by is null
   join approval_instance i on i.document_id = w.by_document_id and i.round = w.by_round join app_user u on u.id = i.drafter_id
   where s.no = $1 and f.funding_no = any ($2::int[]) and w.by_document_id <> $3
   group by 1, 2, 3, 5, 6, 7, 8 order by i.started_at limit 50`,
)

type Line = Readonly<Record<string, unknown>>

interface PaidLine {
  readonly budgetCode: string
  readonly customers: readonly string[]
}

/** The countries of customers ($1). */
const countriesOf = prepared<{ readonly code: string; readonly country: string }>(
  'scheme.customer-countries',
  `select code, country_code as country from customer where code = any ($1::text[])`,
)

/** The names of customers ($1). */
const namesOf = prepared<{ readonly code: string; readonly name_zh: string; readonly name_en: string }>(
  'scheme.customer-names',
  `select code, name_zh, name_en from customer where code = any ($1::text[])`,
)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Tells the approver of budgets of another country or month, where the company lets them pay (decision 110). */
async function remarksOf(
  tx: Tx,
  { language }: RequestContext,
  { row, wire }: LoadedDocument,
  days: { readonly firstDay: unknown; readonly lastDay: unknown },
  lines: readonly PaidLine[],
): Promise<readonly string[]> {
  if (row.state !== 'underApproval' || lines.length === 0) return []
  const codes = lines.map(({ budgetCode }) => budgetCode)
  const [budgets, customers] = await Promise.all([
    tx.rows(budgetsToSpend(codes, text(wire['currency']))),
    tx.rows(countriesOf([...new Set(lines.flatMap((line) => line.customers))])),
  ])
  const country = new Map(customers.map((each) => [each.code, each.country]))
  const place = {
    areaId: Number(wire['areaId']),
    firstDay: text(days.firstDay),
    lastDay: text(days.lastDay),
    countriesOf: (at: number) => [...new Set(lines[at]?.customers.flatMap((code) => country.get(code) ?? []))],
  }
  const found = budgetsElsewhere(
    place,
    { lines: lines.map(({ budgetCode }) => ({ budgetCode, amount: '0' })) },
    readBudgetsToSpend(budgets, ''),
  )
  return [...new Set(found.map((refusal) => refusalText(language, refusal)))]
}

/** The customers of channels ($1). */
const customersOfChannels = prepared<{ readonly channel: string; readonly code: string }>(
  'scheme.channel-members',
  `select channel_code as channel, code from channel_customer where channel_code = any ($1::text[]) and state = 'enabled'`,
)

/** Of an application besides: each budget before and after, and other schemes of its customers. */
export const applicationFactsSchema = {
  budgets: Type.Array(Type.Object({ code: wireText, currency: wireText, available: money, after: money })),
  others: Type.Array(
    Type.Object({
      customerCode: wireText,
      customerName: wireText,
      currency: wireText,
      runningFrom: wireText,
      runningTo: wireText,
      count: Type.Integer(),
      amount: money,
    }),
  ),
}

/** Of an application: the budget of each line before and after. */
export async function applicationFacts(tx: Tx, context: RequestContext, loaded: LoadedDocument) {
  const { wire, lines } = loaded
  const channels = [...new Set(lines.flatMap((line) => text(line['channelCode']) || []))]
  const members = channels.length === 0 ? [] : await tx.rows(customersOfChannels(channels))
  const paid = lines.map((line) => ({
    budgetCode: text(line['budgetCode']),
    customers: [
      ...(text(line['customerCode']) ? [text(line['customerCode'])] : []),
      ...members.filter(({ channel }) => channel === line['channelCode']).map(({ code }) => code),
    ],
  }))
  const customers = [...new Set(paid.flatMap((line) => line.customers))]
  const [figures, remarks, { others, limits }] = await Promise.all([
    factsOfApplication(tx, context, loaded),
    remarksOf(tx, context, loaded, { firstDay: wire['startDate'], lastDay: wire['endDate'] }, paid),
    otherSchemesOf(tx, context, loaded, customers),
  ])
  return { ...figures, remarks: [...remarks, ...limits], others }
}

/** Customers whose other schemes are counted: more would push down what is decided on. */
const MOST_CUSTOMERS = 3

/**
 * What the customers of an application get by other schemes of its currency in its days: the sums of the list that they lead to. Whoever
 * decides on a task from elsewhere, or is limited to some customers, would be shown fewer than there are: they are told so instead.
 */
async function otherSchemesOf(
  tx: Tx,
  { principal, language }: RequestContext,
  { row, wire }: LoadedDocument,
  customers: readonly string[],
) {
  if (row.state !== 'underApproval' || customers.length === 0) return { others: [], limits: [] }
  if (!inScope(principal.scope, row.scope_id) || limitMark(principal) !== null)
    return { others: [], limits: [refusalText(language, schemeErrors.otherSchemesUnseen())] }
  const [runningFrom, lastDay, currency] = [text(wire['startDate']), text(wire['endDate']), text(wire['currency'])]
  const counted = customers.slice(0, MOST_CUSTOMERS)
  const names = new Map((await tx.rows(namesOf(counted))).map((each) => [each.code, each[`name_${language}`]]))
  const others = await Promise.all(
    counted.map(async (customerCode) => {
      const asked = { customerCode, currency, runningFrom, runningTo: dayAfter(lastDay, 1) }
      const [sums] = await tx.rows(statementOf(schemeSums(principal, asked)))
      const customerName = names.get(customerCode) ?? customerCode
      return { ...asked, customerName, count: sums?.schemeCount ?? 0, amount: sums?.approved ?? '0.00' }
    }),
  )
  const some = { shown: MOST_CUSTOMERS, total: customers.length }
  const isSome = customers.length > MOST_CUSTOMERS
  return { others, limits: isSome ? [refusalText(language, schemeErrors.otherSchemesOfSome(some))] : [] }
}

const factsOfApplication = budgetFigures('amount')
const factsOfSpecialPrice = budgetFigures('totalSupport')

/** Of a special price: the same. */
export async function specialPriceFiguresOf(tx: Tx, context: RequestContext, loaded: LoadedDocument) {
  const { wire, lines } = loaded
  const paid = lines.flatMap((line) =>
    text(line['budgetCode']) ? [{ budgetCode: text(line['budgetCode']), customers: [text(wire['customerCode'])] }] : [],
  )
  const [figures, remarks] = await Promise.all([
    factsOfSpecialPrice(tx, context, loaded),
    remarksOf(tx, context, loaded, { firstDay: wire['validFrom'], lastDay: wire['validTo'] }, paid),
  ])
  return { ...figures, remarks }
}

/** Of a scheme's follow-up document: the free amount of each part before and after. */
export function partFacts(...stages: readonly Stage[]) {
  return factsOfParts(stages, ({ amount: asked }) => moneyIn(asked))
}

const factsOfTaken = factsOfParts(['cmt'], ({ kind, amount: asked }) =>
  kind === 'down' || kind === 'swap' ? moneyIn(asked) : zero,
)
const factsOfAdded = budgetFigures('amount', 'newBudgetCode', ({ kind }) => kind === 'up')

/** Of an adjustment: an increase draws on its budget, a decrease on the scheme's line; terms move nothing. */
export async function adjustFacts(tx: Tx, context: RequestContext, loaded: LoadedDocument) {
  const { wire } = loaded
  const spent = loaded.lines.filter(
    (line) => (line['kind'] === 'up' || line['kind'] === 'swap') && line['newBudgetCode'],
  )
  const [scheme] = spent.length === 0 ? [] : await tx.rows(named.scheme(text(wire['schemeNo'])))
  const customers = new Map((scheme?.fundings ?? []).map((each) => [each.fundingNo, each.customerCode]))
  const asked = spent.map((line) => ({
    budgetCode: text(line['newBudgetCode']),
    customers: [customers.get(Number(line['fundingNo'])) ?? []].flat(),
  }))
  const days = {
    firstDay: wire['newStartDate'] ?? scheme?.startDate,
    lastDay: wire['newEndDate'] ?? scheme?.endDate,
  }
  const [taken, added, remarks] = await Promise.all([
    factsOfTaken(tx, context, loaded),
    factsOfAdded(tx, context, loaded),
    remarksOf(tx, context, loaded, days, asked),
  ])
  const paid = new Map(added.lines.map((line) => [line.lineNo, line]))
  const known = new Set(taken.pending.map(({ no }) => no))
  return {
    lines: taken.lines.map((line) => paid.get(line.lineNo) ?? line),
    pending: [...taken.pending, ...added.pending.filter(({ no }) => !known.has(no))],
    remarks,
  }
}

type Stage = 'cmt' | 'acr' | 'exe'

function factsOfParts(stages: readonly Stage[], takenBy: (line: Line) => Amount) {
  return async (tx: Tx, { language }: RequestContext, { row, wire, lines }: LoadedDocument) => {
    const no = String((wire as Line)['schemeNo'])
    const numbers = lines.map((line) => Number(line['fundingNo']))
    const [free, pending] = await Promise.all([
      tx.rows(freeParts(no, stages, row.id)),
      tx.rows(pendingOnParts(no, numbers, row.id)),
    ])
    const byNumber = new Map(free.map((each) => [each.funding_no, amount(each.free)]))
    return {
      lines: lines.map((line, index) => {
        const available = byNumber.get(Number(line['fundingNo'])) ?? zero
        const after = row.state === 'underApproval' ? available.minus(takenBy(line)) : available
        return { lineNo: index + 1, available: amountText(available), after: amountText(after) }
      }),
      pending: pending.map((each) => asPending(each, language)),
    }
  }
}
