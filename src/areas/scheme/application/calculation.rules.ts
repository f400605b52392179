import { tiersOf } from '#kernel/engine/definition/ladder.ts'
import { type Amount, amount, zero } from '#kernel/base/money/money.ts'
import type { Basis } from '../shared/scheme-types.ts'

// Computes the amount that a scheme owes for a period from the counted quantities (domain.md 2.7). Pure and deterministic.

/** The terms of a line: one of the three, or none for a fixed sum. */
export interface Formula {
  readonly basis: Basis
  readonly unitAmount: string | null
  readonly ratePercent: string | null
  readonly ladderKind: 'percent' | 'unit' | null
  readonly ladder: string | null
}

/** Units, and their sales amount where known. */
export interface Counted {
  readonly units: number
  readonly amount: Amount | null
}

export interface Counts {
  /** In the claim's period. */
  readonly period: Counted
  /** From the scheme's first day to the period's last: the basis of tiers and stock. */
  readonly whole: Counted
}

export interface Calculation {
  readonly units: number | null
  readonly amount: Amount | null
  /** Settled in earlier periods, where those are netted. */
  readonly settledBefore: Amount
  readonly calculated: Amount
}

/** Cumulative quantities: earlier settlements are deducted. */
export function isNetted({ basis, ladder }: Formula): boolean {
  return ladder !== null || basis === 'stock'
}

/**
 * The owed amount, never negative; null where it cannot be calculated: a fixed sum, or a rate without sales amounts.
 * `claimed` are units that the claim names individually, which are then its basis.
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

/** The tier reached applies to all of it, per unit or in percent of sales: reaching the next tier adds the difference for everything. */
function byLadder(ladder: string, reached: Amount): Amount {
  const tier = tiersOf(ladder).findLast(({ from }) => reached.gte(from))
  return tier ? reached.times(tier.value) : zero
}

function of(units: number, paid: Amount | null, settledBefore: Amount, gross: Amount): Calculation {
  const net = gross.minus(settledBefore).round(2)
  return { units, amount: paid, settledBefore, calculated: net.lt(0) ? zero : net }
}

/** First and last day of `2026-11`, `2026-Q4` or `whole`, within the scheme's; null for anything else. */
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
