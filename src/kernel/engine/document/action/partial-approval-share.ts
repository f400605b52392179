import { type Amount, amount, amountText } from '#kernel/base/money/money.ts'

/** What of an amount stands where less of its line is agreed to: in proportion, to the cent. */
export function shareOf(whole: string, approved: Amount, asked: string): string {
  return amountText(amount(whole).times(approved).div(asked).round(2))
}
