import { type SqlBool, sql } from 'kysely'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { Principal } from '#kernel/access/principal.ts'
import { scoped } from '#kernel/access/scoped.ts'
import { prepared, qb, type Statement, statementOf } from '#kernel/db/statement.ts'
import { pageOf } from '#kernel/document/list-query.ts'
import { nameIn } from '#kernel/document/selector.ts'
import { TOTAL_LIMIT } from '#kernel/document/totals.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import type { Language } from '#kernel/i18n/language.ts'
import { LINE_AMOUNTS, type LineAmount } from '../line-amounts.ts'

/** Filters of the line list and the columns they look at. */
export const LINE_FILTERS = {
  budgetCode: 'code',
  year: 'year',
  month: 'month',
  countryCode: 'country_code',
  projectCode: 'project_code',
  projectPoolCode: 'project_pool_code',
  budgetDeptCode: 'budget_dept_code',
  productClass: 'product_class',
  productLineCode: 'product_line_code',
  currency: 'currency',
  fscId: 'fsc_id',
} as const

type FilterName = keyof typeof LINE_FILTERS
type FilterValue = string | number
/** Filters that say something: one value each, or several of which any counts. */
export type LineFilters = Readonly<Partial<Record<FilterName, readonly FilterValue[]>>>

/** Orders of the list; each walks an index that begins with the area (migration 0006). */
const LINE_ORDERS = {
  budgetCode: ['id'],
  month: ['year', 'month', 'id'],
  countryCode: ['country_code', 'id'],
  projectCode: ['project_code', 'id'],
} as const

type LineOrder = {
  readonly columns: (typeof LINE_ORDERS)[keyof typeof LINE_ORDERS]
  readonly direction: 'asc' | 'desc'
}

export interface LineListRequest {
  readonly page?: number
  readonly limit?: number
  readonly sort?: readonly string[]
  readonly [filter: string]: unknown
}

/** What a form leaves empty is no filter. */
export function lineFiltersOf(request: LineListRequest): LineFilters {
  const filters: Partial<Record<FilterName, readonly FilterValue[]>> = {}
  for (const name of Object.keys(LINE_FILTERS) as FilterName[]) {
    const given = request[name]
    const values = (Array.isArray(given) ? given : [given]).filter(
      (value) => value !== undefined && value !== null && value !== '',
    )
    if (values.length > 0) filters[name] = values as FilterValue[]
  }
  return filters
}

function orderOf(sort: readonly string[] | undefined): LineOrder {
  const first = sort?.[0] ?? '-budgetCode'
  const name = first.replace(/^-/, '')
  if (!Object.hasOwn(LINE_ORDERS, name)) {
    throw new Refused(httpErrors.invalidField({ field: 'sort', reason: name }, { field: 'sort' }))
  }
  return { columns: LINE_ORDERS[name as keyof typeof LINE_ORDERS], direction: first.startsWith('-') ? 'desc' : 'asc' }
}

/** Lines of an area that the caller may see and that money was granted to. A planned line only waits for its first grant. */
function matching(principal: Principal, area: Area, filters: LineFilters) {
  let query = scoped(principal, 'budget_line')
    .where('area_id', '=', area.id)
    .where(sql<SqlBool>`state <> 'planned'`)
  for (const [name, values] of Object.entries(filters)) {
    const column = sql.ref(`budget_line.${LINE_FILTERS[name as FilterName]}`)
    query =
      values.length === 1
        ? query.where(sql<SqlBool>`${column} = ${values[0]}`)
        : query.where(sql<SqlBool>`${column} = any(${values})`)
  }
  return query
}

const amounts = [
  'a.granted',
  'a.revoked',
  'a.transferred_in as transferredIn',
  'a.transferred_out as transferredOut',
  'a.avl as available',
  'a.hld as held',
  'a.occ as occupied',
  'a.cmt as committed',
  'a.acr as accrued',
  'a.exe as executed',
] as const
const current = sql<string>`a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe`

