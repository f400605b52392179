import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import type { Held, LockedStage, Encumbrance, Origin, EncumbranceStage } from './encumbrance.rules.ts'

// Encumbrances of budgets, with all facts for their next stages.

type End = 'avl' | 'carried' | 'recovered'
type StageColumn = `${'' | 'document_'}${EncumbranceStage | End}`
type LockColumn = `locked_${LockedStage}`

export interface EncumbranceRow extends Readonly<Record<StageColumn | LockColumn, string>> {
  readonly document_id: string
  readonly round: number
  readonly line_no: number
  readonly account_id: string
  readonly budget_code: string
  readonly currency: string
  readonly document_currency: string
  readonly rate: string
  readonly minor_digits: number
  readonly pool_id: string | null
  readonly source_id: string | null
  readonly recovery_id: string | null
  readonly recovery_source_id: string | null
  readonly period: PeriodState
  readonly closed_year: number | null
  readonly closed_month: number | null
  readonly booking: string | null
  readonly day: string | null
  readonly origin_document_id: string | null
  readonly origin_round: number | null
  readonly origin_line_no: number | null
  readonly origin_year: number | null
  readonly origin_stage: Origin['stage']
}

/** Whole documents, or lines of them. */
export type EncumbranceLookup = 'document' | 'line'

/** Further columns for each encumbrance `o` of a budget line `l` requested by `k`. */
interface More {
  readonly columns: string
  readonly joins: string
  /** Also finished ones, with nothing left in any stage. */
  readonly isEndedToo?: true
}

/**
 * Encumbrances, oldest first, with facts of a posting day (the state of its month, and its booking rate) and locks of documents other than
 * the asking one. `documents` returns document_id, day and asking, and for lines also round and line_no; each once.
 */
export function encumbrancesSql(documents: string, by: EncumbranceLookup = 'document', more?: More): string {
  return `with asked as (${documents})
   select o.document_id, o.round, o.line_no, o.account_id, l.code as budget_code, o.currency, o.document_currency, trim_scale(o.rate)::text as rate,
     c.minor_digits, p.id as pool_id, s.id as source_id, coalesce(m.state, 'open') as period,
     z.year as closed_year, z.month as closed_month, b.rate as booking, k.day::text as day,
     o.occ, o.cmt, o.acr, o.exe, o.document_occ, o.document_cmt, o.document_acr, o.document_exe,
     coalesce(h.cmt, 0)::text as locked_cmt, coalesce(h.acr, 0)::text as locked_acr, coalesce(h.exe, 0)::text as locked_exe,
     o.avl, o.carried, o.recovered, o.document_avl, o.document_carried, o.document_recovered,
     o.origin_document_id, o.origin_round, o.origin_line_no, o.origin_year, o.origin_stage,
     y.id as recovery_id, ys.id as recovery_source_id${more ? `, ${more.columns}` : ''}
   from asked k join budget_encumbrance o on o.document_id = k.document_id ${by === 'line' ? 'and o.round = k.round and o.line_no = k.line_no' : ''}
   join budget_line l on l.id = o.account_id
   join currency c on c.code = o.currency
   left join budget_pool p on p.area_id = l.area_id and p.project_pool_code = l.project_pool_code and p.year = l.year and p.currency = l.currency
   left join budget_source s on s.year = l.year and s.currency = l.currency and s.kind = 'source'
   left join budget_source y on y.year = extract(year from k.day) and y.currency = l.currency and y.kind = 'recovery'
   left join budget_source ys on ys.year = y.year and ys.currency = y.currency and ys.kind = 'source'
   left join budget_period m on m.area_id = l.area_id and m.year = extract(year from k.day) and m.month = extract(month from k.day)
   left join budget_period z on z.area_id = l.area_id and z.year = l.year and z.month = l.month and z.state = 'closed'
   left join lateral (
     select trim_scale(q.rate)::text as rate from booking_rate(o.document_currency, o.currency, k.day) q
   ) b on o.currency <> o.document_currency
   left join lateral (
     select sum(w.document_amount) filter (where w.stage = 'cmt') as cmt, sum(w.document_amount) filter (where w.stage = 'acr') as acr,
       sum(w.document_amount) filter (where w.stage = 'exe') as exe
     from budget_encumbrance_lock w where w.document_id = o.document_id and w.round = o.round and w.line_no = o.line_no
       and w.resolved_by is null and w.by_document_id is distinct from k.asking
   ) h on true
   ${more?.joins ?? ''}
   ${more?.isEndedToo ? '' : 'where o.avl + o.carried < o.amount'} order by o.document_id, o.round, o.line_no`
}

const encumbrances = prepared<EncumbranceRow>(
  'budget.encumbrances',
  encumbrancesSql('select unnest($1::bigint[]) as document_id, $2::date as day, $3::bigint as asking'),
)

/**
 * Open encumbrances of documents, as of a posting day (`2026-11-21`); without a day nothing can be executed. `asking`
 * is the document whose own locks count as free.
 */
export function encumbrancesOf(
  documentIds: readonly string[],
  day: string | null,
  asking: string | null = null,
): Statement<EncumbranceRow> {
  return encumbrances([...new Set(documentIds)], day, asking)
}

/**
 * The same for a stored document ($1) whose encumbrances an area's own query selects: it returns document_id, day and
 * asking; by line also round and line_no.
 */
export function encumbrancesFoundBy(name: string, query: string, by: EncumbranceLookup = 'document') {
  return prepared<EncumbranceRow>(
    `budget.encumbrances-for-${name}`,
    encumbrancesSql(`select distinct * from (${query}) q`, by),
  )
}

const heldIn = (row: EncumbranceRow, place: EncumbranceStage | End): Held => ({
  amount: amount(row[place]),
  given: amount(row[`document_${place}`]),
})

export function readEncumbrances(rows: readonly EncumbranceRow[]): Encumbrance[] {
  return rows.map(readEncumbrance)
}

export function readEncumbrance(row: EncumbranceRow): Encumbrance {
  return {
    documentId: row.document_id,
    round: row.round,
    line: row.line_no,
    account: row.account_id,
    budgetCode: row.budget_code,
    currency: row.currency,
    documentCurrency: row.document_currency,
    minorDigits: row.minor_digits,
    rate: row.rate,
    bookingRate: row.booking,
    day: row.day,
    period: row.period,
    closedMonth:
      row.closed_year === null || row.closed_month === null ? null : { year: row.closed_year, month: row.closed_month },
    origin: originOf(row),
    pool: row.pool_id,
    source: row.source_id,
    recovery:
      row.recovery_id === null || row.recovery_source_id === null
        ? null
        : { account: row.recovery_id, source: row.recovery_source_id },
    stages: {
      occ: heldIn(row, 'occ'),
      cmt: heldIn(row, 'cmt'),
      acr: heldIn(row, 'acr'),
      exe: heldIn(row, 'exe'),
    },
    ended: { avl: heldIn(row, 'avl'), carried: heldIn(row, 'carried') },
    recovered: heldIn(row, 'recovered'),
    locked: { cmt: amount(row.locked_cmt), acr: amount(row.locked_acr), exe: amount(row.locked_exe) },
  }
}

function originOf(row: EncumbranceRow): Origin | null {
  const { origin_document_id: documentId, origin_round: round, origin_line_no: line, origin_year: year } = row
  if (documentId === null || round === null || line === null || year === null) return null
  return { documentId, round, line, year, stage: row.origin_stage }
}
