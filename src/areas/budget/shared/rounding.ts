import type { Amount } from '#kernel/base/money/money.ts'

/** Half up, away from zero: big.js names this mode 1. */
const HALF_UP = 1

/** To the smallest unit of a currency. */
export function roundedTo(value: Amount, digits: number): Amount {
  return value.round(Math.min(digits, 2), HALF_UP)
}
