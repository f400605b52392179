import { type SqlBool, sql } from 'kysely'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { MOST_SHOWN, type Proposal } from './proposal-wire.ts'

type Reader = Pick<Principal, 'scope' | 'limits'>

export interface ProposalFilters {
  readonly id?: string
  readonly sourceNo?: string
  readonly state?: string
  readonly idcCode?: string
  readonly customerCode?: string
  readonly skuCode?: string
  readonly referenceDayFrom?: string
  readonly referenceDayTo?: string
  readonly applicationNo?: string
}

const ORDERS = { referenceDay: 'price_protection_proposal.reference_day' } as const

/** A proposal is of all customers: whoever is limited to some of them, as the staff of a distributor, sees none. */
const isUnlimited = ({ limits }: Reader) => sql<SqlBool>`${Object.keys(limits ?? {}).length === 0}`

const inArea = (idcCode: string) =>
  sql<SqlBool>`exists (select from area a where a.id = price_protection_proposal.area_id and a.idc_code = ${idcCode})`

const hasLine = (column: 'customer_code' | 'sku_code', code: string) =>
  sql<SqlBool>`exists (select from price_protection_line l where l.proposal_id = price_protection_proposal.id and ${sql.ref(`l.${column}`)} = ${code})`

export function proposalsOf(reader: Reader, asked: ProposalFilters = {}) {
  const given = <K extends keyof ProposalFilters>(name: K, condition: (value: string) => ReturnType<typeof inArea>) => {
    const value = asked[name]?.trim()
    return value ? [condition(value)] : []
  }
  const conditions = [
    isUnlimited(reader),
    ...given('id', (value) => sql<SqlBool>`price_protection_proposal.id::text = ${value}`),
    ...given('sourceNo', (value) => sql<SqlBool>`starts_with(price_protection_proposal.source_no, ${value})`),
    ...given('state', (value) => sql<SqlBool>`price_protection_proposal.state = ${value}`),
    ...given('idcCode', inArea),
    ...given('customerCode', (value) => hasLine('customer_code', value)),
    ...given('skuCode', (value) => hasLine('sku_code', value)),
    ...given('referenceDayFrom', (value) => sql<SqlBool>`price_protection_proposal.reference_day >= ${value}::date`),
    ...given('referenceDayTo', (value) => sql<SqlBool>`price_protection_proposal.reference_day < ${value}::date`),
    ...given('applicationNo', (value) => sql<SqlBool>`price_protection_proposal.application_no = ${value}`),
  ]
  return conditions.reduce((query, each) => query.where(each), scoped(reader, 'price_protection_proposal'))
}

/** How many cuts of a proposal stand, or were taken back. */
const cutsThat = (taken: 'is null' | 'is not null') =>
  sql<number>`(select count(*)::int from price_protection_cut t where t.proposal_id = price_protection_proposal.id and t.taken_at ${sql.raw(taken)})`

/** What a proposal counts is not there before it is counted. */
const counted = (value: string) =>
  sql.raw<never>(`case when price_protection_proposal.counted_at is not null then ${value} end`)

export function proposalRows(reader: Reader, language: Language, asked: ProposalFilters, sort: readonly string[]) {
  const { by, direction } = requestedOrder(sort, ORDERS, '-referenceDay')
  const named = (alias: string) => sql.ref(`${alias}.name_${language}`)
  return proposalsOf(reader, asked)
    .innerJoin('area as a', 'a.id', 'price_protection_proposal.area_id')
    .innerJoin('organisation as o', 'o.id', 'a.organisation_id')
    .leftJoin('app_user as u', 'u.id', 'price_protection_proposal.decided_by')
    .select([
      sql<string>`price_protection_proposal.id::text`.as('id'),
      'price_protection_proposal.source_no as sourceNo',
      'price_protection_proposal.state',
      'a.idc_code as idcCode',
      sql<string>`${named('o')}`.as('areaName'),
      'price_protection_proposal.product_class as productClass',
      'price_protection_proposal.currency',
      sql<string>`price_protection_proposal.reference_day::text`.as('referenceDay'),
      'price_protection_proposal.effective_at as effectiveAt',
      'price_protection_proposal.counted_at as countedAt',
      cutsThat('is null').as('cuts'),
      cutsThat('is not null').as('cutsTaken'),
      'price_protection_proposal.changed_no as changedNo',
      'price_protection_proposal.changed_act as changedAct',
      'price_protection_proposal.changed_at as changedAt',
      sql<
        number | null
      >`${counted('(select count(distinct l.customer_code)::int from price_protection_line l where l.proposal_id = price_protection_proposal.id)')}`.as(
        'customers',
      ),
      sql<number | null>`${counted('price_protection_proposal.units')}`.as('units'),
      sql<string | null>`${counted('price_protection_proposal.amount::text')}`.as('amount'),
      'price_protection_proposal.application_no as applicationNo',
      sql<string | null>`price_protection_proposal.application_id::text`.as('applicationId'),
      sql<string | null>`${named('u')}`.as('decidedBy'),
      'price_protection_proposal.decided_at as decidedAt',
      'price_protection_proposal.reason',
    ])
    .orderBy(sql.ref(by), direction)
    .orderBy('price_protection_proposal.id', direction)
}

type Found = Awaited<ReturnType<ReturnType<typeof proposalRows>['execute']>>[number]

/** A proposal in wire form. */
export function proposalView(row: Found): Proposal {
  const { effectiveAt, countedAt, changedAt, decidedAt } = row
  return {
    ...row,
    effectiveAt: effectiveAt.toISOString(),
    countedAt: countedAt?.toISOString() ?? null,
    changedAt: changedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

export function proposalSums(reader: Reader, asked: ProposalFilters) {
  return proposalsOf(reader, asked)
    .select([
      'price_protection_proposal.currency',
      sql<number>`count(*)::int`.as('rowCount'),
      sql<string>`sum(price_protection_proposal.amount)::text`.as('amount'),
    ])
    .groupBy('price_protection_proposal.currency')
    .orderBy('price_protection_proposal.currency')
}

/** The lines of one proposal, the dearest first. */
export function proposalLines(reader: Reader, language: Language, id: string) {
  return proposalsOf(reader)
    .innerJoin('price_protection_line as l', 'l.proposal_id', 'price_protection_proposal.id')
    .innerJoin('customer as c', 'c.code', 'l.customer_code')
    .innerJoin('sku as k', 'k.code', 'l.sku_code')
    .where(sql<SqlBool>`price_protection_proposal.id = ${id}::bigint`)
    .select([
      'l.customer_code as customerCode',
      sql<string>`${sql.ref(`c.name_${language}`)}`.as('customerName'),
      'l.sku_code as skuCode',
      sql<string>`${sql.ref(`k.name_${language}`)}`.as('skuName'),
      sql<string>`l.old_price::text`.as('oldPrice'),
      sql<string>`l.new_price::text`.as('newPrice'),
      sql<string>`(l.old_price - l.new_price)::text`.as('drop'),
      'l.units',
      'l.corrected',
      sql<string>`l.amount::text`.as('amount'),
      sql<number>`count(*) over ()::int`.as('lineTotal'),
    ])
    .orderBy('l.amount', 'desc')
    .orderBy('l.customer_code')
    .orderBy('l.sku_code')
    .limit(MOST_SHOWN)
}
