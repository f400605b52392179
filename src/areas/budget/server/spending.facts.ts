import { inScope, type Scope } from '#kernel/access/principal.ts'
import { prepared, type Statement } from '#kernel/db/statement.ts'
import type { ControlMode } from '#kernel/ledger/definition.ts'
import { amount } from '#kernel/money/money.ts'
import type { PeriodState } from '../budget-period.ts'
import type { LockedStage, Occupation, Stage } from '../occupation.rules.ts'
import type { SpendableBudget } from '../spending.rules.ts'

interface BudgetRow {
  readonly account: string
  readonly code: string
  readonly scope_id: number
  readonly area_id: number
  readonly year: number
  readonly month: number
  readonly budget_dept_code: string
  readonly project_pool_code: string
  readonly product_class: string
  readonly currency: string
  readonly is_open: boolean
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly period: PeriodState
  readonly mode: ControlMode
  readonly tolerance: string
  readonly avl: string
  readonly current: string
  readonly minor_digits: number
  readonly rate: string | null
  readonly rate_date: string | null
}

/**
 * Budgets by their codes ($1), with the year's budget rate from a currency ($2): of the newest version of the year's rates,
 * over the currency that they are quoted in.
 */
const spendable = prepared<BudgetRow>(
  'budget.spendable',
  `select l.id as account, l.code, l.scope_id, l.area_id, l.year, l.month, l.budget_dept_code, l.project_pool_code, l.product_class, l.currency,
     l.state = 'open' as is_open, greatest(l.valid_from, p.valid_from)::text as valid_from, least(l.valid_to, p.valid_to)::text as valid_to,
     coalesce(m.state, 'open') as period, a.mode, a.tolerance, a.avl, a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv as current,
     c.minor_digits, r.rate, r.rate_date
   from budget_line l join budget_account a on a.id = l.id join currency c on c.code = l.currency
   left join budget_pool p on p.area_id = l.area_id and p.project_pool_code = l.project_pool_code and p.year = l.year and p.currency = l.currency
   left join budget_period m on m.area_id = l.area_id and m.year = l.year and m.month = l.month
   left join lateral (
     select trim_scale(round(coalesce(o.units, 1) / coalesce(d.units, 1), 14))::text as rate,
       (case when v.version = 1 then make_date(v.year, 1, 1) else greatest(make_date(v.year, 1, 1), v.created_at::date) end)::text as rate_date
     from (select * from year_rate_version y where y.year = l.year order by y.version desc limit 1) v
     left join year_rate o on o.year = v.year and o.version = v.version and o.currency = l.currency
     left join year_rate d on d.year = v.year and d.version = v.version and d.currency = $2
     where l.currency <> $2 and (o.units is not null or v.base = l.currency) and (d.units is not null or v.base = $2)
   ) r on true
   where l.code = any ($1::text[])`,
)

/** The budgets that a spending document names, and what a unit of its currency is in theirs. */
export function budgetsToSpend(budgetCodes: readonly string[], currency: string): Statement<BudgetRow> {
  return spendable([...new Set(budgetCodes)], currency)
}

/** A budget that the drafter does not see answers as one that does not exist. */
export function readBudgetsToSpend(rows: readonly BudgetRow[], currency: string, scope: Scope): SpendableBudget[] {
  return rows
    .filter((row) => inScope(scope, row.scope_id))
    .map((row) => ({
      account: row.account,
      budgetCode: row.code,
      areaId: row.area_id,
      year: row.year,
      month: row.month,
      budgetDeptCode: row.budget_dept_code,
      projectPoolCode: row.project_pool_code,
      productClass: row.product_class,
      currency: row.currency,
      minorDigits: row.minor_digits,
      isOpen: row.is_open,
      period: row.period,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      mode: row.mode,
      tolerance: row.tolerance,
      current: amount(row.current),
      available: amount(row.avl),
      rate:
        row.currency === currency
          ? { rate: '1', type: 'same', date: '' }
          : row.rate && row.rate_date
            ? { rate: row.rate, type: 'budget', date: row.rate_date }
            : null,
    }))
}

/** Months of the budgets that a submit names: nobody closes one meanwhile (holdMasters). */
const holdPeriods = prepared(
  'budget.hold-spent-periods',
  `select pg_advisory_xact_lock_shared(area_id, key) from (
     select distinct area_id, year * 12 + month as key from budget_line where code = any ($1::text[]) order by 1, 2) l`,
)

export function holdToSpend(budgetCodes: readonly string[]): Statement {
  return holdPeriods([...new Set(budgetCodes)])
}

type StageColumn = `${'' | 'document_'}${Stage}`

type LockColumn = `locked_${LockedStage}`

