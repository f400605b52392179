import { amount, amountText } from '#kernel/money/money.ts'
import type { CountryBudget } from './budget-api.ts'

/** What the pool had before this application: a grant in approval is held already, so without it there would be that much more. */
export function poolBefore(document: CountryBudget, available: string): string {
  return document.applyType === 'grant' ? amountText(amount(available).plus(amount(document.totalAmount))) : available
}