/** All rows of the list in its order, with every name a reader sees, for an export. */
export function allLines(principal: Principal, language: Language, area: Area, request: LineListRequest) {
  const order = orderOf(request.sort)
  const both = (code: string, table: string) =>
    sql<string>`case when ${sql.ref(`${table}.code`)} is null then ${sql.ref(code)} else ${sql.ref(code)} || ' / ' || ${nameIn(language, table)} end`
  const business = (level: string) => sql.ref(`b.${level}_name_${language}`)
  let rows = qb
    .selectFrom(matching(principal, area, lineFiltersOf(request)).selectAll('budget_line').as('l'))
    .innerJoin('budget_account as a', 'a.id', 'l.id')
    .leftJoin('country as c', 'c.code', 'l.country_code')
    .leftJoin('project as p', 'p.code', 'l.project_code')
    .leftJoin('project_pool as o', 'o.code', 'l.project_pool_code')
    .leftJoin('budget_department as d', 'd.code', 'l.budget_dept_code')
    .leftJoin('product_line as i', 'i.code', 'l.product_line_code')
    .leftJoin('business_type as b', (join) =>
      join.onRef('b.fsc_id', '=', 'l.fsc_id').onRef('b.sub_busi_code', '=', 'l.sub_busi_code'),
    )
    .select([
      'l.code as budgetCode',
      'l.year',
      'l.month',
      'l.product_class as productClass',
      'l.currency',
      sql<string>`coalesce(${nameIn(language, 'c')}, l.country_code)`.as('country'),
      sql<string>`coalesce(${nameIn(language, 'p')}, l.project_code)`.as('project'),
      both('l.project_pool_code', 'o').as('pool'),
      both('l.budget_dept_code', 'd').as('department'),
      both('l.product_line_code', 'i').as('productLine'),
      sql<string>`l.sub_busi_code || coalesce(' / ' || concat_ws('-', ${business('main')}, ${business('mid')}, ${business('sub')}), '')`.as(
        'businessType',
      ),
      ...amounts,
      current.as('current'),
    ])
  for (const column of order.columns) rows = rows.orderBy(`l.${column}`, order.direction)
  return rows
}

/** One page: the ids first, from the index of the order, then twenty rows with their amounts and names. */
export function linePage(principal: Principal, language: Language, area: Area, request: LineListRequest) {
  const { limit, offset } = pageOf(request)
  const order = orderOf(request.sort)
  let ids = matching(principal, area, lineFiltersOf(request)).select('id')
  for (const column of order.columns) ids = ids.orderBy(column, order.direction)
  let page = qb
    .selectFrom(ids.limit(limit).offset(offset).as('page'))
    .innerJoin('budget_line as l', 'l.id', 'page.id')
    .innerJoin('budget_account as a', 'a.id', 'page.id')
    .leftJoin('country as c', 'c.code', 'l.country_code')
    .leftJoin('project as p', 'p.code', 'l.project_code')
    .select([
      'l.code as budgetCode',
      'l.year',
      'l.month',
      'l.country_code as countryCode',
      'l.project_code as projectCode',
      'l.project_pool_code as projectPoolCode',
      'l.budget_dept_code as budgetDeptCode',
      'l.fsc_id as fscId',
      'l.sub_busi_code as subBusiCode',
      'l.product_class as productClass',
      'l.product_line_code as productLineCode',
      'l.currency',
      sql<string>`coalesce(${nameIn(language, 'c')}, l.country_code)`.as('countryName'),
      sql<string>`coalesce(${nameIn(language, 'p')}, l.project_code)`.as('projectName'),
      ...amounts,
      current.as('current'),
    ])
  for (const column of order.columns) page = page.orderBy(`l.${column}`, order.direction)
  return page
}

/** How many match; it stops one above the limit. Only ids are looked at, so a filter's index is enough. */
export function lineCount(principal: Principal, area: Area, request: LineListRequest): Statement<{ total: number }> {
  const ids = matching(principal, area, lineFiltersOf(request))
    .select(sql<number>`1`.as('one'))
    .limit(TOTAL_LIMIT + 1)
  return statementOf(qb.selectFrom(ids.as('l')).select(sql<number>`count(*)::int`.as('total')))
}

/** Totals of all matching lines, one row a currency: different currencies are never added up (law 6). */
export function lineSums(principal: Principal, area: Area, filters: LineFilters) {
  const sum = (column: string) => sql<string>`sum(${sql.ref(`a.${column}`)})`
  return qb
    .selectFrom(matching(principal, area, filters).select(['id', 'currency']).as('l'))
    .innerJoin('budget_account as a', 'a.id', 'l.id')
    .select([
      'l.currency',
      sum('granted').as('granted'),
      sum('revoked').as('revoked'),
      sum('transferred_in').as('transferredIn'),
      sum('transferred_out').as('transferredOut'),
      sum('avl').as('available'),
      sum('hld').as('held'),
      sum('occ').as('occupied'),
      sum('cmt').as('committed'),
      sum('acr').as('accrued'),
      sum('exe').as('executed'),
      sql<string>`sum(${current})`.as('current'),
      sql<number>`count(*)::int`.as('lineCount'),
    ])
    .groupBy('l.currency')
    .orderBy('l.currency')
}

