import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { ControlMode } from '#kernel/engine/ledger/definition.ts'
import { amount } from '#kernel/base/money/money.ts'
import { readSharedKey, type SharedKeyRow } from '../country-budget/line-facts.server.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import type { SpendableBudget } from './spending.rules.ts'

interface BudgetRow extends SharedKeyRow {
  readonly account: string
  readonly code: string
  readonly country_code: string | null
  readonly scope_id: number
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

/** SQL of the country whose customers a budget line pays (decision 110): its own, or that of its project. */
export const paidCountry = (line: string): string =>
  `coalesce(nullif(${line}.country_code, ''), (select project.country_code from project where project.code = ${line}.project_code))`

/** A year's budget rate from a currency to that of budget line `l`: the newest version of its rates, through their base currency. */
export function yearRate(year: string, given: string): string {
  return `
     select trim_scale(round(coalesce(q.units, 1) / coalesce(g.units, 1), 14))::text as rate,
       (case when v.version = 1 then make_date(v.year, 1, 1) else greatest(make_date(v.year, 1, 1), v.created_at::date) end)::text as rate_date
     from (select * from year_rate_version y where y.year = ${year} order by y.version desc limit 1) v
     left join year_rate q on q.year = v.year and q.version = v.version and q.currency = l.currency
     left join year_rate g on g.year = v.year and g.version = v.version and g.currency = ${given}
     where l.currency <> ${given} and (q.units is not null or v.base = l.currency) and (g.units is not null or v.base = ${given})`
}

/** Budgets by code ($1), with the year's budget rate from a currency ($2). */
const spendable = prepared<BudgetRow>(
  'budget.spendable',
  `select l.id as account, l.code, ${paidCountry('l')} as country_code, l.scope_id, l.area_id, l.year, l.month, l.budget_dept_code, l.project_pool_code, l.product_class, l.currency,
     l.state = 'open' as is_open, greatest(l.valid_from, p.valid_from)::text as valid_from, least(l.valid_to, p.valid_to)::text as valid_to,
     coalesce(m.state, 'open') as period, a.mode, a.tolerance, a.avl, a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv as current,
     c.minor_digits, r.rate, r.rate_date
   from budget_line l join budget_account a on a.id = l.id join currency c on c.code = l.currency
   left join budget_pool p on p.area_id = l.area_id and p.project_pool_code = l.project_pool_code and p.year = l.year and p.currency = l.currency
   left join budget_period m on m.area_id = l.area_id and m.year = l.year and m.month = l.month
   left join lateral (${yearRate('l.year', '$2')}) r on true
   where l.code = any ($1::text[])`,
)

/** The budgets of a spending document, with the rate from its currency. */
export function budgetsToSpend(budgetCodes: readonly string[], currency: string): Statement<BudgetRow> {
  return spendable([...new Set(budgetCodes)], currency)
}

export function readBudgetsToSpend(rows: readonly BudgetRow[], currency: string): SpendableBudget[] {
  return rows.map((row) => ({
    account: row.account,
    budgetCode: row.code,
    countryCode: row.country_code,
    ...readSharedKey(row),
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

/** Locks the months of a submit's budgets against closing (holdMasters). */
const holdPeriods = prepared(
  'budget.hold-spent-periods',
  `select pg_advisory_xact_lock_shared(area_id, key) from (
     select distinct area_id, year * 12 + month as key from budget_line where code = any ($1::text[]) order by 1, 2) l`,
)

/**
 * Locks the month of an area ($1) for postings on a day ($2), and those of the budgets whose codes (budget_code) an
 * area's own query selects, with values from $3 on.
 */
export function holdToPostFoundBy(name: string, query: string) {
  return prepared(
    `budget.hold-to-post-for-${name}`,
    `select pg_advisory_xact_lock_shared(area_id, key) from (
       select distinct area_id, key from (
         select $1::int as area_id, extract(year from $2::date)::int * 12 + extract(month from $2::date)::int as key
         union all select l.area_id, l.year * 12 + l.month from (${query}) q join budget_line l on l.code = q.budget_code
       ) m order by 1, 2) h`,
  )
}

export function holdToSpend(budgetCodes: readonly string[]): Statement {
  return holdPeriods([...new Set(budgetCodes)])
}
