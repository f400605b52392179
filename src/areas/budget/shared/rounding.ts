import type { Amount } from '#kernel/base/money/money.ts'

/** Half up, away from zero: mode 1 of big.js. */
const HALF_UP = 1

/** Rounded to the smallest unit of a currency. */
export function roundedTo(value: Amount, digits: number): Amount {
  return value.round(Math.min(digits, 2), HALF_UP)
}
