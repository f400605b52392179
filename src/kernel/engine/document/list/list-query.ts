import type { Principal } from '#kernel/platform/access/principal.ts'
import { firstByOrganisation } from '#kernel/platform/db/by-organisation.ts'
import { type QueryPage, PAGE } from '#kernel/platform/db/page.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { type ListRequest, pageOf } from '#kernel/platform/http/paging.ts'
import { type RequestedOrder, requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { listColumnsOf } from '../document-sql.ts'
import { partOfSql } from '../document-access.ts'
import { documentLimits } from '../document-limits.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import { axesOf } from '../axes/axes-of.ts'
import { axisStateSql } from '../axes/axis-sql.ts'
import { addFilter, Conditions, type Narrowing } from './list-filter.ts'
import type { AnyDocument } from '../server-document.ts'
import { summedFields } from './summed-fields.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'

const PLACES = new Set(['page', 'limit', 'sort'])

/** The non-empty filters of a list request; unknown ones are refused, not ignored. */
export function filtersOf(definition: AnyDocument, request: ListRequest): Record<string, unknown> {
  const allowed = new Set<string>(definition.list.filters as readonly string[])
  const filters: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(request)) {
    if (PLACES.has(name) || value === undefined || value === null || value === '') continue
    if (!allowed.has(name))
      throw new Refused(httpErrors.invalidField({ field: name, reason: 'unknown filter' }, { field: name }))
    filters[name] = value
  }
  return filters
}

/** Other people's drafts are hidden. */
function visible(where: Conditions, definition: AnyDocument, principal: Principal): void {
  where.add(`(d.state <> '${definition.initial}' or d.drafter_id = ${where.value(principal.userId)})`)
}

/** The rows that a page may need. */
interface First {
  readonly most: number
  readonly order: string
  readonly direction: 'asc' | 'desc'
  /** No filter, sorted by number: an index serves each organisation's documents. */
  readonly isWhole: boolean
}

/**
 * Ids of the rows a caller may see: those of their organisations, customers and stores, and, as a second branch, those
 * of others that they take part in. The branches are disjoint, so no sort for duplicates is needed. A person
 * who sees everything needs no second branch. `first` limits each branch to the rows that a page may need: the planner
 * would otherwise sort all rows of both, because it plans the branches of a union without the outer order.
 */
function idsSql(
  definition: AnyDocument,
  where: Conditions,
  principal: Principal,
  columns: string,
  first: First | null = null,
): string {
  const base = `select ${columns} from ${definition.table} d`
  const limits = documentLimits(definition, principal, (value) => where.value(value))
  if (principal.scope === 'all' && limits.length === 0) return `${base} where ${where.toString()}`
  const scope = principal.scope === 'all' ? null : where.value(principal.scope)
  const within = [...(scope === null ? [] : [`d.scope_id = any (${scope}::int[])`]), ...limits].join(' and ')
  const outside = limits.length === 0 ? `d.scope_id <> all (${scope}::int[])` : `(${within}) is not true`
  const user = where.value(principal.userId)
  const cut = first ? `order by ${first.order} limit ${first.most}` : ''
  const nearest =
    first?.isWhole && principal.scope !== 'all' && scope !== null
      ? firstByOrganisation({
          scope: principal.scope,
          ids: () => scope,
          most: first.most,
          column: 'd.scope_id',
          rows: `${base} where ${[where.toString(), ...limits].join(' and ')}`,
          order: `d.no collate "C" ${first.direction}`,
          orderOfAll: `w.no collate "C" ${first.direction}`,
        })
      : null
  return `(${nearest ?? `${base} where ${where.toString()} and ${within} ${cut}`})
    union all (${base} where ${where.toString()} and ${outside}
      and d.id in ${partOfSql(user, definition)} ${cut})`
}

/** All matching rows of a list, or the named ones among them, unsorted. Parameters may be added behind. */
export function matchingSql(
  definition: AnyDocument,
  principal: Principal,
  request: ListRequest,
  ids: readonly string[] | null,
  columns: string,
): { readonly text: string; readonly values: unknown[] } {
  const where = new Conditions()
  for (const [name, value] of Object.entries(filtersOf(definition, request))) addFilter(where, definition, name, value)
  if (ids) where.add(`d.id = any (${where.value(ids)}::bigint[])`)
  visible(where, definition, principal)
  return { text: idsSql(definition, where, principal, columns), values: where.values }
}

function orderOf(definition: AnyDocument, sort: readonly string[]): RequestedOrder<string> {
  const columns = Object.fromEntries((definition.list.sort as readonly string[]).map((name) => [name, columnOf(name)]))
  return requestedOrder(sort, columns, '-no')
}

type ListedRow = Readonly<Record<string, unknown>>

/** One page of a document's list: ids from the index that serves the order, then the rows with drafter and assignees. */
export function listPage(definition: AnyDocument, principal: Principal, request: ListRequest): QueryPage<ListedRow> {
  return pageStatements(definition, principal, request, pageOf(request))
}

/** Rows of the list filtered by `narrow`, latest first, for a selector. */
export function narrowedPage(
  definition: AnyDocument,
  principal: Principal,
  request: ListRequest,
  limit: number,
  narrow: (where: Narrowing) => void,
): QueryPage<ListedRow> {
  return pageStatements(definition, principal, request, { limit, offset: 0 }, narrow)
}

