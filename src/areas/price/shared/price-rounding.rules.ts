import { type Amount, amount, amountText, readAmount } from '#kernel/base/money/money.ts'

// A price that is asked for in percent: the exact one, and what it is rounded to.

export const ROUNDING_DIRECTIONS = ['nearest', 'up', 'down'] as const
export type RoundingDirection = (typeof ROUNDING_DIRECTIONS)[number]

export interface RoundingRule {
  /** The distance of two prices that follow each other: `0.01`, `1`, `10`. */
  readonly step: string
  /** What every price ends in, less than the step: with a step of 10 and an ending of 9 prices are 9, 19, 29. Null for none. */
  readonly ending: string | null
  readonly direction: RoundingDirection
}

/** Where no rule is set: the nearest price that can be stored. */
export const PLAIN_ROUNDING: RoundingRule = { step: '0.01', ending: null, direction: 'nearest' }

/** A rule as the setting has it: of an area, or of every area that has none for the currency. */
export interface RoundingOf extends RoundingRule {
  /** Null for every area. */
  readonly areaId: number | null
  readonly currency: string
}

/** The rule of an area and a currency: its own, or that of every area; the plain one where none is set. */
export function ruleOf(rules: readonly RoundingOf[], areaId: number, currency: string): RoundingRule {
  const ofCurrency = rules.filter((rule) => rule.currency === currency)
  const { step, ending, direction } =
    ofCurrency.find((rule) => rule.areaId === areaId) ??
    ofCurrency.find((rule) => rule.areaId === null) ??
    PLAIN_ROUNDING
  return { step, ending, direction }
}

/** Places of `big.js` roundings to a whole number. */
const PLACES = { down: 0, nearest: 1, up: 3 } as const

/** The price that a rule makes of an exact one; halfway it goes up. A price is never zero: below the least one it is that. */
export function roundPrice({ step, ending, direction }: RoundingRule, exact: Amount): Amount {
  const end = amount(ending ?? '0')
  const least = end.gt(0) ? end : amount(step)
  if (exact.lte(least)) return least
  // At least the least price, so what is rounded is not negative.
  return exact.minus(end).div(step).round(0, PLACES[direction]).times(step).plus(end)
}

/** Three prices that follow each other under a rule as it is typed; none while it cannot be read. */
export function examplePrices(step: string, ending: string): readonly string[] {
  const [distance, end] = [readAmount(step), ending.trim() === '' ? null : readAmount(ending)]
  if (typeof distance === 'string' || typeof end === 'string' || distance.lte(0)) return []
  const rule: RoundingRule = { step: amountText(distance), ending: end && amountText(end), direction: 'up' }
  const first = roundPrice(rule, distance.times(10))
  return [0, 1, 2].map((each) => amountText(first.plus(distance.times(each))))
}

/** A price after a change in percent, before it is rounded. */
export const exactPrice = (previous: string, percent: string): Amount =>
  amount(previous).times(amount(percent).plus(100)).div(100)

export interface PercentPrice {
  /** With as many decimals as it has. */
  readonly exact: string
  readonly rounded: string
}

/** A price that is changed by a percentage: `-5` takes a twentieth off. */
export function priceByPercent(previous: string, percent: string, rule: RoundingRule = PLAIN_ROUNDING): PercentPrice {
  const exact = exactPrice(previous, percent)
  return { exact: exact.toFixed(), rounded: amountText(roundPrice(rule, exact)) }
}
