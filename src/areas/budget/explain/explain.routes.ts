import { type Static, Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { sql, type SqlBool } from 'kysely'
import { type Area, areaOf } from '#areas/organisation/organisation.facade.ts'
import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import { withinScope } from '#kernel/platform/access/scoped.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { qb } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { pageOf } from '#kernel/platform/http/paging.ts'
import { nameIn } from '#kernel/engine/document/list/selector.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { ACCOUNT_AMOUNTS, LINE_AMOUNTS, type LineAmount } from '../budget-line/line-amounts.ts'
import { amountOfColumn, columnOf } from './account-amounts.server.ts'
import { type AsOf, asOfField, asOfOf } from './as-of.server.ts'
import { accountAt, lineFiltersOf, type LineListRequest, matching } from '../budget-line/budget-line.queries.ts'
import { idcParams, lineFilters } from '../budget-line/budget-line.routes.ts'
import {
  balanceOf,
  MOST_COUNTED,
  postingCount,
  type PostingRow,
  type PostingsAsked,
  postingsPage,
} from './postings.queries.ts'

// Explanations: the budgets of a total, and the postings and documents of an amount.

const RIGHT = 'budget.country.view'
const textOrNone = Type.Union([text, Type.Null()])

/** Filter of postings: of a budget line or a pool, for one of its amounts, until the end of a day. */
export const postingFilters = {
  budgetCode: Type.Optional(Type.Union([Type.String({ maxLength: 32 }), Type.Null()])),
  pool: Type.Optional(
    Type.Union([Type.String({ maxLength: 120, pattern: '^[^/]+/[^/]+/\\d{4}/[A-Z]{3}$' }), Type.Null()], {
      description: 'instead of a budget code, a pool as idcCode/projectPoolCode/year/currency',
    }),
  ),
  bucket: Type.Optional(Type.Union([...ACCOUNT_AMOUNTS.map((name) => Type.Literal(name)), Type.Null()])),
  asOf: asOfField,
}
const postingsBody = Type.Object({
  ...postingFilters,
  page: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer()),
})
export type PostingFilters = Omit<Static<typeof postingsBody>, 'page' | 'limit'>

/** A posting as the explanation shows it. */
export function postingWire(language: Language, row: PostingRow) {
  return {
    at: row.at.toISOString(),
    documentType: row.document_type,
    documentNo: row.document_no ?? row.document_id,
    formInstanceId: row.has_approval ? formInstanceId({ documentId: row.document_id, round: row.round }) : null,
    action: row.action,
    bucket: amountOfColumn(row.bucket),
    amount: row.amount,
    currency: row.currency,
    balanceAfter: row.balance_after,
    actor: language === 'zh' ? row.actor_zh : row.actor_en,
  }
}

interface Account {
  readonly id: string
  readonly areaId: number
  readonly currency: string
}

/** A line, or a pool of the caller's organisations; others answer like missing ones. */
function accountQuery({ scope }: Principal, { budgetCode, pool }: PostingFilters) {
  if (budgetCode)
    return qb
      .selectFrom('budget_line as l')
      .select(['l.id', 'l.area_id as areaId', 'l.currency'])
      .where('l.code', '=', budgetCode)
      .where(sql<SqlBool>`${withinScope(scope, 'l.scope_id')}`)
  const [idc = '', code = '', year = '0', currency = ''] = (pool ?? '').split('/')
  return qb
    .selectFrom('budget_pool as p')
    .innerJoin('area as r', 'r.id', 'p.area_id')
    .select(['p.id', 'p.area_id as areaId', 'p.currency'])
    .where('r.idc_code', '=', idc)
    .where('r.biz_system', '=', 'gs')
    .where('p.project_pool_code', '=', code)
    .where('p.year', '=', Number(year))
    .where('p.currency', '=', currency)
    .where(sql<SqlBool>`${withinScope(scope, 'p.scope_id')}`)
}

async function accountOf(tx: Tx, principal: Principal, filters: PostingFilters): Promise<Account> {
  if (!filters.budgetCode && !filters.pool)
    throw new Refused(httpErrors.invalidField({ field: 'budgetCode', reason: '' }, { field: 'budgetCode' }))
  return required<Account>(await tx.first(accountQuery(principal, filters)), httpErrors.notFound())
}

export async function postingsAsked(
  tx: Tx,
  { principal, now }: Pick<RequestContext, 'principal' | 'now'>,
  filters: PostingFilters,
): Promise<PostingsAsked & Account> {
  const account = await accountOf(tx, principal, filters)
  const asOf = await asOfOf(tx, account.areaId, filters.asOf, now)
  return { ...account, account: account.id, amount: filters.bucket ?? undefined, until: asOf?.until ?? null }
}

