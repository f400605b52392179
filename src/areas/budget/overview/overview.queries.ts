import { sql } from 'kysely'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { qb } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { amount, amountText, sumAmounts, zero, type Amount } from '#kernel/base/money/money.ts'
import { type AccountAmount, LINE_AMOUNTS, type LineAmount } from '../budget-line/line-amounts.ts'
import { ACCOUNT_COLUMNS } from '../explain/account-amounts.server.ts'
import type { AsOf } from '../explain/as-of.server.ts'
import { accountAt, type LineFilters, matching } from '../budget-line/budget-line.queries.ts'
import { type CellColumn, type CellRow, cellAmounts, isOfCells, usedByMonth } from '../explain/cell-amounts.server.ts'
import { amountsOf } from '../budget-line/line-sums.server.ts'

/** The data of the year's charts; amounts of one currency. */
export interface Overview {
  readonly currencies: string[]
  readonly currency: string
  readonly totals: Readonly<Record<LineAmount, string>>
  /** By budget month. */
  readonly months: Month[]
  /** By the end of each month: planned and used so far. */
  readonly course: { readonly month: number; readonly plan: string; readonly used: string | null }[]
  readonly cells: (Month & { readonly countryCode: string })[]
}

interface Month {
  readonly month: number
  readonly current: string
  readonly committed: string
  readonly accrued: string
  readonly executed: string
}

export interface OverviewQuestion {
  readonly principal: Principal
  readonly area: Area
  readonly year: number
  readonly filters: LineFilters
  readonly level: 'country' | 'project'
  readonly currency: string | null
  readonly asOf: AsOf | null
  /** The current month of the year; later ones have no use yet. */
  readonly lastMonth: number
}

const BY: readonly CellColumn[] = ['currency', 'country_code', 'month']
const USES = ['committed', 'accrued', 'executed'] as const

/** The same from the accounts, where no day of the area was ever closed. */
async function fromAccounts(tx: Tx, question: OverviewQuestion): Promise<readonly CellRow[]> {
  const { principal, area, filters, level, asOf } = question
  const lines = matching(principal, area, filters).where('budget_line.level', '=', level)
  const query = qb
    .selectFrom(lines.selectAll('budget_line').as('l'))
    .innerJoinLateral(accountAt(asOf), (join) => join.onTrue())
    .select(['l.currency', 'l.country_code', 'l.month', sql<number>`count(*)::int`.as('lines')])
    .select(ACCOUNT_COLUMNS.map((column) => sql<string>`sum(${sql.ref(`a.${column}`)})::text`.as(column)))
    .groupBy(['l.currency', 'l.country_code', 'l.month'])
    .orderBy('l.currency')
  return (await tx.rows(query)) as unknown as readonly CellRow[]
}

const zeros = Object.fromEntries(LINE_AMOUNTS.map((name) => [name, '0.00'])) as Record<LineAmount, string>

function added<Name extends AccountAmount>(rows: readonly CellRow[], names: readonly Name[]): Record<Name, string> {
  const amounts = rows.map((row) => amountsOf(row, names))
  return Object.fromEntries(
    names.map((name) => [name, amountText(sumAmounts(amounts.map((each) => amount(each[name]))))]),
  ) as Record<Name, string>
}

const monthOf = (month: number, rows: readonly CellRow[]): Month => ({
  month,
  ...added(rows, ['current', ...USES]),
})

export async function readOverview(tx: Tx, asked: OverviewQuestion): Promise<Overview> {
  const question = { ...asked, filters: { ...asked.filters, year: [asked.year] } }
  const { principal, area, filters, level, asOf } = question
  const cellQuestion = { principal, area, filters, levels: [level], by: BY, asOf }
  const found = isOfCells(filters) ? await cellAmounts(tx, cellQuestion) : undefined
  const rows = found ?? (await fromAccounts(tx, question))
  const currencies = [...new Set(rows.map((row) => String(row.currency)))].toSorted((a, b) => (a < b ? -1 : 1))
  const currency =
    asked.currency ?? (currencies.includes(area.currency) ? area.currency : (currencies[0] ?? area.currency))
  const own = rows.filter((row) => row.currency === currency)
  const byMonth = Map.groupBy(own, (row) => Number(row.month))
  const months = MONTHS.map((month) => monthOf(month, byMonth.get(month) ?? []))
  const used = await usedByMonth(tx, { ...cellQuestion, filters: { ...filters, currency: [currency] } })
  return {
    currencies,
    currency,
    totals: own.length > 0 ? added(own, LINE_AMOUNTS) : zeros,
    months,
    course: courseOf(question, months, used),
    cells: own.map((row) => ({ countryCode: String(row.country_code), ...monthOf(Number(row.month), [row]) })),
  }
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

/** Cumulates plan and use by month; unfinished months have no use. */
function courseOf(
  { year, lastMonth }: OverviewQuestion,
  months: readonly Month[],
  used: readonly { readonly month: string; readonly used: string }[],
): Overview['course'] {
  let plan: Amount = zero
  return months.map(({ month, current }) => {
    plan = plan.plus(amount(current))
    const until = `${year}-${String(month).padStart(2, '0')}`
    const sum = sumAmounts(used.filter((each) => each.month.slice(0, 7) <= until).map((each) => amount(each.used)))
    return { month, plan: amountText(plan), used: month <= lastMonth ? amountText(sum) : null }
  })
}
