import { endOfPeriod } from '#kernel/base/clock/period.ts'
import { codesOf } from '../choices.ts'
import { limitSql } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { firstByOrganisation } from '#kernel/platform/db/by-organisation.ts'
import { type QueryPage, PAGE } from '#kernel/platform/db/page.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { type ListRequest, pageOf } from '#kernel/platform/http/paging.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type AnyRecord, codeColumnOf, columnFor, orderOf } from '../definition.ts'
import { shaped } from '../shapes.ts'
import { type RecordRow, selectSql, stateSql } from '../record-sql.ts'
import { statesOf } from '../states.ts'
import { filterNames, UPDATED } from './record-wire.ts'

/** The person for whom rows are searched. */
type Visitor = Pick<Principal, 'scope' | 'limits'>

const PLACES = new Set(['page', 'limit', 'sort'])
const MOST_CODES = 100

type Filter = readonly [name: string, value: string | readonly string[]]

function bad(field: string): Refused {
  return new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
}

/** PostgreSQL stores no NUL in a text. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && !value.includes('\u0000')
}

/** Non-empty filters; unknown ones are refused, not ignored. */
export function recordFilters(record: AnyRecord, request: ListRequest): readonly Filter[] {
  return Object.entries(request).flatMap(([name, value]): Filter[] => {
    if (PLACES.has(name) || value === undefined || value === null || value === '') return []
    if (!filterNames(record.list).includes(name)) throw bad(name)
    if (isText(value)) return [[name, value]]
    if (!Array.isArray(value) || value.length > MOST_CODES || !value.every(isText)) throw bad(name)
    return [[name, value]]
  })
}