const postings = defineRoute({
  method: 'POST',
  path: '/aps/budget/country/postings',
  right: RIGHT,
  summary: 'Postings behind an amount of a budget line or a pool, newest first, of now or as of a day',
  mode: 'read',
  body: postingsBody,
  data: Type.Object({
    balance: textOrNone,
    currency: text,
    records: Type.Array(
      Type.Object({
        at: text,
        documentType: text,
        documentNo: text,
        formInstanceId: textOrNone,
        action: text,
        bucket: text,
        amount: text,
        currency: text,
        balanceAfter: text,
        actor: text,
      }),
    ),
    recordTotal: Type.Union([Type.Integer(), Type.Null()]),
    capped: Type.Boolean(),
  }),
  async handler(tx, context, { body }) {
    const at = pageOf(body)
    const asked = await postingsAsked(tx, context, body)
    const rows = await tx.rows(postingsPage(asked, at))
    const records = rows.map((row) => postingWire(context.language, row))
    const isFirst = at.offset === 0
    // The newest posting contains the resulting amount: one answer, of one moment.
    const newest = isFirst && asked.amount ? records[0]?.balanceAfter : undefined
    const isWhole = isFirst && records.length < at.limit
    const total = isWhole ? records.length : ((await tx.first(postingCount(asked, MOST_COUNTED + 1)))?.total ?? 0)
    const { account, amount, until } = asked
    // All buckets together have no single balance.
    const balance = newest ?? (amount && (await tx.first(balanceOf(account, amount, until)))?.balance)
    return {
      balance: balance ?? null,
      currency: asked.currency,
      records,
      recordTotal: Math.min(total, MOST_COUNTED),
      capped: total > MOST_COUNTED,
    }
  },
})

interface LineBehind {
  readonly budgetCode: string
  readonly countryName: string
  readonly projectName: string
  readonly projectPoolCode: string
  readonly year: number
  readonly month: number
  readonly currency: string
  readonly amount: string
}

/** The lines of a total, largest first. */
function linesBehind(
  { principal, language }: Pick<RequestContext, 'principal' | 'language'>,
  area: Area,
  asked: { readonly amount: LineAmount; readonly currency: string; readonly request: LineListRequest },
  asOf: AsOf | null,
) {
  const amount = sql<string>`${sql.raw(columnOf(asked.amount, 'a'))}`
  const found = matching(principal, area, { ...lineFiltersOf(asked.request), currency: [asked.currency] })
  const first = qb
    .selectFrom(
      found
        .select(['id', 'code', 'country_code', 'project_code', 'project_pool_code', 'year', 'month', 'currency'])
        .as('l'),
    )
    .innerJoinLateral(accountAt(asOf), (join) => join.onTrue())
    .selectAll('l')
    .select(amount.as('amount'))
    .where(sql<SqlBool>`${amount} <> 0`)
    .orderBy(sql`abs(${amount})`, 'desc')
    .orderBy('l.id', 'desc')
  return (page: { readonly limit: number; readonly offset: number }) =>
    qb
      .selectFrom(first.limit(page.limit).offset(page.offset).as('l'))
      .leftJoin('country as c', 'c.code', 'l.country_code')
      .leftJoin('project as p', 'p.code', 'l.project_code')
      .select([
        'l.code as budgetCode',
        sql<string>`coalesce(${nameIn(language, 'c')}, l.country_code)`.as('countryName'),
        sql<string>`coalesce(${nameIn(language, 'p')}, l.project_code)`.as('projectName'),
        'l.project_pool_code as projectPoolCode',
        'l.year',
        'l.month',
        'l.currency',
        'l.amount',
      ])
      .orderBy(sql`abs(l.amount)`, 'desc')
      .orderBy('l.id', 'desc')
}

const lines = defineRoute({
  method: 'POST',
  path: '/gs/:idc/oversea/aps/budget/explain/lines',
  right: RIGHT,
  summary: 'Budget lines whose amounts make a total of one currency, the largest first, of now or as of a day',
  mode: 'read',
  params: idcParams,
  body: Type.Object(
    {
      page: Type.Optional(Type.Integer()),
      limit: Type.Optional(Type.Integer()),
      amount: Type.Optional(Type.Union(LINE_AMOUNTS.map((name) => Type.Literal(name)))),
      asOf: asOfField,
      ...lineFilters,
      currency: Type.Optional(Type.String({ maxLength: 3 })),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    records: Type.Array(
      Type.Object({
        budgetCode: text,
        countryName: text,
        projectName: text,
        projectPoolCode: text,
        year: Type.Integer(),
        month: Type.Integer(),
        currency: text,
        amount: text,
      }),
    ),
    recordTotal: Type.Null(),
    capped: Type.Boolean(),
  }),
  async handler(tx, context, { params, body }) {
    const area = await areaOf(context, tx, params.idc)
    const { amount = 'current', currency = area.currency, asOf: day, ...request } = body
    const asOf = await asOfOf(tx, area.id, day, context.now)
    const behind = linesBehind(context, area, { amount, currency, request }, asOf)
    const records: LineBehind[] = await tx.rows(behind(pageOf(body)))
    return { records, recordTotal: null, capped: false }
  },
})

export const explainRoutes: readonly Route[] = [postings, lines]
