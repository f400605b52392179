import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { isBackwards, type KeyedPlace } from '#kernel/engine/document/list/keyed-page.ts'
import { FUNDS_BUCKETS } from '../lists/funds.list.ts'
import { askedCustomers, type ListReader, statement } from '../lists/list-sources.server.ts'

// Movements of customer funds in posting order, by keyset pages (decision 073).

/** A movement: its journal, and its position in it. */
export interface FlowKey {
  readonly journal_id: string
  readonly position: number
}

/** Journals of funds that may be of the filtered days; without days, all. */
export interface FlowBounds {
  readonly first: string | null
  readonly before: string | null
}

export interface FlowAsked {
  readonly customerCode?: string
  readonly operatingUnitCode?: string
  readonly currency?: string
  readonly kind?: string
  readonly bucket?: string
  readonly atFrom?: string
  readonly atTo?: string
}

/** Movements that a page scans before it reads account by account. */
const NEAR = 5_000
/** Postings carry the time of their request, and every wait is bounded far below a day. */
const SLACK_MS = 86_400_000

/** The first journal of funds requested at an instant or later, by bisection: times grow with numbers. */
const firstSince = prepared<{ id: string | null }>(
  'funds.flow-first-since',
  `with recursive ends as (
     select (select journal_id from ledger_posting where ledger = 'funds' order by journal_id, position limit 1) as low,
       (select journal_id from ledger_posting where ledger = 'funds' order by journal_id desc, position desc limit 1) + 1 as high
   ), step as (
     select low, high from ends where low is not null
     union all
     select case when m.at < $1::timestamptz then m.id + 1 else s.low end, case when m.at < $1::timestamptz then s.high else (s.low + s.high) / 2 end
     from step s cross join lateral (
       select j.id, j.at from ledger_posting p join ledger_journal j on j.id = p.journal_id
       where p.ledger = 'funds' and p.journal_id >= (s.low + s.high) / 2 order by p.journal_id, p.position limit 1
     ) m where s.low < s.high
   ) select min(low)::text as id from step where low >= high`,
)

/** Bounds of journals around an instant; null where there are no movements. */
export const flowBoundary = (moment: string, isEnd: boolean): Statement<{ id: string | null }> =>
  firstSince(new Date(Date.parse(moment) + (isEnd ? SLACK_MS : -SLACK_MS)))

const given = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''

const BUCKETS = ['avl', 'occ', 'rcv', 'crd'] as const
const bucketsOf = (bucket: string): readonly string[] => (bucket === 'funds' ? FUNDS_BUCKETS : [bucket])

/** A single balance is asked for by its own index, which has the order. */
const ofBucket = (bucket: string) =>
  bucket === 'funds' ? sql<SqlBool>`p.bucket = any (${FUNDS_BUCKETS}::text[])` : sql<SqlBool>`p.bucket = ${bucket}`

/** Conditions on accounts `a`. */
function ofAccounts(
  reader: ListReader,
  { customerCode, operatingUnitCode, currency, kind }: FlowAsked,
): RawBuilder<SqlBool>[] {
  const customer = customerCode?.trim()
  return [
    sql<SqlBool>`a.customer_code is not null`,
    ...(given(customer) ? [sql<SqlBool>`a.customer_code = any (array(${askedCustomers(reader, customer)}))`] : []),
    ...(given(operatingUnitCode) ? [sql<SqlBool>`a.operating_unit_code = ${operatingUnitCode.trim()}`] : []),
    ...(given(currency) ? [sql<SqlBool>`a.currency = ${currency.trim()}`] : []),
    ...(given(kind) ? [sql<SqlBool>`a.kind = ${kind}`] : []),
  ]
}

/** Conditions on movements `p` that their index covers; those of funds alone. */
function ofMovements(asked: FlowAsked, place: KeyedPlace | null, { first, before }: FlowBounds): RawBuilder<SqlBool>[] {
  const [journal, position] = place?.from?.split('-') ?? []
  return [
    sql<SqlBool>`p.ledger = 'funds'`,
    ...(given(asked.bucket) ? [ofBucket(asked.bucket)] : []),
    ...(first === null ? [] : [sql<SqlBool>`p.journal_id >= ${first}::bigint`]),
    ...(before === null ? [] : [sql<SqlBool>`p.journal_id < ${before}::bigint`]),
    ...(place && journal && position
      ? [
          isBackwards(place)
            ? sql<SqlBool>`(p.journal_id, p.position) > (${journal}::bigint, ${position}::int)`
            : sql<SqlBool>`(p.journal_id, p.position) < (${journal}::bigint, ${position}::int)`,
        ]
      : []),
  ]
}

