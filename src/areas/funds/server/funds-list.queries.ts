import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Statement } from '#kernel/db/statement.ts'
import { TOTAL_LIMIT } from '#kernel/document/totals.ts'
import { askedOrder } from '#kernel/http/asked-order.ts'
import { type FundsFilter, type FundsList, sumsOf } from '../funds-lists.ts'
import type { FlowKey } from './flow.queries.ts'
import { LATE, type ListReader, SOURCES, statement } from './list-sources.ts'

export type Asked = Readonly<Record<string, unknown>>

const column = (key: string) => sql.ref(`r.${key}`)
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function condition({ name, kind }: FundsFilter, asked: Asked): RawBuilder<SqlBool>[] {
  const value = textOf(asked[name]).trim()
  if (kind === 'days') {
    const [from, to] = [textOf(asked[`${name}From`]), textOf(asked[`${name}To`])]
    const field = name === 'at' ? column(name) : sql`${column(name)}::date`
    return [...(from ? [sql<SqlBool>`${field} >= ${from}`] : []), ...(to ? [sql<SqlBool>`${field} < ${to}`] : [])]
  }
  if (kind === 'word' && name === 'settled') return settled(value)
  if (value === '') return []
  if (name === 'overdue') return [sql<SqlBool>`r.overdue > 0`]
  if (kind === 'customer')
    return [
      sql<SqlBool>`(${column(name)} = ${value} or ${column(name)} in (select k.code from customer k where k.search like search_like(${value})))`,
    ]
  if (kind === 'begins') return [sql<SqlBool>`starts_with(${column(name)}, ${value})`]
  return [sql<SqlBool>`${column(name)} = ${value}`]
}

/** A report of receivables shows what is open unless it is asked for more. */
function settled(value: string): RawBuilder<SqlBool>[] {
  if (value === 'all') return []
  if (value === 'overdue') return [sql<SqlBool>`r."daysOverdue" > 0`]
  return [value === 'settled' ? sql<SqlBool>`r."isSettled"` : sql<SqlBool>`not r."isSettled"`]
}

function matching(list: FundsList, reader: ListReader, asked: Asked): RawBuilder<unknown> {
  const conditions = list.filters.flatMap((filter) => condition(filter, asked))
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql`from (${SOURCES[list.name](reader)}) r ${where}`
}

const BY_KEYS = sql`r.journal_id desc, r.position desc`

function order(list: FundsList, sort: readonly string[]): RawBuilder<unknown> {
  if (list.sort === null && sort.length === 0) return BY_KEYS
  const keys = Object.fromEntries(list.columns.flatMap(({ key, isSorted }) => (isSorted ? [[key, key]] : [])))
  const { by: key, direction } = askedOrder<string>(sort, keys, list.sort ?? '')
  return direction === 'desc' ? sql`${column(key)} desc nulls last, r.key desc` : sql`${column(key)} nulls last, r.key`
}

/** Rows of a list, all of them or a page. */
export function listRows(
  list: FundsList,
  reader: ListReader,
  asked: Asked,
  sort: readonly string[],
  page: { readonly limit: number; readonly offset: number } | null,
): Statement<Record<string, unknown>> {
  const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  const by = order(list, sort)
  return drawn(list, reader, sql`select r.* ${matching(list, reader, asked)} order by ${by} ${part}`, by, page === null)
}

/** Movements by their keys, the newest first. */
export function flowRows(
  list: FundsList,
  reader: ListReader,
  keys: readonly FlowKey[],
): Statement<Record<string, unknown>> {
  const journals = keys.map((key) => key.journal_id)
  const positions = keys.map(({ position }) => position)
  const rows = sql`select r.* from (${SOURCES[list.name](reader)}) r
    where (r.journal_id, r.position) in (select * from unnest(${journals}::bigint[], ${positions}::int[]))`
  return drawn(list, reader, rows, BY_KEYS, false)
}

/** With what is looked up of the rows that are shown alone. */
function drawn(
  list: FundsList,
  reader: ListReader,
  rows: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
  isWhole: boolean,
): Statement<Record<string, unknown>> {
  const late = LATE[list.name]
  const columns = sql.join(
    ['id', ...list.columns.map(({ key }) => key)].map((key) => late?.columns[key] ?? column(key)),
  )
  return statement(sql`select ${columns} from (${rows}) r ${late?.joins(reader, isWhole) ?? sql``} order by ${by}`)
}

export function listCount(list: FundsList, reader: ListReader, asked: Asked): Statement<{ total: number }> {
  return statement(
    sql`select count(*)::int as total from (select 1 ${matching(list, reader, asked)} limit ${TOTAL_LIMIT + 1}) t`,
  )
}

/** Totals by currency: what is in one is never added to what is in another. */
export function listSums(list: FundsList, reader: ListReader, asked: Asked): Statement<Record<string, string>> {
  const sums = sumsOf(list).map((key) => sql`, coalesce(sum(${column(key)}), 0.00)::text as ${sql.ref(key)}`)
  return statement(
    sql`select r.currency, count(*)::int as "rowCount" ${sql.join(sums, sql``)} ${matching(list, reader, asked)} group by 1 order by 1`,
  )
}
