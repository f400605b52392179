import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { addedInBase, type ReportingRates } from '#kernel/base/money/reporting.ts'
import { reportingText } from '#kernel/web/console/list/totals/ReportingTotal.tsx'
import type { LineAmount } from '../budget-line/line-amounts.ts'
import type { AreaUse, BudgetSum } from '../shared/budget-api.web.ts'
import { insightText } from './insight-text.web.ts'

export const GROUP_AMOUNTS = [
  'current',
  'available',
  'held',
  'occupied',
  'committed',
  'accrued',
  'executed',
] as const satisfies readonly LineAmount[]

export type GroupSum = { readonly currency: string } & Readonly<Record<(typeof GROUP_AMOUNTS)[number], string>>

export interface GroupTotals {
  /** Of each currency by itself. */
  readonly own: readonly GroupSum[]
  /** Of all of them in the reporting currency; null without rates. */
  readonly all: GroupSum | null
  /** By which rates, and what they leave out; null while the rates are on their way. */
  readonly note: string | null
}

/** The totals of several areas. */
export function groupTotals(
  areas: readonly AreaUse[],
  year: number,
  rates: ReportingRates | null | undefined,
): GroupTotals {
  const sums = areas.flatMap((area) => area.sums)
  const own = [...Map.groupBy(sums, ({ currency }) => currency)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, rows]) => addedUp(currency, rows))
  if (!rates) return { own, all: null, note: rates === null ? insightText('group.noRates', { year }) : null }
  const { sums: added, missing } = addedInBase(
    sums.map((sum) => ({ ...sum })),
    GROUP_AMOUNTS,
    rates,
  )
  const note = [
    reportingText('note', { base: rates.base, year: rates.year }),
    ...(missing.length > 0 ? [reportingText('without', { currencies: missing.join(', ') })] : []),
  ]
  return { own, all: { ...added, currency: rates.base } as GroupSum, note: note.join(' ') }
}

function addedUp(currency: string, rows: readonly BudgetSum[]): GroupSum {
  const sums = GROUP_AMOUNTS.map((name) => [name, amountText(sumAmounts(rows.map((row) => amount(row[name]))))])
  return { ...Object.fromEntries(sums), currency } as GroupSum
}
