import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { qb, type Statement } from '#kernel/db/statement.ts'
import { TOTAL_LIMIT } from '#kernel/document/totals.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { type FundsFilter, type FundsList, sumsOf } from '../funds-lists.ts'
import { LATE, type ListReader, SOURCES } from './list-sources.ts'

export type Asked = Readonly<Record<string, unknown>>

function statement<Row>(query: RawBuilder<unknown>): Statement<Row> {
  const compiled = query.compile(qb)
  return { text: compiled.sql, values: compiled.parameters }
}

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

function order(list: FundsList, sort: readonly string[]): RawBuilder<unknown> {
  const first = sort[0] ?? list.sort
  const isDown = first.startsWith('-')
  const key = first.replace(/^-/, '')
  if (!list.columns.some((each) => each.key === key && each.isSorted))
    throw new Refused(httpErrors.invalidField({ field: 'sort', reason: key }, { field: 'sort' }))
  return isDown ? sql`${column(key)} desc nulls last, r.key desc` : sql`${column(key)} nulls last, r.key`
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
  const late = LATE[list.name]
  const columns = sql.join(
    ['id', ...list.columns.map(({ key }) => key)].map((key) => late?.columns[key] ?? column(key)),
  )
  const by = order(list, sort)
  const shown = sql`(select r.* ${matching(list, reader, asked)} order by ${by} ${part}) r`
  return statement(sql`select ${columns} from ${shown} ${late?.joins(reader, page === null) ?? sql``} order by ${by}`)
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
