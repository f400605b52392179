import { type SqlBool, sql } from 'kysely'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { takenBack } from '../execution/scheme-claims.server.ts'
import { isRunning, SCHEME_STATES, type SchemeState } from '../shared/scheme-types.ts'

type Reader = Pick<Principal, 'scope' | 'limits'>

export interface OwnSchemeFilters {
  readonly schemeNo?: string
  readonly name?: string
  readonly schemeType?: string
  /** Those that run, or those that are over; otherwise all. */
  readonly shown?: string
}

const RUNNING = (Object.keys(SCHEME_STATES) as SchemeState[]).filter(isRunning)

const ORDERS = {
  schemeNo: 'scheme.id',
  startDate: 'scheme.start_date',
  endDate: 'scheme.end_date',
  claimDeadline: 'scheme.claim_deadline',
} as const

const given = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''

/**
 * Lines `l` of schemes that are for the customers that a person is limited to, by themselves or through their channel (decision 117). A person who is
 * limited to no customer works for none and reads no line.
 */
export function ownLines(reader: Reader, asked: OwnSchemeFilters = {}) {
  const { customer_code: customers = [], store_code: stores } = reader.limits ?? {}
  const codes = sql`${customers as string[]}::text[]`
  const { schemeNo, name, schemeType, shown } = asked
  return scoped(reader, 'scheme')
    .innerJoin('scheme_line as l', 'l.scheme_id', 'scheme.id')
    .where(
      sql<SqlBool>`(l.customer_code = any (${codes}) or l.channel_code = any (array(select x.channel_code from channel_customer x where x.code = any (${codes}))))`,
    )
    .where(
      stores
        ? sql<SqlBool>`(l.store_code is null or l.store_code = any (${stores as string[]}::text[]))`
        : sql<SqlBool>`true`,
    )
    .where(given(schemeNo) ? sql<SqlBool>`starts_with(scheme.no, ${schemeNo.trim()})` : sql<SqlBool>`true`)
    .where(given(name) ? sql<SqlBool>`scheme.search like search_like(${name.trim()})` : sql<SqlBool>`true`)
    .where(given(schemeType) ? sql<SqlBool>`scheme.scheme_type = ${schemeType}` : sql<SqlBool>`true`)
    .where(
      given(shown)
        ? sql<SqlBool>`(scheme.state = any (${RUNNING as string[]}::text[])) = ${shown === 'running'}`
        : sql<SqlBool>`true`,
    )
}

/** What this customer was paid of a line, less what was taken back: what others were paid is not told. */
const paid = ({ limits }: Reader) => sql<string>`(select coalesce(sum(t.amount - ${sql.raw(takenBack('t'))}), 0)
  from scheme_settlement t join scheme_execute d on d.id = t.document_id
  where t.scheme_id = scheme.id and t.scheme_line = l.line_no and t.customer_code = any (${[...(limits?.['customer_code'] ?? [])]}::text[]))::numeric(20,2)`

export function ownSchemeRows(reader: Reader, language: Language, asked: OwnSchemeFilters, sort: readonly string[]) {
  const { by, direction } = requestedOrder(sort, ORDERS, '-schemeNo')
  const name = (of: string) => sql<string>`${sql.ref(`${of}.name_${language}`)}`
  return ownLines(reader, asked)
    .leftJoin('customer as c', 'c.code', 'l.customer_code')
    .leftJoin('customer_channel as h', 'h.code', 'l.channel_code')
    .leftJoin('store as t', 't.code', 'l.store_code')
    .leftJoin('sku as k', 'k.code', 'l.sku_code')
    .leftJoin('spu as p', 'p.code', 'l.spu_code')
    .select([
      sql<string>`scheme.no || '/' || l.line_no`.as('id'),
      'scheme.no as schemeNo',
      'scheme.name',
      'scheme.scheme_type as schemeType',
      'scheme.state',
      sql<string>`coalesce(${name('t')}, ${name('h')}, ${name('c')})`.as('beneficiary'),
      sql<string | null>`coalesce(l.sku_code || ' / ' || ${name('k')}, l.spu_code || ' / ' || ${name('p')})`.as(
        'product',
      ),
      'l.basis',
      sql<string | null>`l.unit_amount::text`.as('unitAmount'),
      sql<string | null>`trim_scale(l.rate_percent)::text`.as('ratePercent'),
      'l.ladder_kind as ladderKind',
      'l.ladder',
      sql<string>`scheme.start_date::text`.as('startDate'),
      sql<string>`scheme.end_date::text`.as('endDate'),
      sql<string>`scheme.claim_deadline::text`.as('claimDeadline'),
      'scheme.settlement_period as settlementPeriod',
      'scheme.rebate_type as rebateType',
      'scheme.currency',
      sql<string>`${paid(reader)}::text`.as('paid'),
    ])
    .orderBy(sql.ref(by), direction)
    .orderBy('scheme.id', direction)
    .orderBy('l.line_no')
}

export function ownSchemeSums(reader: Reader, asked: OwnSchemeFilters) {
  return ownLines(reader, asked)
    .select([
      'scheme.currency',
      sql<number>`count(*)::int`.as('rowCount'),
      sql<string>`sum(${paid(reader)})::text`.as('paid'),
    ])
    .groupBy('scheme.currency')
    .orderBy('scheme.currency')
}
