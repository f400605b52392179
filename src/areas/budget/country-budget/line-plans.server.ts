import { keptArray, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Postings, Subject } from '#kernel/engine/document/server-document.ts'
import { type Leg, legsOf, type OpenReservation } from '#kernel/engine/ledger/posting.ts'
import { amount, amountText, isStorable, sumAmounts } from '#kernel/base/money/money.ts'
import type { BudgetHeader, BudgetKey, BudgetLineFact } from '../budget-line/budget-line.rules.ts'
import { lineKey } from '../budget-line/budget-line.rules.ts'
import { budgetLedger } from '../budget.ledger.ts'

// Postings common to the documents over budget lines.

export const { debit, credit } = legsOf(budgetLedger)

/** Creates missing budget lines of a document, in key order to avoid deadlocks. */
const planLines = prepared(
  'budget.plan-lines',
  `with made as (
     insert into budget_line (scope_id, area_id, year, month, project_pool_code, budget_dept_code, product_class, currency,
       country_code, project_code, fsc_id, sub_busi_code, product_line_code, level)
     select $1, $2, $3, $4, $5, $6, $7, $8, w.*, case w.country_code when '' then 'project' else 'country' end
     from unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
       w (country_code, project_code, fsc_id, sub_busi_code, product_line_code) order by 9, 10, 11, 12, 13
     on conflict on constraint budget_line__key do nothing
     returning id, currency
   ) insert into budget_account (id, currency) select id, currency from made`,
)

/** Their funding parents are activated with them, because a revoke returns to them. */
const openLines = prepared(
  'budget.open-lines',
  `update budget_line set state = 'open' where state = 'planned'
     and (id = any ($1::bigint[]) or id in (select parent_id from budget_line where id = any ($1::bigint[])))`,
)

/** Lines with their funding parents. */
const FUNDED = `unnest(${keptArray(1, 'bigint')}, ${keptArray(2, 'bigint')}) w (id, parent_id)`

/** The first money of a budget fixes its funding source. */
const openFunded = prepared(
  'budget.open-funded-lines',
  `update budget_line l set state = 'open', parent_id = w.parent_id from ${FUNDED}
   where l.id = w.id and l.state = 'planned'`,
)

/** Another document may have activated one of them since the read, from another source. */
const stillFunded = prepared(
  'budget.still-funded-lines',
  `select must_touch((select count(*) from ${FUNDED}
     join budget_line l on l.id = w.id and l.parent_id is not distinct from w.parent_id), cardinality($1::bigint[]))`,
)

const openNew = prepared(
  'budget.open-new-lines',
  `with touched as (update budget_line set state = 'open' where id = any ($1::bigint[]) and state = 'planned' returning 1)
   select must_touch((select count(*) from touched), cardinality($1::bigint[]))`,
)

/** Creates the missing budgets of these lines. */
export function makeMissing(
  scopeId: number | null,
  header: BudgetHeader,
  lines: readonly BudgetKey[],
  known: readonly (BudgetLineFact | undefined)[],
): Statement[] {
  const keys = new Set(known.flatMap((line) => line?.key ?? []))
  const missing = lines.filter((line) => !keys.has(lineKey(line)))
  if (missing.length === 0) return []
  return [
    planLines(
      scopeId,
      header.areaId,
      header.year,
      header.month,
      header.projectPoolCode,
      header.budgetDeptCode,
      header.productClass,
      header.currency,
      missing.map((line) => line.countryCode ?? ''),
      missing.map((line) => line.projectCode),
      missing.map((line) => line.fscId),
      missing.map((line) => line.subBusiCode),
      missing.map((line) => line.productLineCode),
    ),
  ]
}

/** Activates budgets that were planned at submit. */
export function open(lines: readonly Pick<BudgetLineFact, 'account'>[]): Statement {
  return openLines(lines.map((line) => line.account))
}

type HasCurrency = { readonly header: { readonly currency: string } } & Pick<Subject<never>, 'reservations'>

/** The same for granted lines, each with its parent (null: the pool). Refuses one that was funded from elsewhere meanwhile. */
export function openFrom(lines: readonly BudgetLineFact[], parents: readonly (string | null)[]): Statement[] {
  const ids = lines.map((line) => line.account)
  return [openFunded(ids, parents), stillFunded(ids, parents)]
}

/** The same for lines without previous money. */
export function openFirst(lines: readonly BudgetLineFact[]): Statement {
  return openNew(lines.map((line) => line.account))
}

/** Reject and withdraw return exactly what was held. */
export const release = ({ header, reservations }: HasCurrency): Postings => ({
  legs: released(reservations, header.currency),
  resolve: reservations,
})

function released(reservations: readonly OpenReservation[], currency: string): Leg[] {
  const byAccount = Map.groupBy(reservations, (entry) => entry.account_id)
  return [...byAccount].flatMap(([account, entries]) => {
    const total = sumAmounts(entries.map((entry) => amount(entry.amount)))
    return [debit(account, 'avl', total, currency), credit(account, 'hld', total, currency)]
  })
}

/** A draft's lines may lack amounts: the total covers those with one. Null where there is none, or the sum is too large. */
export function draftTotal(lines: readonly { readonly amount: string | null }[]): string | null {
  if (lines.length === 0) return null
  const total = sumAmounts(lines.flatMap((line) => (line.amount === null ? [] : [amount(line.amount)])))
  return isStorable(total) ? amountText(total) : null
}
