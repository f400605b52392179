import type { SpendableBudget } from '#areas/budget/budget.facade.ts'
import { amount } from '#kernel/base/money/money.ts'

/** An open budget of phones in rupees with 100,000.00 available, for pure rules; `own` says what is different. */
export const spendableBudget = (own: Partial<SpendableBudget> = {}): SpendableBudget => ({
  account: '1',
  budgetCode: 'IN-1',
  areaId: 7,
  year: 2026,
  month: 11,
  budgetDeptCode: 'CHANNEL',
  projectPoolCode: 'GTM',
  productClass: 'phone',
  currency: 'INR',
  minorDigits: 2,
  isOpen: true,
  period: 'open',
  validFrom: null,
  validTo: null,
  rate: { rate: '1', type: 'identity', date: '2026-11-01' },
  mode: 'absolute',
  tolerance: '0',
  current: amount('100000'),
  available: amount('100000'),
  ...own,
})
