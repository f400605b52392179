import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { firstByOrganisation } from '#kernel/platform/db/by-organisation.ts'
import { type QueryPage, readPage } from '#kernel/platform/db/page.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { type ListFilter, summedColumns } from '#kernel/engine/read-list/read-list.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { FUNDS_BUCKETS, type FundsList, KINDS, OWED_KINDS } from './funds.list.ts'
import type { FlowKey } from '../flow/flow.queries.ts'
import {
  accountsOf,
  addedAccounts,
  askedCustomers,
  LATE,
  type ListReader,
  SOURCES,
  statement,
} from './list-sources.server.ts'

export type ListFilters = Readonly<Record<string, unknown>>

const column = (key: string) => sql.ref(`r.${key}`)
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Filters that take the beginning of a number; a whole number means itself alone. */
const BEGINNINGS = new Set(['no', 'sourceNo', 'schemeNo'])

/** Choices that stand for several values. */
const SEVERAL: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  bucket: { funds: FUNDS_BUCKETS },
  kind: { owed: OWED_KINDS },
}

function condition(
  list: FundsList,
  reader: ListReader,
  { name, kind }: ListFilter,
  asked: ListFilters,
): RawBuilder<SqlBool>[] {
  const value = textOf(asked[name]).trim()
  if (kind === 'dates') {
    const [from, to] = [textOf(asked[`${name}From`]), textOf(asked[`${name}To`])]
    const field = name === 'at' ? column(name) : sql`${column(name)}::date`
    return [...(from ? [sql<SqlBool>`${field} >= ${from}`] : []), ...(to ? [sql<SqlBool>`${field} < ${to}`] : [])]
  }
  if (name === 'settled') return settled(value)
  if (value === '') return []
  if (name === 'overdue') return [sql<SqlBool>`r.overdue > 0`]
  if (name === 'customerCode') return [sql<SqlBool>`${column(name)} in (${askedCustomers(reader, value)})`]
  if (BEGINNINGS.has(name))
    return [
      sql<SqlBool>`starts_with(${column(name)}, ${value}) and (${column(name)} = ${value}
        or not exists (select from (${SOURCES[list.of](reader)}) w where ${sql.ref(`w.${name}`)} = ${value}))`,
    ]
  const several = SEVERAL[name]?.[value]
  if (several) return [sql<SqlBool>`${column(name)} = any (${several}::text[])`]
  return [sql<SqlBool>`${column(name)} = ${value}`]
}

function settled(value: string): RawBuilder<SqlBool>[] {
  if (value === '' || value === 'all') return []
  if (value === 'overdue') return [sql<SqlBool>`r."daysOverdue" > 0`]
  return [value === 'settled' ? sql<SqlBool>`r."isSettled"` : sql<SqlBool>`not r."isSettled"`]
}

