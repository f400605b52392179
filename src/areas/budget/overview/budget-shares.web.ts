import { amount } from '#kernel/base/money/money.ts'

/** How long the parts of a bar are, of 1000: for the eye only, so a part below zero has no length and a small one still shows. */
export function sharesOf(parts: readonly string[]): readonly number[] {
  const amounts = parts.map((part) => amount(part))
  const whole = amounts.reduce((sum, part) => (part.gt(0) ? sum.plus(part) : sum), amount('0'))
  if (whole.eq(0)) return parts.map(() => 0)
  return amounts.map((part) => (part.gt(0) ? Math.max(4, Number(part.times(1000).div(whole).toFixed(0))) : 0))
}
