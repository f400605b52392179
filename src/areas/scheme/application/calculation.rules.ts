import { tiersOf } from '#kernel/engine/definition/ladder.ts'
import { type Amount, amount, zero } from '#kernel/base/money/money.ts'
import type { Basis } from '../shared/scheme-types.ts'

// What a scheme owes for a period, out of what was counted (domain.md 2.7). Pure: the same figures give the same amount, whenever.

/** How a line of a scheme says what it pays: one of the three, or none where it pays a sum. */
export interface Formula {
  readonly basis: Basis
  readonly unitAmount: string | null
  readonly ratePercent: string | null
  readonly ladderKind: 'percent' | 'unit' | null
  readonly ladder: string | null
}

/** Units, and what was paid for them where that is known. */
export interface Counted {
  readonly units: number
  readonly amount: Amount | null
}

export interface Counts {
  /** Of the claim's period. */
  readonly period: Counted
  /** From the scheme's first day to the period's last: what tiers and stock go by. */
  readonly whole: Counted
}

export interface Calculation {
  readonly units: number | null
  readonly amount: Amount | null
  /** Of earlier periods, where those are netted. */
  readonly settledBefore: Amount
  readonly calculated: Amount
}

/** Units that are counted so often in all, whichever period is claimed: what was settled before is taken off. */
export function isNetted({ basis, ladder }: Formula): boolean {
  return ladder !== null || basis === 'stock'
}

/**
 * What is to be paid, never below nothing; null where it cannot be calculated: a sum that was agreed, or a rate of what has no amount.
 * `claimed` are units that the claim names one by one: they are what it is for.
 */
export function calculate(
  formula: Formula,
  counts: Counts | null,
  settled: Amount,
  claimed: number | null,
): Calculation | null {
  const { basis, unitAmount, ratePercent, ladder, ladderKind } = formula
  if (unitAmount !== null && claimed !== null) {
    return of(claimed, null, zero, amount(unitAmount).times(claimed))
  }
  if (basis === 'fixed' || !counts) return null
  const settledBefore = isNetted(formula) ? settled : zero
  const counted = isNetted(formula) ? counts.whole : counts.period
  const units = Math.max(0, counted.units)
  if (unitAmount !== null) return of(units, counted.amount, settledBefore, amount(unitAmount).times(units))
  if (ladder !== null && ladderKind !== 'percent')
    return of(units, counted.amount, settledBefore, byLadder(ladder, amount(`${units}`)))
  if (ladder !== null)
    return counted.amount && of(units, counted.amount, settledBefore, byLadder(ladder, counted.amount).div(100))
  if (ratePercent === null || counted.amount === null) return null
  return of(units, counted.amount, settledBefore, amount(ratePercent).times(counted.amount).div(100))
}

/**
 * All of it earns what the tier that was reached gives, so much a piece or percent of the sales: who reaches the next one is owed the
 * difference for everything.
 */
function byLadder(ladder: string, reached: Amount): Amount {
  const tier = tiersOf(ladder).findLast(({ from }) => reached.gte(from))
  return tier ? reached.times(tier.value) : zero
}

function of(units: number, paid: Amount | null, settledBefore: Amount, gross: Amount): Calculation {
  const net = gross.minus(settledBefore).round(2)
  return { units, amount: paid, settledBefore, calculated: net.lt(0) ? zero : net }
}

/** First and last day of `2026-11`, `2026-Q4` or `whole`, within the scheme's; null where it is none of them. */
export function periodDays(
  period: string,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
): { readonly first: string; readonly last: string } | null {
  const days = period === 'whole' ? { first: startDate, last: endDate } : calendarDays(period)
  if (!days) return null
  return {
    first: days.first < startDate ? startDate : days.first,
    last: days.last > endDate ? endDate : days.last,
  }
}

function calendarDays(period: string) {
  const [, year, quarter, month] = /^(\d{4})-(?:Q([1-4])|(0[1-9]|1[0-2]))$/.exec(period) ?? []
  if (year === undefined) return null
  const first = quarter === undefined ? Number(month) : Number(quarter) * 3 - 2
  const months = quarter === undefined ? 1 : 3
  const day = (of: number, at: number) => new Date(Date.UTC(Number(year), of, at)).toISOString().slice(0, 10)
  return { first: day(first - 1, 1), last: day(first - 1 + months, 0) }
}