function narrowing(list: FundsList, reader: ListReader, asked: ListFilters): RawBuilder<unknown> {
  const conditions = list.filters.flatMap((filter) => condition(list, reader, filter, asked))
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

function matching(list: FundsList, reader: ListReader, asked: ListFilters): RawBuilder<unknown> {
  return sql`from (${SOURCES[list.of](reader)}) r ${narrowing(list, reader, asked)}`
}

const BY_KEYS = sql`r.journal_id desc, r.position desc`

function order(list: FundsList, sort: readonly string[]): RawBuilder<unknown> {
  if (list.order === null && sort.length === 0) return BY_KEYS
  const keys = Object.fromEntries(list.columns.flatMap(({ key, isSorted }) => (isSorted ? [[key, key]] : [])))
  const { by: key, direction } = requestedOrder<string>(sort, keys, list.order ?? '')
  return direction === 'desc' ? sql`${column(key)} desc nulls last, r.key desc` : sql`${column(key)} nulls last, r.key`
}

interface Place {
  readonly limit: number
  readonly offset: number
}

/** All rows of a list, for an export, which reads them through a cursor. */
export function listRows(
  list: FundsList,
  reader: ListReader,
  asked: ListFilters,
  sort: readonly string[],
): Statement<Record<string, unknown>> {
  const by = order(list, sort)
  return drawn(list, reader, sql`select r.* ${matching(list, reader, asked)} order by ${by}`, by, true)
}

/** One page: a row of most lists is one table row, found again by key (decision 081). */
export function readList(
  tx: Tx,
  list: FundsList,
  reader: ListReader,
  asked: ListFilters,
  sort: readonly string[],
  place: Place,
): Promise<Record<string, unknown>[]> {
  if (list.of === 'account') return readAccounts(tx, list, reader, asked, sort, place)
  return readPage(tx, pageOfRows(list, reader, asked, sort, place))
}

/**
 * A row of the accounts list is several accounts of a customer, which must be summed before they can be sorted. Sorted
 * by customer, a limited reader's page needs only some customers' accounts, so only those are summed. Overdue amounts
 * are looked up for the rows of the page alone, unless the list is filtered or sorted by them.
 */
async function readAccounts(
  tx: Tx,
  list: FundsList,
  reader: ListReader,
  asked: ListFilters,
  sort: readonly string[],
  { limit, offset }: Place,
): Promise<Record<string, unknown>[]> {
  const by = order(list, sort)
  const part = sql`order by ${by} limit ${limit} offset ${offset}`
  if (sort[0]?.replace(/^-/, '') === 'overdue' || textOf(asked['overdue']).trim() !== '')
    return tx.rows(drawn(list, reader, sql`select r.* ${matching(list, reader, asked)} ${part}`, by, false))
  const first = firstCustomers(list, reader, asked, sort, limit + offset)
  const customers = first && (await tx.rows(first)).map(({ code }) => code)
  const rows = sql`select r.* from (${addedAccounts(reader, customers)}) r ${narrowing(list, reader, asked)} ${part}`
  return tx.rows(drawn(list, reader, accountsOf(reader, rows), by, false))
}

/** So many accounts are read; for later pages, all of them are summed. */
const MOST_ACCOUNTS = 6_000

/**
 * The first customers of the list: a row is at most one account of each kind, so as many accounts as there are kinds
 * contain a row. Null: not needed because the reader sees all accounts, whose index has this order; or not possible
 * because the list is filtered, sorted differently, or the page is too late.
 */
function firstCustomers(
  list: FundsList,
  reader: ListReader,
  asked: ListFilters,
  sort: readonly string[],
  rows: number,
): Statement<{ code: string }> | null {
  const { principal } = reader
  const { scope } = principal
  const most = rows * KINDS.length
  const [by = list.order ?? ''] = sort
  const isNarrowed = list.filters.some((filter) => condition(list, reader, filter, asked).length > 0)
  if (scope === 'all' || by.replace(/^-/, '') !== 'customerCode' || isNarrowed || most > MOST_ACCOUNTS) return null
  const way = by.startsWith('-') ? 'desc' : 'asc'
  const own = scoped(principal, 'funds_account')
    .select('funds_account.customer_code as code')
    .where('funds_account.customer_code', 'is not', null)
    .compile()
  const values: unknown[] = [...own.parameters]
  const text = firstByOrganisation({
    scope,
    ids: () => `$${values.push(scope)}`,
    most,
    column: 'funds_account.scope_id',
    rows: own.sql,
    order: `funds_account.customer_code ${way}`,
    orderOfAll: `w.code ${way}`,
  })
  return text === null ? null : { text: `select distinct code from (${text}) f`, values }
}

function pageOfRows(
  list: FundsList,
  reader: ListReader,
  asked: ListFilters,
  sort: readonly string[],
  { limit, offset }: Place,
): QueryPage<Record<string, unknown>> {
  const part = sql`limit ${limit} offset ${offset}`
  return {
    ids: statement(
      sql`select r.key::text as id ${matching(list, reader, asked)} order by ${order(list, sort)} ${part}`,
    ),
    rows: (ids) => ({
      ...statement<Record<string, unknown>>(sql`select ${columnsOf(list)}
        from unnest((select ${ids}::bigint[])) with ordinality as page (id, place)
        join (${SOURCES[list.of](whole(reader))}) r on r.key = page.id order by page.place`),
      name: `funds.${list.of}.listed.${reader.language}`,
    }),
  }
}

/** Rows found within the reader's scope are read without checking again, so that the text is the same for everybody. */
const whole = (reader: ListReader): ListReader => ({ ...reader, principal: { scope: 'all' } })

/** Movements by key, newest first. */
export function flowRows(
  list: FundsList,
  reader: ListReader,
  keys: readonly FlowKey[],
): Statement<Record<string, unknown>> {
  const journals = keys.map((key) => key.journal_id)
  const positions = keys.map(({ position }) => position)
  const rows = sql`select r.* from unnest((select ${journals}::bigint[]), (select ${positions}::int[])) page (journal_id, position)
    join (${SOURCES[list.of](whole(reader))}) r on r.journal_id = page.journal_id and r.position = page.position`
  return { ...drawn(list, whole(reader), rows, BY_KEYS, false), name: `funds.flow.listed.${reader.language}` }
}

/** With look-ups for the displayed rows alone. */
function drawn(
  list: FundsList,
  reader: ListReader,
  rows: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
  isWhole: boolean,
): Statement<Record<string, unknown>> {
  const joins = LATE[list.of]?.joins(reader, isWhole) ?? sql``
  return statement(sql`select ${columnsOf(list)} from (${rows}) r ${joins} order by ${by}`)
}

/** Columns in row form: days as texts. */
function columnsOf(list: FundsList): RawBuilder<unknown> {
  const late = LATE[list.of]?.columns ?? {}
  const shown = list.columns.map(
    ({ key, kind }) => late[key] ?? (kind === 'day' ? sql`${column(key)}::text as ${sql.ref(key)}` : column(key)),
  )
  return sql.join([column('id'), ...shown])
}

export function listCount(list: FundsList, reader: ListReader, asked: ListFilters): Statement<{ total: number }> {
  return statement(
    sql`select count(*)::int as total from (select 1 ${matching(list, reader, asked)} limit ${TOTAL_LIMIT + 1}) t`,
  )
}

/** Totals by currency, which are never added up. */
export function listSums(list: FundsList, reader: ListReader, asked: ListFilters): Statement<Record<string, string>> {
  const sums = summedColumns(list).map(({ key }) => sql`, coalesce(sum(${column(key)}), 0.00)::text as ${sql.ref(key)}`)
  return statement(
    sql`select r.currency, count(*)::int as "rowCount" ${sql.join(sums, sql``)} ${matching(list, reader, asked)} group by 1 order by 1`,
  )
}
