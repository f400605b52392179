import { type SqlBool, sql } from 'kysely'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { takenBack } from '../execution/scheme-claims.server.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'

type Reader = Pick<Principal, 'scope' | 'limits'>

export interface OwnClaimFilters {
  readonly no?: string
  readonly schemeNo?: string
  /** Only claims that settled this scheme line; their amounts are then those of this line. */
  readonly schemeLine?: number
  readonly state?: string
  readonly payoutType?: string
  readonly claimPeriod?: string
}

const ORDERS = { no: 'scheme_execute.id', claimDate: 'scheme_execute.claim_date' } as const

/** Columns of the claim that a filter begins with, or is. */
const BEGINNINGS = { no: 'no', schemeNo: 'scheme_no' } as const
const EQUALS = { state: 'state', payoutType: 'payout_type', claimPeriod: 'claim_period' } as const

/** The settled lines `t` of a claim; only those of one scheme line if `schemeLine` is given. */
const settledOf = ({
  schemeLine,
}: OwnClaimFilters) => sql`from scheme_settlement t join scheme_execute d on d.id = t.document_id
  where t.document_id = scheme_execute.id ${schemeLine === undefined ? sql`` : sql`and t.scheme_line = ${schemeLine}`}`

const TAKEN_BACK = sql.raw(takenBack('t'))
const recovered = (asked: OwnClaimFilters) =>
  sql<string>`(select coalesce(sum(${TAKEN_BACK}), 0) ${settledOf(asked)})::numeric(20,2)`
const paid = (asked: OwnClaimFilters) =>
  sql<string>`(select coalesce(sum(t.amount - ${TAKEN_BACK}), 0) ${settledOf(asked)})::numeric(20,2)`

/** Claims of the customers that a person is limited to, from their submit on. Who is limited to no customer reads none. */
export function ownClaimsOf(reader: Reader, asked: OwnClaimFilters = {}) {
  const { customer_code: customers, store_code: stores } = reader.limits ?? {}
  const column = (name: string) => sql.ref(`scheme_execute.${name}`)
  const conditions = [
    ...Object.entries(BEGINNINGS).flatMap(([name, of]) => {
      const value = asked[name as keyof typeof BEGINNINGS]?.trim()
      return value ? [sql<SqlBool>`starts_with(${column(of)}, ${value})`] : []
    }),
    ...Object.entries(EQUALS).flatMap(([name, of]) => {
      const value = asked[name as keyof typeof EQUALS]?.trim()
      return value ? [sql<SqlBool>`${column(of)} = ${value}`] : []
    }),
    ...(asked.schemeLine === undefined ? [] : [sql<SqlBool>`exists (select ${settledOf(asked)})`]),
    ...(stores
      ? [
          sql<SqlBool>`not exists (select from scheme_execute_line x where x.document_id = scheme_execute.id
            and x.store_code <> all (${stores as string[]}::text[]))`,
        ]
      : []),
  ]
  return conditions.reduce(
    (query, each) => query.where(each),
    // `scoped` limits its rows to the customers.
    scoped(reader, 'scheme_execute')
      .where(sql<SqlBool>`${customers !== undefined && customers.length > 0}`)
      .where('scheme_execute.state', '<>', 'draft'),
  )
}

/** A payment in money is settled when finance took its request; a rebate or a credit with the last approval. */
const SETTLEMENT = sql<
  string | null
>`case when scheme_execute.state <> 'approved' then null when scheme_execute.payout_type <> 'payment' then 'settled'
  else coalesce((select case e.state when 'succeededPushed' then 'settled' when 'failedPushed' then 'settledFailure' end
    from document_effect e where e.document_id = scheme_execute.id and e.round = scheme_execute.round and e.effect = 'financePush'), 'pendingSettle') end`

export function ownClaimRows(reader: Reader, language: Language, asked: OwnClaimFilters, sort: readonly string[]) {
  const { by, direction } = requestedOrder(sort, ORDERS, '-no')
  return ownClaimsOf(reader, asked)
    .leftJoin('scheme as s', 's.no', 'scheme_execute.scheme_no')
    .leftJoin('customer as c', 'c.code', 'scheme_execute.customer_code')
    .select([
      sql<string>`scheme_execute.id::text`.as('id'),
      'scheme_execute.no',
      'scheme_execute.scheme_no as schemeNo',
      's.name as schemeName',
      sql<string>`${sql.ref(`c.name_${language}`)}`.as('customerName'),
      'scheme_execute.claim_period as claimPeriod',
      'scheme_execute.payout_type as payoutType',
      'scheme_execute.state',
      SETTLEMENT.as('settlement'),
      sql<string | null>`scheme_execute.claim_date::text`.as('claimDate'),
      'scheme_execute.invoice_no as invoiceNo',
      'scheme_execute.currency',
      sql<string>`scheme_execute.total_amount::text`.as('asked'),
      sql<
        string | null
      >`case when scheme_execute.state = 'approved' then coalesce(scheme_execute.approved_total, scheme_execute.total_amount)::text end`.as(
        'agreed',
      ),
      sql<string>`${recovered(asked)}::text`.as('recovered'),
      sql<string>`${paid(asked)}::text`.as('paid'),
    ])
    .orderBy(sql.ref(by), direction)
    .orderBy('scheme_execute.id', direction)
}

export function ownClaimSums(reader: Reader, asked: OwnClaimFilters) {
  return ownClaimsOf(reader, asked)
    .select([
      'scheme_execute.currency',
      sql<number>`count(*)::int`.as('rowCount'),
      sql<string>`coalesce(sum(scheme_execute.total_amount), 0.00)::text`.as('asked'),
      sql<string>`coalesce(sum(coalesce(scheme_execute.approved_total, scheme_execute.total_amount)) filter (where scheme_execute.state = 'approved'), 0.00)::text`.as(
        'agreed',
      ),
      sql<string>`sum(${recovered(asked)})::text`.as('recovered'),
      sql<string>`sum(${paid(asked)})::text`.as('paid'),
    ])
    .groupBy('scheme_execute.currency')
    .orderBy('scheme_execute.currency')
}