function likeOf(text: string): string {
  return text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** The condition of one filter: codes and choices must be one of the values, texts contain it, the key begins with it. */
function filterSql(record: AnyRecord, [name, value]: Filter, add: (value: unknown) => string): string {
  const keyColumn = `t.${columnFor(record.key, record.fields[record.key]!)}`
  if (name === 'keyword') {
    if (typeof value !== 'string') throw bad(name)
    if (record.search) return `t.${record.search} like search_like(${add(value)})`
    const at = add(`%${likeOf(value)}%`)
    const named = Object.values(record.names).map((field) => `t.${columnFor(field, record.fields[field]!)}`)
    return `(${[keyColumn, ...named].map((column) => `${column} ilike ${at}`).join(' or ')})`
  }
  const several = typeof value === 'string' ? [value] : value
  if (name === 'state') {
    if (!several.every((each) => (statesOf(record) as readonly string[]).includes(each))) throw bad(name)
    return `${stateSql(record)} = any (${add(several)}::text[])`
  }
  if (UPDATED.includes(name)) {
    const isEnd = name === UPDATED[1]
    const at = new Date(typeof value === 'string' ? (isEnd ? endOfPeriod(value) : value) : Number.NaN)
    // JavaScript accepts years of other lengths, the database does not.
    if (Number.isNaN(at.getTime()) || !/^\d{4}-/.test(String(value))) throw bad(name)
    return `t.updated_at ${isEnd ? '<' : '>='} ${add(at)}::timestamptz`
  }
  const field = record.fields[name]!
  const { refersTo: reference, links } = field
  if (reference) {
    const keys = `(select r.${reference.key} from ${reference.table} r where r.${codeColumnOf(reference)} = any (${add(several)}::text[]))`
    return links
      ? `${keyColumn} in (select l.${links.own} from ${links.table} l where l.${links.other} in ${keys})`
      : `t.${columnFor(name, field)} in ${keys}`
  }
  const column = `t.${columnFor(name, field)}`
  if (field.options && !several.every((each) => codesOf(record, name).includes(each))) throw bad(name)
  if (field.stored) {
    const values = several.map((each) => shaped(field, each))
    if (values.includes(null)) throw bad(name)
    return `${column} = any (${add(values)}::${field.stored}[])`
  }
  if (field.kind === 'choice') return `${column} = any (${add(several)}::text[])`
  if (typeof value !== 'string') throw bad(name)
  if (field.kind === 'integer' || field.kind === 'money') {
    if (!/^-?\d{1,15}(\.\d{1,2})?$/.test(value)) throw bad(name)
    return `${column} = ${add(value)}::numeric`
  }
  return name === record.key
    ? `${column} ilike ${add(`${likeOf(value)}%`)}`
    : `${column} ilike ${add(`%${likeOf(value)}%`)}`
}

export function whereOf(record: AnyRecord, principal: Visitor, request: ListRequest, values: unknown[] = []) {
  const add = (value: unknown): string => `$${values.push(value)}`
  const parts = recordFilters(record, request).map((filter) => filterSql(record, filter, add))
  if (record.scope && principal.scope !== 'all') parts.push(`t.scope_id = any (${add(principal.scope)}::int[])`)
  parts.push(...limitSql(principal, record.table, 't', add))
  return { where: parts.length > 0 ? parts.join(' and ') : 'true', values, add }
}

/** The sort of a list: a column, with the key for equal values; and whether it is the default order. */
function orderBy(record: AnyRecord, sort: readonly string[]) {
  const names = Object.fromEntries((record.list.sort as readonly string[]).map((name) => [name, name]))
  const { by: name, direction } = requestedOrder(sort, names, orderOf(record))
  const key = `t.${columnFor(record.key, record.fields[record.key]!)}`
  const field = record.fields[name]
  const by =
    name === 'state'
      ? stateSql(record)
      : name === 'updatedAt'
        ? 't.updated_at'
        : field?.refersTo
          ? `r_${name}.${codeColumnOf(field.refersTo)}`
          : `t.${columnFor(name, field!)}`
  const join = field?.refersTo
    ? `left join ${field.refersTo.table} r_${name} on r_${name}.${field.refersTo.key} = t.${columnFor(name, field)}`
    : null
  const isUsual = orderOf(record) === (direction === 'desc' ? `-${name}` : name)
  return { by, key, direction, join, isUsual }
}

function orderSql({ by, key, direction }: ReturnType<typeof orderBy>): string {
  return by === key ? `${key} ${direction}` : `${by} ${direction}, ${key}`
}

/** One page of a record's list. */
export function recordPage(
  record: AnyRecord,
  principal: Principal,
  language: Language,
  request: ListRequest,
): QueryPage<RecordRow> {
  return { ids: idsOfPage(record, principal, request), rows: rowsById(record, language) }
}

function idsOfPage(record: AnyRecord, principal: Visitor, request: ListRequest): Statement<{ id: string }> {
  const { limit, offset } = pageOf(request)
  const order = orderBy(record, request.sort ?? [])
  if (record.search && request['keyword'] && order.join === null) {
    const values: unknown[] = [limit, offset]
    return { text: searchedIds(record, principal, request, order, values), values }
  }
  const { where, values, add } = whereOf(record, principal, request)
  const { scope } = principal
  const isIndexed = order.by === order.key || (order.isUsual && order.join === null)
  if (record.scope && scope !== 'all' && isIndexed && recordFilters(record, request).length === 0) {
    const { by, key, direction } = order
    const orderOfAll = (rows: string) => (by === key ? `${rows}.k ${direction}` : `${rows}.o ${direction}, ${rows}.k`)
    const first = firstByOrganisation({
      scope,
      ids: () => add(scope),
      most: limit + offset,
      column: 't.scope_id',
      rows: `select t.id, ${by} as o, ${key} as k from ${record.table} t where ${where}`,
      order: orderSql(order),
      orderOfAll: orderOfAll('w'),
    })
    if (first)
      return {
        text: `select f.id::text as id from (${first}) f order by ${orderOfAll('f')} limit ${add(limit)} offset ${add(offset)}`,
        values,
      }
  }
  return {
    text: `select t.id::text as id from ${record.table} t ${order.join ?? ''} where ${where}
      order by ${orderSql(order)} limit ${add(limit)} offset ${add(offset)}`,
    values,
  }
}

type RowsById = (ids: readonly string[]) => Statement<RecordRow>
const rowStatements = new WeakMap<AnyRecord, Partial<Record<Language, RowsById>>>()

function rowsById(record: AnyRecord, language: Language): RowsById {
  const known = rowStatements.get(record) ?? {}
  rowStatements.set(record, known)
  const make = (): RowsById => {
    const statement = prepared<RecordRow>(
      `record.${record.name}.listed.${language}`,
      `${selectSql(record, language, `${PAGE} join ${record.table} t on t.id = page.id`)} order by page.place`,
    )
    return (ids) => statement(ids)
  }
  return (known[language] ??= make())
}

/** Rows scanned in list order before all rows with the keyword are sorted instead. */
const LOOKED_AT = 4_000

/**
 * The rows of a page with a keyword, in a large table. The planner assumes that a word is evenly distributed and would
 * scan a million rows in order until it finds it: this scans some, and then reads all rows with the word.
 */
function searchedIds(
  record: AnyRecord,
  principal: Visitor,
  request: ListRequest,
  { by, key, direction }: ReturnType<typeof orderBy>,
  values: unknown[],
): string {
  const others = { ...request, keyword: '' }
  const rest = whereOf(record, principal, others, values).where
  const [typed] = recordFilters(record, request).filter(([name]) => name === 'keyword')
  const word = filterSql(record, typed ?? ['keyword', ''], (value) => `$${values.push(value)}`)
  const enough = `(select count(*) from walked) >= $1::int + $2::int`
  const order = `o ${direction}, k${by === key ? ` ${direction}` : ''}`
  return `with walked as materialized (
      select t.id, t.o, t.k from (select t.id, ${by} as o, ${key} as k, t.${record.search} from ${record.table} t where ${rest}
        order by ${by} ${direction}${by === key ? '' : `, ${key}`} limit ${LOOKED_AT}) t
      where ${word} limit $1::int + $2::int),
    hit as materialized (select t.id, ${by} as o, ${key} as k from ${record.table} t where ${rest} and ${word} and not (${enough}))
    select id::text as id from (select * from walked where ${enough} union all select * from hit) f order by ${order} limit $1 offset $2`
}

/** The first of the same rows, in list order, for the page of a related record. */
export function firstRecords(
  record: AnyRecord,
  principal: Principal,
  language: Language,
  request: ListRequest,
  most: number,
): Statement<RecordRow> {
  const { where, values, add } = whereOf(record, principal, request)
  return {
    text: `${selectSql(record, language)} where ${where} order by ${orderSql(orderBy(record, []))} limit ${add(most)}`,
    values,
  }
}

/** All of the same rows, for an export, which reads them through a cursor. */
export function allRecords(
  record: AnyRecord,
  principal: Principal,
  language: Language,
  request: ListRequest,
): Statement<RecordRow> {
  const { where, values } = whereOf(record, principal, request)
  return {
    text: `${selectSql(record, language)} where ${where} order by ${orderSql(orderBy(record, request.sort ?? []))}`,
    values,
  }
}

/** The count of the same rows; it stops one above the limit. */
export function recordCount(
  record: AnyRecord,
  principal: Visitor,
  request: ListRequest,
  most = TOTAL_LIMIT,
): Statement<{ total: number }> {
  const { where, values } = whereOf(record, principal, request)
  return {
    text: `select count(*)::int as total from (select from ${record.table} t where ${where} limit ${most + 1}) c`,
    values,
  }
}
