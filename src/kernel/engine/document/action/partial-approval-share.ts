import { type Amount, amount, amountText } from '#kernel/base/money/money.ts'

/** The approved share of another amount of the line: in proportion, to the cent. */
export function shareOf(whole: string, approved: Amount, asked: string): string {
  return amountText(amount(whole).times(approved).div(asked).round(2))
}
