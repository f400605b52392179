import { encumbrancesFoundBy } from '#areas/budget/budget.facade.ts'
import { inScope, type Principal } from '#kernel/platform/access/principal.ts'
import { keptArray, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { SchemeFact } from './funding-lines.rules.ts'
import { isWithin } from '../beneficiary/scheme-beneficiary.rules.ts'

// Facts about a scheme, by the number in a content or a stored document.

export interface SchemeRow extends Omit<SchemeFact, 'fundings'> {
  readonly fundings: SchemeFact['fundings'] | null
}

const SCHEME = `select s.id, s.no, s.version, s.state, s.scope_id as "scopeId", s.area_id as "areaId", s.idc_code as "idcCode",
  u.account as "ownerAccount", s.scheme_type as "schemeType", s.rebate_type as "rebateType", s.settlement_period as "settlementPeriod",
  s.currency, s.start_date::text as "startDate", s.end_date::text as "endDate", s.claim_deadline::text as "claimDeadline",
  s.ends_on::text as "endsOn", s.withhold_rate::text as "withholdRate", s.direct_execution as "directExecution",
  s.booking_activity as "bookingActivity", s.stackable,
  (select json_agg(json_build_object('fundingNo', f.funding_no, 'lineNo', f.line_no, 'documentId', f.document_id::text, 'round', f.round,
     'encumbranceLine', f.encumbrance_line, 'budgetCode', f.budget_code, 'customerCode', l.customer_code,
     'channelCode', l.channel_code, 'storeCode', l.store_code, 'skuCode', l.sku_code,
     'spuCode', l.spu_code, 'basis', l.basis, 'unitAmount', l.unit_amount::text, 'ratePercent', l.rate_percent::text, 'ladderKind', l.ladder_kind, 'ladder', l.ladder,
     'plannedQuantity', l.planned_quantity) order by f.funding_no)
   from scheme_funding f join scheme_line l on l.scheme_id = f.scheme_id and l.line_no = f.line_no where f.scheme_id = s.id) as fundings
  from scheme s join app_user u on u.id = s.owner_id`

const FUNDED = 'join scheme_funding f on f.scheme_id = s.id'

const schemeByNo = prepared<SchemeRow>('scheme.by-no', `${SCHEME} where s.no = $1`)
const schemesByNo = prepared<SchemeRow>('scheme.by-numbers', `${SCHEME} where s.no = any (${keptArray(1, 'text')})`)
const encumbrancesByNo = encumbrancesFoundBy(
  'scheme.encumbrances-by-no',
  `select distinct f.document_id, $2::date as day, $3::bigint as asking from scheme s ${FUNDED} where s.no = $1`,
)
const holdByNo = prepared('scheme.hold-by-no', 'select from scheme where no = $1 for update')

/** By content: the scheme by number, as of a posting day. */
export const named = {
  scheme: (no: string | null | undefined): Statement<SchemeRow> => schemeByNo(no ?? null),
  encumbrances: (no: string | null | undefined, day: string | null, asking: string | null) =>
    encumbrancesByNo(no ?? null, day, asking),
}

/** Several schemes by number. */
export const schemesNamed = (numbers: readonly string[]): Statement<SchemeRow> => schemesByNo([...new Set(numbers)])

/** Those that the person sees. */
export function schemesSeen(rows: readonly SchemeRow[], person: Pick<Principal, 'scope' | 'limits'>): SchemeFact[] {
  return readSchemes(rows.filter((row) => seesScheme(row, person)))
}

export function readSchemes(rows: readonly SchemeRow[]): SchemeFact[] {
  return rows.map((row) => ({ ...row, fundings: row.fundings ?? [] }))
}

/** By the `scheme_no` of a stored document, as of its posting day where there is one. */
export function schemeOf({ table, fields }: Pick<AnyDocument, 'table' | 'fields'>) {
  const day = fields['postingDate'] ? 'd.posting_date' : 'null::date'
  const joined = `join ${table} d on d.scheme_no = s.no where d.id = $1`
  const scheme = prepared<SchemeRow>(`scheme.of-${table}`, `${SCHEME} ${joined}`)
  const encumbrances = encumbrancesFoundBy(
    table,
    `select distinct f.document_id, ${day} as day, d.id as asking from scheme s ${FUNDED} ${joined}`,
  )
  const hold = prepared(`scheme.hold-of-${table}`, `select from scheme s ${joined} for update of s`)
  return {
    scheme: (documentId: string | null) => scheme(documentId),
    encumbrances: (documentId: string | null) => encumbrances(documentId),
    /** Serialised per scheme: what one document reads as free, no other takes meanwhile. */
    hold: (documentId: string | null, no: string | null | undefined): Statement =>
      no === null || no === undefined ? hold(documentId) : holdByNo(no),
  }
}

/** Whether a person may see a scheme: in one of their organisations and, with limits, only for their customers. */
export function seesScheme(row: SchemeRow, { scope, limits = {} }: Pick<Principal, 'scope' | 'limits'>): boolean {
  return inScope(scope, row.scopeId) && (row.fundings ?? []).every((funding) => isWithin(funding, limits))
}

/** A scheme out of scope answers like a missing one. */
export function schemeSeen(rows: readonly SchemeRow[], person: Pick<Principal, 'scope' | 'limits'>): SchemeFact | null {
  return schemesSeen(rows, person)[0] ?? null
}

export function readScheme(rows: readonly SchemeRow[]): SchemeFact | null {
  return readSchemes(rows)[0] ?? null
}
