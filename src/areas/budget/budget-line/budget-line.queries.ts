import { type SqlBool, sql } from 'kysely'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { type QueryPage, PAGE } from '#kernel/platform/db/page.ts'
import { prepared, qb, type Statement, statementOf } from '#kernel/platform/db/statement.ts'
import { pageOf } from '#kernel/platform/http/paging.ts'
import { nameIn } from '#kernel/engine/document/list/selector.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { ListPlace } from '#kernel/engine/read-list/serving.ts'
import { LINE_AMOUNTS, type LineAmount } from './line-amounts.ts'
import { ACCOUNT_COLUMNS, columnOf, columnSum } from '../explain/account-amounts.server.ts'
import type { AsOf } from '../explain/as-of.server.ts'
import {
  CONTROL_FILTERS,
  type ControlFilter,
  controlled,
  isControlFilter,
} from '../budget-setting/control-filters.server.ts'

/** Filters of the line list and the columns they look at. */
export const LINE_FILTERS = {
  budgetCode: 'code',
  level: 'level',
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

type FilterName = keyof typeof LINE_FILTERS | ControlFilter
type FilterValue = string | number
/** Non-empty filters: one value each, or several alternatives. */
export type LineFilters = Readonly<Partial<Record<FilterName, readonly FilterValue[]>>>

/** Sort orders of the list; each uses an index that begins with the area (migration 0006). */
const LINE_ORDERS = {
  budgetCode: ['id'],
  month: ['year', 'month', 'id'],
  countryCode: ['country_code', 'id'],
  projectCode: ['project_code', 'id'],
} as const

type OrderColumns = (typeof LINE_ORDERS)[keyof typeof LINE_ORDERS]

/** Amounts have no index: each posting would have to write it. */
type LineOrder = {
  readonly by: OrderColumns | LineAmount
  readonly direction: 'asc' | 'desc'
}

const ORDERS = { ...LINE_ORDERS, ...Object.fromEntries(LINE_AMOUNTS.map((name) => [name, name])) }

export interface LineListRequest {
  readonly page?: number
  readonly limit?: number
  readonly sort?: readonly string[]
  readonly [filter: string]: unknown
}

/**
 * Empty form fields are no filter. Without a level and a budget code the list shows country budgets: project budgets
 * have a list of their own.
 */
export function lineFiltersOf(request: LineListRequest): LineFilters {
  const filters: Partial<Record<FilterName, readonly FilterValue[]>> = {}
  for (const name of [...Object.keys(LINE_FILTERS), ...CONTROL_FILTERS] as FilterName[]) {
    const given = request[name]
    const values = (Array.isArray(given) ? given : [given]).filter(
      (value) => value !== undefined && value !== null && value !== '',
    )
    if (values.length > 0) filters[name] = values as FilterValue[]
  }
  if (filters.level?.includes('all')) delete filters.level
  else if (!filters.level && !filters.budgetCode) filters.level = ['country']
  return filters
}

function orderOf(sort: readonly string[] | undefined): LineOrder {
  return requestedOrder<LineOrder['by']>(sort, ORDERS, '-budgetCode')
}

/**
 * A country budget has a country, a project budget has none (a table check). The country is near the start of a row and
 * the level at its end: counting a million lines took twice as long by level.
 */
function ofLevels(levels: readonly FilterValue[]) {
  const isAsked = (level: string) => levels.includes(level)
  if (isAsked('country') && isAsked('project')) return sql<SqlBool>`true`
  if (isAsked('country')) return sql<SqlBool>`budget_line.country_code <> ''`
  return isAsked('project') ? sql<SqlBool>`budget_line.country_code = ''` : sql<SqlBool>`false`
}

/** Funded lines of an area that the caller may see. A planned line still waits for its first grant. */
export function matching(principal: Principal, area: Area, filters: LineFilters) {
  let query = scoped(principal, 'budget_line')
    .where('area_id', '=', area.id)
    .where(sql<SqlBool>`state <> 'planned'`)
  for (const [name, values] of Object.entries(filters)) {
    if (isControlFilter(name)) {
      query = query.where(controlled(name, values))
      continue
    }
    if (name === 'level') {
      query = query.where(ofLevels(values))
      continue
    }
    const column = sql.ref(`budget_line.${LINE_FILTERS[name as keyof typeof LINE_FILTERS]}`)
    query =
      values.length === 1
        ? query.where(sql<SqlBool>`${column} = ${values[0]}`)
        : query.where(sql<SqlBool>`${column} = any(${values})`)
  }
  return query
}

type Account = Readonly<Record<(typeof ACCOUNT_COLUMNS)[number], string>>

/** The account of line `l`: its row, or its balance at the end of a day. */
export const accountAt = (asOf: AsOf | null) =>
  (asOf
    ? sql<Account>`(select ${sql.raw(ACCOUNT_COLUMNS.map((column) => `${columnSum(column)} as ${column}`).join(', '))}
        from ledger_posting p join ledger_journal j on j.id = p.journal_id and j.at < ${asOf.until}
        where p.ledger = 'budget' and p.account_id = l.id)`
    : sql<Account>`(select * from budget_account where id = l.id)`
  ).as('a')

/** Every amount of the line's account by wire name. */
const amounts = LINE_AMOUNTS.map((name) => sql<string>`${sql.raw(columnOf(name, 'a'))}`.as(name))

/** Owner and control of a line, always as of today, whatever day its amounts are of. */
const control = (language: Language) =>
  [
    'k.mode',
    sql<string>`trim_scale(k.tolerance)::text`.as('tolerance'),
    sql<string | null>`${sql.ref(`w.name_${language}`)}`.as('ownerName'),
    sql<string | null>`l.valid_from::text`.as('validFrom'),
    sql<string | null>`l.valid_to::text`.as('validTo'),
  ] as const

/** `Advisory`, `Absolute, 5 %`. */
function controlName(language: Language) {
  const name = (mode: string) => textAt(language, `budget.documents.budgetSetting.list.modes.${mode}`)
  return sql<string>`case k.mode when 'absolute' then ${name('absolute')} when 'advisory' then ${name('advisory')} else ${name('tracking')} end
    || case when k.tolerance > 0 then ', ' || trim_scale(k.tolerance)::text || ' %' else '' end`
}

/** All rows of the list in order, with all displayed names, for an export. */
export function allLines(
  principal: Principal,
  language: Language,
  area: Area,
  request: LineListRequest,
  asOf: AsOf | null = null,
) {
  const order = orderOf(request.sort)
  const both = (code: string, table: string) =>
    sql<string>`case when ${sql.ref(`${table}.code`)} is null then ${sql.ref(code)} else ${sql.ref(code)} || ' / ' || ${nameIn(language, table)} end`
  const business = (level: string) => sql.ref(`b.${level}_name_${language}`)
  let rows = qb
    .selectFrom(matching(principal, area, lineFiltersOf(request)).selectAll('budget_line').as('l'))
    .innerJoinLateral(accountAt(asOf), (join) => join.onTrue())
    .leftJoin('country as c', 'c.code', 'l.country_code')
    .leftJoin('project as p', 'p.code', 'l.project_code')
    .leftJoin('country as pc', 'pc.code', 'p.country_code')
    .leftJoin('project_pool as o', 'o.code', 'l.project_pool_code')
    .leftJoin('budget_department as d', 'd.code', 'l.budget_dept_code')
    .leftJoin('product_line as i', 'i.code', 'l.product_line_code')
    .leftJoin('business_type as b', (join) =>
      join.onRef('b.fsc_id', '=', 'l.fsc_id').onRef('b.sub_busi_code', '=', 'l.sub_busi_code'),
    )
    .innerJoin('budget_account as k', 'k.id', 'l.id')
    .leftJoin('app_user as w', 'w.id', 'l.owner_id')
    .select([
      ...control(language),
      controlName(language).as('control'),
      'l.code as budgetCode',
      'l.year',
      'l.month',
      'l.product_class as productClass',
      'l.currency',
      sql<string>`coalesce(${nameIn(language, 'c')}, replace(${textAt(language, 'budget.page.ofProject')}::text, '{country}', ${nameIn(language, 'pc')}), l.country_code)`.as(
        'country',
      ),
      sql<string>`coalesce(${nameIn(language, 'p')}, l.project_code)`.as('project'),
      both('l.project_pool_code', 'o').as('pool'),
      both('l.budget_dept_code', 'd').as('department'),
      both('l.product_line_code', 'i').as('productLine'),
      sql<string>`l.sub_busi_code || coalesce(' / ' || concat_ws('-', ${business('main')}, ${business('mid')}, ${business('sub')}), '')`.as(
        'businessType',
      ),
      ...amounts,
    ])
  if (typeof order.by === 'string')
    return rows.orderBy(sql.raw(columnOf(order.by, 'a')), order.direction).orderBy('l.id', order.direction)
  for (const column of order.by) rows = rows.orderBy(`l.${column}`, order.direction)
  return rows
}

/** The displayed columns of a line, by wire name. */
export interface ListedLine extends Record<LineAmount, string> {
  readonly mode: string
  readonly tolerance: string
  readonly ownerName: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly budgetCode: string
  readonly year: number
  readonly month: number
  readonly countryCode: string
  readonly projectCode: string
  readonly level: string
  readonly parentCode: string | null
  readonly projectPoolCode: string
  readonly budgetDeptCode: string
  readonly fscId: string
  readonly subBusiCode: string
  readonly productClass: string
  readonly productLineCode: string
  readonly currency: string
  readonly countryName: string
  readonly projectName: string
  readonly projectCountryCode: string | null
  readonly projectCountryName: string | null
}

const LISTED_COLUMNS = [
  'year',
  'month',
  'country_code as "countryCode"',
  'project_code as "projectCode"',
  'level',
  'project_pool_code as "projectPoolCode"',
  'budget_dept_code as "budgetDeptCode"',
  'fsc_id as "fscId"',
  'sub_busi_code as "subBusiCode"',
  'product_class as "productClass"',
  'product_line_code as "productLineCode"',
  'currency',
  'code as "budgetCode"',
  'valid_from::text as "validFrom"',
  'valid_to::text as "validTo"',
].map((column) => `l.${column}`)

const listedAmounts = (account: string) => LINE_AMOUNTS.map((name) => `${columnOf(name, account)} as "${name}"`)

/** Amounts from the account `k`, or from its postings before an instant, which is the second value. */
const AMOUNTS = {
  now: { columns: listedAmounts('k'), join: '' },
  past: {
    columns: listedAmounts('a'),
    join: `cross join lateral (select ${ACCOUNT_COLUMNS.map((column) => `${columnSum(column)} as ${column}`).join(', ')}
      from ledger_posting p join ledger_journal j on j.id = p.journal_id and j.at < $2
      where p.ledger = 'budget' and p.account_id = l.id) a`,
  },
} as const

/** Rows by id. Names are subselects, so that the statement is planned quickly on a new connection too. */
const listedLines = (language: Language, when: keyof typeof AMOUNTS) =>
  prepared<ListedLine>(
    `budget.listed-lines.${when}.${language}`,
    `select ${LISTED_COLUMNS.join(', ')}, k.mode, trim_scale(k.tolerance)::text as tolerance,
      (select w.name_${language} from app_user w where w.id = l.owner_id) as "ownerName",
      (select f.code from budget_line f where f.id = l.parent_id) as "parentCode",
      coalesce((select c.name_${language} from country c where c.code = l.country_code), l.country_code) as "countryName",
      coalesce((select p.name_${language} from project p where p.code = l.project_code), l.project_code) as "projectName",
      case l.country_code when '' then (select p.country_code from project p where p.code = l.project_code) end as "projectCountryCode",
      case l.country_code when '' then (select c.name_${language} from project p join country c on c.code = p.country_code
        where p.code = l.project_code) end as "projectCountryName",
      ${AMOUNTS[when].columns.join(', ')}
    from ${PAGE} join budget_line l on l.id = page.id join budget_account k on k.id = l.id ${AMOUNTS[when].join}
    order by page.place`,
  )

const LISTED = {
  zh: { now: listedLines('zh', 'now'), past: listedLines('zh', 'past') },
  en: { now: listedLines('en', 'now'), past: listedLines('en', 'past') },
} as const

/** The ids of an order in which an index provides them, or the amounts of the matching lines are sorted. */
function orderedIds(
  matched: ReturnType<typeof matching>,
  { by, direction }: LineOrder,
  asOf: AsOf | null,
  { limit, offset }: ListPlace,
): Statement<{ readonly id: string }> {
  if (typeof by === 'string') {
    const sorted = qb
      .selectFrom(matched.select('id').as('l'))
      .innerJoinLateral(accountAt(asOf), (join) => join.onTrue())
      .select(sql<string>`l.id::text`.as('id'))
      .orderBy(sql.raw(columnOf(by, 'a')), direction)
      .orderBy('l.id', direction)
    return statementOf(sorted.limit(limit).offset(offset))
  }
  let ids = matched.select(sql<string>`id::text`.as('id'))
  for (const column of by) ids = ids.orderBy(`budget_line.${column}`, direction)
  return statementOf(ids.limit(limit).offset(offset))
}

/** One page of the lines, in the order that was asked for. */
export function linePage(
  principal: Principal,
  language: Language,
  area: Area,
  request: LineListRequest,
  asOf: AsOf | null = null,
): QueryPage<ListedLine> {
  const found = matching(principal, area, lineFiltersOf(request))
  const { now, past } = LISTED[language]
  return {
    ids: orderedIds(found, orderOf(request.sort), asOf, pageOf(request)),
    rows: (found) => (asOf ? past(found, asOf.until) : now(found)),
  }
}

/** The number of matches; it stops one above the limit. Only ids are read, so a filter's index is enough. */
export function lineCount(principal: Principal, area: Area, request: LineListRequest): Statement<{ total: number }> {
  const ids = matching(principal, area, lineFiltersOf(request))
    .select(sql<number>`1`.as('one'))
    .limit(TOTAL_LIMIT + 1)
  return statementOf(qb.selectFrom(ids.as('l')).select(sql<number>`count(*)::int`.as('total')))
}

/** Totals of all matching lines, one row per currency: different currencies are never added up. */
export function lineSums(principal: Principal, area: Area, filters: LineFilters, asOf: AsOf | null = null) {
  return qb
    .selectFrom(matching(principal, area, filters).select(['id', 'currency']).as('l'))
    .innerJoinLateral(accountAt(asOf), (join) => join.onTrue())
    .select([
      'l.currency',
      ...LINE_AMOUNTS.map((name) => sql<string>`sum(${sql.raw(columnOf(name, 'a'))})`.as(name)),
      sql<number>`count(*)::int`.as('lineCount'),
    ])
    .groupBy('l.currency')
    .orderBy('l.currency')
}
