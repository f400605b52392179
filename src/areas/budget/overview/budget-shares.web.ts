import { amount } from '#kernel/base/money/money.ts'

/** Lengths of a bar's parts in thousandths: negative parts have no length, small ones stay visible. */
export function sharesOf(parts: readonly string[]): readonly number[] {
  const amounts = parts.map((part) => amount(part))
  const whole = amounts.reduce((sum, part) => (part.gt(0) ? sum.plus(part) : sum), amount('0'))
  if (whole.eq(0)) return parts.map(() => 0)
  return amounts.map((part) => (part.gt(0) ? Math.max(4, Number(part.times(1000).div(whole).toFixed(0))) : 0))
}