interface OccupationRow extends Readonly<Record<StageColumn | LockColumn, string>> {
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
  readonly period: PeriodState
  readonly closed_year: number | null
  readonly closed_month: number | null
  readonly booking: string | null
  readonly day: string | null
}

/**
 * Occupations of documents, oldest first, with what a posting day asks for (the state of its month, and the booking rate of that day)
 * and what documents other than the one that asks have locked of them.
 */
function occupationsSql(documents: string): string {
  return `with asked as (${documents})
   select o.document_id, o.round, o.line_no, o.account_id, l.code as budget_code, o.currency, o.document_currency, trim_scale(o.rate)::text as rate,
     c.minor_digits, p.id as pool_id, s.id as source_id, coalesce(m.state, 'open') as period,
     z.year as closed_year, z.month as closed_month, b.rate as booking, k.day::text as day,
     o.occ, o.cmt, o.acr, o.exe, o.document_occ, o.document_cmt, o.document_acr, o.document_exe,
     coalesce(h.cmt, 0)::text as locked_cmt, coalesce(h.acr, 0)::text as locked_acr, coalesce(h.exe, 0)::text as locked_exe
   from asked k join budget_occupation o on o.document_id = k.document_id join budget_line l on l.id = o.account_id
   join currency c on c.code = o.currency
   left join budget_pool p on p.area_id = l.area_id and p.project_pool_code = l.project_pool_code and p.year = l.year and p.currency = l.currency
   left join budget_source s on s.year = l.year and s.currency = l.currency and s.kind = 'source'
   left join budget_period m on m.area_id = l.area_id and m.year = extract(year from k.day) and m.month = extract(month from k.day)
   left join budget_period z on z.area_id = l.area_id and z.year = l.year and z.month = l.month and z.state = 'closed'
   left join lateral (
     select trim_scale(round(q.rate, 14))::text as rate from (
       select r.units as rate, r.valid_from as day, r.valid_from as other, 1 as way from currency_rate r
         where r.kind = 'booking' and r.currency_code = o.currency and r.base_code = o.document_currency and r.valid_from <= k.day
       union all select 1 / r.units, r.valid_from, r.valid_from, 1 from currency_rate r
         where r.kind = 'booking' and r.currency_code = o.document_currency and r.base_code = o.currency and r.valid_from <= k.day
       union all select r.units / d.units, r.valid_from, d.valid_from, 2 from currency_rate r
         join currency_rate d on d.kind = 'booking' and d.base_code = r.base_code and d.currency_code = o.document_currency and d.valid_from <= k.day
         where r.kind = 'booking' and r.currency_code = o.currency and r.valid_from <= k.day
     ) q order by q.way, q.day desc, q.other desc limit 1
   ) b on o.currency <> o.document_currency
   left join lateral (
     select sum(w.document_amount) filter (where w.stage = 'cmt') as cmt, sum(w.document_amount) filter (where w.stage = 'acr') as acr,
       sum(w.document_amount) filter (where w.stage = 'exe') as exe
     from budget_occupation_lock w where w.document_id = o.document_id and w.round = o.round and w.line_no = o.line_no
       and w.resolved_by is null and w.by_document_id is distinct from k.asking
   ) h on true
   where o.avl < o.amount order by o.document_id, o.round, o.line_no`
}

const occupations = prepared<OccupationRow>(
  'budget.occupations',
  occupationsSql('select unnest($1::bigint[]) as document_id, $2::date as day, $3::bigint as asking'),
)

/**
 * What documents occupy still, as of a posting day (`2026-11-21`); without a day nothing can be executed. `asking` is the document
 * whose own locks count as free.
 */
export function occupationsOf(
  documentIds: readonly string[],
  day: string | null,
  asking: string | null = null,
): Statement<OccupationRow> {
  return occupations([...new Set(documentIds)], day, asking)
}

/**
 * The same for a stored document that names in one column whose occupations it is about, and in another the day that it
 * posts on. A table is a name of the code, never of a request.
 */
export function occupationsNamedBy(table: string, parent: string, day: string) {
  return prepared<OccupationRow>(
    `budget.occupations-by-${table}`,
    occupationsSql(`select ${parent} as document_id, ${day}::date as day, id as asking from ${table} where id = $1`),
  )
}

export function readOccupations(rows: readonly OccupationRow[]): Occupation[] {
  return rows.map((row) => ({
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
    pool: row.pool_id,
    source: row.source_id,
    stages: {
      occ: { amount: amount(row.occ), given: amount(row.document_occ) },
      cmt: { amount: amount(row.cmt), given: amount(row.document_cmt) },
      acr: { amount: amount(row.acr), given: amount(row.document_acr) },
      exe: { amount: amount(row.exe), given: amount(row.document_exe) },
    },
    locked: { cmt: amount(row.locked_cmt), acr: amount(row.locked_acr), exe: amount(row.locked_exe) },
  }))
}