function pageStatements(
  definition: AnyDocument,
  principal: Principal,
  request: ListRequest,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  narrow: (where: Narrowing) => void = () => undefined,
): QueryPage<ListedRow> {
  const { ids, order, where } = matchingIds(definition, principal, request, narrow, limit + offset)
  return {
    ids: {
      text: `select id from (${ids}) d order by ${order('d')} limit ${where.value(limit)} offset ${where.value(offset)}`,
      values: where.values,
    },
    rows: rowsById(definition),
  }
}

/** All rows of the list, for an export, which reads them through a cursor. */
export function allRowsStatement(
  definition: AnyDocument,
  principal: Principal,
  request: ListRequest,
): Statement<ListedRow> {
  const { ids, order, where } = matchingIds(definition, principal, request, () => undefined, null)
  return {
    text: `with page as (${ids}) ${shownSql(definition, 'page')} order by ${order('page')}`,
    values: where.values,
  }
}

function matchingIds(
  definition: AnyDocument,
  principal: Principal,
  request: ListRequest,
  narrow: (where: Narrowing) => void,
  most: number | null,
) {
  const where = new Conditions()
  for (const [name, value] of Object.entries(filtersOf(definition, request))) addFilter(where, definition, name, value)
  narrow(where)
  const isFiltered = where.parts.length > 0
  visible(where, definition, principal)
  const { by: column, direction } = orderOf(definition, request.sort ?? [])
  const columns = column === 'no' ? 'd.id, d.no' : `d.id, d.no, d.${column}`
  // Only a draft's total may be empty; for other columns `nulls last` would only prevent an index from serving the order.
  const empty = column === 'total_amount' ? ' nulls last' : ''
  const order = (rows: string) =>
    column === 'no' ? `${rows}.no ${direction}` : `${rows}.${column} ${direction}${empty}, ${rows}.no ${direction}`
  const isWhole = column === 'no' && !isFiltered
  const first = most === null ? null : { most, order: order('d'), direction, isWhole }
  return { ids: idsSql(definition, where, principal, columns, first), order, where }
}

const rowStatements = new WeakMap<AnyDocument, (ids: readonly string[]) => Statement<ListedRow>>()

function rowsById(definition: AnyDocument): (ids: readonly string[]) => Statement<ListedRow> {
  let rows = rowStatements.get(definition)
  if (!rows) {
    const statement = prepared<ListedRow>(
      `${definition.name}.listed`,
      `${shownSql(definition, PAGE)} order by page.place`,
    )
    rowStatements.set(definition, (rows = (ids) => statement(ids)))
  }
  return rows
}

/** The columns a list shows, for the documents whose ids `page` has. */
function shownSql(definition: AnyDocument, page: string): string {
  const columns = listColumnsOf(definition).map((name) => `d.${name}`)
  return `
    select ${columns.join(', ')}, u.account as drafter_account, u.name_zh as drafter_name_zh, u.name_en as drafter_name_en,
      w.holders, i.state as approval_state, w.waiting_since${axesSql(definition)}
    from ${page} join ${definition.table} d on d.id = page.id
    join app_user u on u.id = d.drafter_id
    left join approval_instance i on i.document_id = d.id and i.round = d.round
    left join lateral (
      select jsonb_agg(distinct jsonb_build_object('account', h.account, 'name', jsonb_build_object('zh', h.name_zh, 'en', h.name_en))) as holders,
        min(t.created_at) as waiting_since
      from approval_task t join app_user h on h.id = t.user_id
      where t.document_id = d.id and t.round = d.round and t.state = 'open' and i.state = 'running') w on true`
}

function axesSql(definition: AnyDocument): string {
  return axesOf(definition)
    .map(([name, axis]) => `, ${axisStateSql(definition, axis)} as ${columnOf(name)}`)
    .join('')
}

/** The count of the same rows; it stops one above the limit. */
export function countStatement(
  definition: AnyDocument,
  principal: Principal,
  request: ListRequest,
  most = TOTAL_LIMIT,
): Statement<{ total: number }> {
  const where = new Conditions()
  for (const [name, value] of Object.entries(filtersOf(definition, request))) addFilter(where, definition, name, value)
  visible(where, definition, principal)
  return {
    text: `select count(*)::int as total from (${idsSql(definition, where, principal, 'd.id')} limit ${most + 1}) d`,
    values: where.values,
  }
}

/** Sums of the same rows, one row per currency; drafts without a currency are left out. */
export function sumStatement(
  definition: AnyDocument,
  principal: Principal,
  request: ListRequest,
): Statement<Readonly<Record<string, unknown>>> {
  const where = new Conditions()
  for (const [name, value] of Object.entries(filtersOf(definition, request))) addFilter(where, definition, name, value)
  visible(where, definition, principal)
  const currency = columnOf(definition.view?.currency ?? '')
  const amounts = summedFields(definition)
  const columns = [currency, ...amounts.map(columnOf)].map((name) => `d.${name}`).join(', ')
  const sums = amounts
    .map((name) => `, coalesce(sum(d.${columnOf(name)}), 0)::numeric(30, 2)::text as "${name}"`)
    .join('')
  return {
    text: `select d.${currency} as currency, count(*)::int as "documentCount"${sums}
      from (${idsSql(definition, where, principal, columns)}) d where d.${currency} is not null group by 1 order by 1`,
    values: where.values,
  }
}
