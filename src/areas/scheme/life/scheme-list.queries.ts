import { type SqlBool, sql } from 'kysely'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb, type Statement, statementOf } from '#kernel/platform/db/statement.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { onlyOwnCustomers } from '../beneficiary/own-customers.server.ts'
import { NOT_APPROVED } from './scheme-life.queries.ts'
import { isForCustomer } from '../beneficiary/scheme-beneficiary.facts.ts'

export interface SchemeFilters {
  readonly schemeNo?: string | null
  readonly name?: string | null
  readonly schemeType?: string | null
  readonly state?: string | null
  readonly idcCode?: string | null
  readonly customerCode?: string | null
  readonly currency?: string | null
  /** Days of which it runs on at least one; the end is exclusive. */
  readonly runningFrom?: string | null
  readonly runningTo?: string | null
}

export interface SchemeListRequest extends SchemeFilters {
  readonly sort?: readonly string[]
}

interface Paging {
  readonly limit: number
  readonly offset: number
}

const ORDERS = {
  schemeNo: 'id',
  startDate: 'start_date',
  endDate: 'end_date',
  claimDeadline: 'claim_deadline',
} as const

type Reader = Pick<Principal, 'scope' | 'limits'>

function matching(reader: Reader, asked: SchemeFilters) {
  const { schemeNo, name, schemeType, state, idcCode, customerCode, currency, runningFrom, runningTo } = asked
  const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const given = (column: string, value: string | null | undefined) =>
    value ? sql<SqlBool>`${sql.ref(column)} = ${value}` : sql<SqlBool>`true`
  return scoped(reader, 'scheme')
    .where(onlyOwnCustomers(reader))
    .where(schemeNo ? sql<SqlBool>`scheme.no like ${`${schemeNo.replaceAll(/[\\%_]/g, '')}%`}` : sql<SqlBool>`true`)
    .where(name ? sql<SqlBool>`scheme.name ilike ${like(name)}` : sql<SqlBool>`true`)
    .where(given('scheme.scheme_type', schemeType))
    .where(given('scheme.state', state))
    .where(given('scheme.idc_code', idcCode))
    .where(given('scheme.currency', currency))
    .where(runningFrom ? sql<SqlBool>`scheme.end_date >= ${runningFrom}::date` : sql<SqlBool>`true`)
    .where(runningTo ? sql<SqlBool>`scheme.start_date < ${runningTo}::date` : sql<SqlBool>`true`)
    .where(
      customerCode
        ? sql<SqlBool>`exists (select from scheme_line l cross join (select ${customerCode}::text as code) w
            where l.scheme_id = scheme.id and ${sql.raw(isForCustomer('w.code'))})`
        : sql<SqlBool>`true`,
    )
}

/** Schemes with their amounts, newest first by default. */
export function schemeRows(reader: Reader, asked: SchemeListRequest, paging: Paging | null) {
  const { by, direction } = requestedOrder(asked.sort, ORDERS, '-schemeNo')
  const page = matching(reader, asked)
    .select('scheme.id')
    .orderBy(`scheme.${by}`, direction)
    .orderBy('scheme.id', direction)
    .$if(paging !== null, (query) => query.limit(paging?.limit ?? 0).offset(paging?.offset ?? 0))
  return qb
    .with('page', () => page)
    .selectFrom('page')
    .innerJoin('scheme as s', 's.id', 'page.id')
    .innerJoin('app_user as u', 'u.id', 's.owner_id')
    .innerJoinLateral(
      sql<{
        approved: string
        committed: string
        accrued: string
        executed: string
        released: string
      }>`(select coalesce(sum(o.document_amount - o.document_occ - o.document_carried - ${sql.raw(NOT_APPROVED)}), 0)::text as approved, coalesce(sum(o.document_cmt), 0)::text as committed,
        coalesce(sum(o.document_acr), 0)::text as accrued, coalesce(sum(o.document_exe), 0)::text as executed, coalesce(sum(o.document_avl - ${sql.raw(NOT_APPROVED)}), 0)::text as released
        from scheme_funding f join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line
        where f.scheme_id = s.id)`.as('m'),
      (join) => join.onTrue(),
    )
    .select([
      's.no as schemeNo',
      's.name',
      's.scheme_type as schemeType',
      's.state',
      's.idc_code as idcCode',
      sql<string>`s.area_id::text`.as('areaId'),
      's.currency',
      's.rebate_type as rebateType',
      sql<string>`s.start_date::text`.as('startDate'),
      sql<string>`s.end_date::text`.as('endDate'),
      sql<string>`s.claim_deadline::text`.as('claimDeadline'),
      'u.account as ownerAccount',
      'u.name_zh as ownerZh',
      'u.name_en as ownerEn',
      'm.approved',
      'm.committed',
      'm.accrued',
      'm.executed',
      'm.released',
    ])
    .orderBy(`s.${by}`, direction)
    .orderBy('s.id', direction)
}

export function schemeCount(reader: Reader, asked: SchemeFilters): Statement<{ total: number }> {
  return statementOf(
    qb
      .selectFrom(
        matching(reader, asked)
          .select('scheme.id')
          .limit(TOTAL_LIMIT + 1)
          .as('found'),
      )
      .select(sql<number>`count(*)::int`.as('total')),
  )
}

/** Totals of the matching schemes, by currency. */
export function schemeSums(reader: Reader, asked: SchemeFilters) {
  return matching(reader, asked)
    .innerJoin('scheme_funding as f', 'f.scheme_id', 'scheme.id')
    .innerJoin('budget_encumbrance as o', (join) =>
      join
        .onRef('o.document_id', '=', 'f.document_id')
        .onRef('o.round', '=', 'f.round')
        .onRef('o.line_no', '=', 'f.encumbrance_line'),
    )
    .select([
      'scheme.currency',
      sql<number>`count(distinct scheme.id)::int`.as('schemeCount'),
      sql<string>`sum(o.document_amount - o.document_occ - o.document_carried - ${sql.raw(NOT_APPROVED)})::text`.as(
        'approved',
      ),
      sql<string>`sum(o.document_cmt)::text`.as('committed'),
      sql<string>`sum(o.document_acr)::text`.as('accrued'),
      sql<string>`sum(o.document_exe)::text`.as('executed'),
      sql<string>`sum(o.document_avl - ${sql.raw(NOT_APPROVED)})::text`.as('released'),
    ])
    .groupBy('scheme.currency')
    .orderBy('scheme.currency')
}