/** The exact days: a posting near the bound may be of the neighbouring day. */
function ofDays({ atFrom, atTo }: FlowAsked): RawBuilder<SqlBool>[] {
  const at = sql`(select j.at from ledger_journal j where j.id = p.journal_id)`
  return [
    ...(given(atFrom) ? [sql<SqlBool>`${at} >= ${atFrom}::timestamptz`] : []),
    ...(given(atTo) ? [sql<SqlBool>`${at} < ${atTo}::timestamptz`] : []),
  ]
}

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join([...conditions], sql` and `)
const accounts = (reader: ListReader) => sql`${scoped(reader.principal, 'funds_account').selectAll()}`

export interface FlowPage {
  readonly asked: FlowAsked
  readonly place: KeyedPlace
  readonly bounds: FlowBounds
  readonly limit: number
}

const inOrder = (place: KeyedPlace, of: string) =>
  sql.raw(['journal_id', 'position'].map((key) => `${of}.${key} ${isBackwards(place) ? 'asc' : 'desc'}`).join(', '))

/** The movements nearest to a position, of any customer; for a bucket, those of it (each has its index). */
const window = (given: Omit<FlowPage, 'limit'>, most: number): RawBuilder<unknown> => sql`
  select p.journal_id, p.position, p.account_id from ledger_posting p where ${all(ofMovements(given.asked, given.place, given.bounds))}
  order by ${inOrder(given.place, 'p')} limit ${most}`

/** Among the movements nearest to the position, of any customer. */
export function nearKeys(reader: ListReader, page: FlowPage): Statement<FlowKey> {
  const { asked, place, limit } = page
  return statement(sql`
    select p.journal_id::text as journal_id, p.position from (${window(page, NEAR)}) p join (${accounts(reader)}) a on a.id = p.account_id
    where ${all([...ofAccounts(reader, asked), ...ofDays(asked)])} order by ${inOrder(place, 'p')} limit ${limit}`)
}

/** Whether there are more movements than were scanned, of any customer. */
export function hasFar(given: Omit<FlowPage, 'limit'>, most = NEAR): Statement<{ far: boolean }> {
  return statement(sql`select count(*) >= ${most} as far from (${window(given, most)}) w`)
}

/** Account by account, the nearest of each: the cost depends on the number of accounts, not on the distance. */
export function farKeys(reader: ListReader, { asked, place, bounds, limit }: FlowPage): Statement<FlowKey> {
  return statement(sql`
    with own as materialized (select a.id from (${accounts(reader)}) a where ${all(ofAccounts(reader, asked))})
    select f.journal_id::text as journal_id, f.position from own cross join lateral (
      select p.journal_id, p.position from ledger_posting p where p.account_id = own.id and ${all([...ofMovements(asked, place, bounds), ...ofDays(asked)])}
      order by ${inOrder(place, 'p')} limit ${limit}
    ) f order by ${inOrder(place, 'f')} limit ${limit}`)
}

/** How many of the newest `most` movements match. */
export function nearCount(
  reader: ListReader,
  given: Omit<FlowPage, 'limit'>,
  most: number,
): Statement<{ total: number }> {
  return statement(sql`
    select count(*)::int as total from (${window(given, most)}) p join (${accounts(reader)}) a on a.id = p.account_id
    where ${all([...ofAccounts(reader, given.asked), ...ofDays(given.asked)])}`)
}

/** The number of matches, account by account and no further than `most`. */
export function farCount(
  reader: ListReader,
  { asked, bounds }: Pick<FlowPage, 'asked' | 'bounds'>,
  most: number,
): Statement<{ total: number }> {
  return statement(sql`
    select count(*)::int as total from (
      select 1 from (${accounts(reader)}) a cross join lateral (
        select 1 from ledger_posting p where p.account_id = a.id and ${all([...ofMovements(asked, null, bounds), ...ofDays(asked)])} limit ${most}
      ) p where ${all(ofAccounts(reader, asked))} limit ${most}
    ) t`)
}

/** Movements of all time add up to what the accounts hold, which is read of the accounts alone. */
export function balanceSums(reader: ListReader, asked: FlowAsked): Statement<Record<string, unknown>> {
  const buckets = given(asked.bucket) ? bucketsOf(asked.bucket) : BUCKETS
  const held = sql.join(
    buckets.map((bucket) => sql.ref(`a.${bucket}`)),
    sql` + `,
  )
  return statement(sql`
    select a.currency, sum(${held})::text as amount from (${accounts(reader)}) a where ${all(ofAccounts(reader, asked))} group by 1 order by 1`)
}

/** What the movements of some days add up to. */
export function movedSums(
  reader: ListReader,
  { asked, bounds }: Pick<FlowPage, 'asked' | 'bounds'>,
): Statement<Record<string, unknown>> {
  return statement(sql`
    select a.currency, sum(p.amount)::text as amount from (${accounts(reader)}) a join ledger_posting p on p.account_id = a.id
    where ${all([...ofAccounts(reader, asked), ...ofMovements(asked, null, bounds), ...ofDays(asked)])} group by 1 order by 1`)
}