export function lineByCode(principal: Principal, code: string) {
  return scoped(principal, 'budget_line').select(['id', 'currency']).where('code', '=', code)
}

/** Which postings make an amount: those of a bucket, or of a counter that says why the line grew or shrank. */
const POSTINGS_OF_AMOUNT: Readonly<Record<LineAmount, string>> = {
  available: "p.bucket = 'avl'",
  held: "p.bucket = 'hld'",
  occupied: "p.bucket = 'occ'",
  committed: "p.bucket = 'cmt'",
  accrued: "p.bucket = 'acr'",
  executed: "p.bucket = 'exe'",
  granted: "p.counter = 'granted'",
  revoked: "p.counter = 'revoked'",
  transferredIn: "p.counter = 'transferred_in'",
  transferredOut: "p.counter = 'transferred_out'",
  current: 'p.counter is not null',
}

export interface PostingRow {
  readonly at: Date
  readonly document_type: string
  readonly document_id: string
  readonly document_no: string | null
  readonly round: number
  readonly has_approval: boolean
  readonly action: string
  readonly bucket: string
  readonly amount: string
  readonly balance_after: string
  readonly currency: string
  readonly actor_zh: string
  readonly actor_en: string
  readonly total: number
}

/**
 * Postings behind one amount of a line, newest first; without an amount, of all its buckets. The balance runs over
 * all of them in posting order, so the newest is the number that was clicked. What leaves a line counts as positive
 * in what left it, as that number does.
 */
function postingsSql(where: string, partition: string, sign: string): string {
  return `with posting as (
      select p.journal_id, p.position, p.bucket, ${sign}p.amount as amount, p.currency,
        sum(${sign}p.amount) over (${partition} order by p.journal_id, p.position) as balance_after,
        (count(*) over ())::int as total
      from ledger_posting p where p.ledger = 'budget' and p.account_id = $1 and ${where}
      order by p.journal_id desc, p.position desc limit $2 offset $3
    )
    select j.at, j.document_type, j.document_id, coalesce(d.no, t.no) as document_no, j.round, i.document_id is not null as has_approval, j.action,
      p.bucket, p.amount, p.balance_after, p.currency, p.total, u.name_zh as actor_zh, u.name_en as actor_en
    from posting p join ledger_journal j on j.id = p.journal_id
    join app_user u on u.id = j.actor_id
    left join country_budget d on d.id = j.document_id
    left join budget_transfer t on t.id = j.document_id
    left join approval_instance i on i.document_id = j.document_id and i.round = j.round
    order by p.journal_id desc, p.position desc`
}

/** Amounts of what leaves a line. */
const LEAVES: ReadonlySet<string> = new Set(['revoked', 'transferredOut'])

const postingsOf: Readonly<Record<LineAmount | 'all', (...values: readonly unknown[]) => Statement<PostingRow>>> = {
  ...(Object.fromEntries(
    LINE_AMOUNTS.map((name) => [
      name,
      prepared<PostingRow>(
        `budget.postings-${name}`,
        postingsSql(POSTINGS_OF_AMOUNT[name], '', LEAVES.has(name) ? '-' : ''),
      ),
    ]),
  ) as Record<LineAmount, (...values: readonly unknown[]) => Statement<PostingRow>>),
  all: prepared<PostingRow>('budget.postings', postingsSql('true', 'partition by p.bucket', '')),
}

export function linePostings(
  lineId: string,
  amount: LineAmount | undefined,
  page: { readonly limit: number | null; readonly offset: number },
) {
  return postingsOf[amount ?? 'all'](lineId, page.limit, page.offset)
}

/** How many postings are behind an amount. */
export function postingCount(lineId: string, amount: LineAmount | undefined): Statement<{ total: number }> {
  const where = amount === undefined ? 'true' : POSTINGS_OF_AMOUNT[amount]
  return {
    text: `select count(*)::int as total from ledger_posting p where p.ledger = 'budget' and p.account_id = $1 and ${where}`,
    values: [lineId],
  }
}
