import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { checkPeriod } from '../budget-line/budget-line.rules.ts'
import { budgetErrors } from '../budget.errors.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import type { PoolBudgetContent } from './pool-budget.doc.ts'

/** Facts about the application's area. */
export interface PoolArea {
  readonly areaId: number
  readonly scopeId: number
  readonly idcCode: string
  readonly currency: string
  /** Of the year, which has its last month's state. */
  readonly period: PeriodState
  /** The application's pools that belong to the area. */
  readonly pools: readonly string[]
}

/** A pool's account in the application's year and currency. */
export interface FundedPool {
  readonly code: string
  readonly account: string
  readonly available: Amount
  /** Headquarters loaded it before. */
  readonly isLoaded: boolean
}

/** A pool is yearly: it closes with its last month. */
export const LAST_MONTH = 12

export interface PoolBudgetFacts {
  readonly area: PoolArea | null
  readonly pools: readonly FundedPool[]
  /** Headquarters' funding account of the year; null until it was first used. */
  readonly source: string | null
  /** Requested amounts of a stored application, by line. */
  readonly asked: readonly { readonly line: number; readonly pool: string; readonly amount: Amount }[]
}

export function poolTotal(content: PoolBudgetContent): Amount {
  return sumAmounts(content.lines.map((line) => amount(line.amount)))
}

/** All current refusals of an application. Pure: shared by soft check and submit. */
export function checkPoolBudget({ header, lines }: PoolBudgetContent, facts: PoolBudgetFacts): Refusal[] {
  const { area } = facts
  const refusals: Refusal[] = []
  if (area?.idcCode !== header.idcCode) refusals.push(budgetErrors.areaMismatch({}, { field: 'areaId' }))
  if (area && area.currency !== header.currency) {
    const { currency } = header
    refusals.push(budgetErrors.currencyNotOfArea({ currency, expected: area.currency }, { field: 'currency' }))
  }
  if (area)
    for (const refusal of checkPeriod({ year: header.year, month: LAST_MONTH }, area.period))
      refusals.push({ ...refusal, field: 'year' })
  const known = new Set(area?.pools)
  const funded = new Map(facts.pools.map((pool) => [pool.code, pool]))
  const first = new Map<string, number>()
  for (const [row, { projectPoolCode: pool, amount: asked }] of lines.entries()) {
    const at = { field: 'projectPoolCode', row }
    const before = first.get(pool)
    if (before === undefined) first.set(pool, row)
    if (!known.has(pool)) refusals.push(budgetErrors.poolNotOfArea({ pool }, at))
    else if (before === undefined) refusals.push(...checkPool(header, { pool, asked, row }, funded.get(pool)))
    // B6
    else refusals.push(budgetErrors.duplicatePool({ first: before + 1 }, at))
  }
  return refusals
}

/** A first load comes before any supplement, and a reduction takes no more than there is (B1). */
function checkPool(
  { applyType, currency, year }: PoolBudgetContent['header'],
  { pool, asked, row }: { readonly pool: string; readonly asked: string; readonly row: number },
  found: FundedPool | undefined,
): Refusal[] {
  const at = { field: 'projectPoolCode', row }
  if (applyType === 'initialLoad') return found?.isLoaded ? [budgetErrors.poolLoaded({ pool, year }, at)] : []
  if (!found || (applyType === 'supplement' && !found.isLoaded))
    return [budgetErrors.poolNotFunded({ currency, year }, at)]
  const available = amountText(found.available)
  return applyType === 'reduce' && amount(asked).gt(found.available)
    ? [budgetErrors.exceedsLine({ amount: asked, available, currency }, { field: 'amount', row })]
    : []
}
