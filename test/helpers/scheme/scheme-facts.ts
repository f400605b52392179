import type { Encumbrance, SpendableBudget } from '#areas/budget/budget.facade.ts'
import type { SchemeFact, SchemeFunding } from '#areas/scheme/shared/funding-lines.rules.ts'
import { amount, zero } from '#kernel/base/money/money.ts'

// A running sell-in rebate of India, as rules of its documents read it; each test sets what matters to it.

const NONE = { amount: zero, given: zero }

/** In a stage of a budget, in the budget's currency and the scheme's. */
export const heldIn = (text: string) => ({ amount: amount(text), given: amount(text) })

export function schemeFact(more: Partial<SchemeFact> = {}): SchemeFact {
  return {
    id: '7',
    no: 'PA1',
    version: 1,
    state: 'effective',
    scopeId: 201,
    areaId: 1,
    idcCode: 'IN',
    ownerAccount: 'in.channel',
    schemeType: 'sellInRebate',
    rebateType: 'standard',
    settlementPeriod: 'month',
    currency: 'INR',
    startDate: '2026-10-01',
    endDate: '2026-12-31',
    claimDeadline: '2027-01-31',
    endsOn: '2027-01-31',
    withholdRate: '100',
    directExecution: true,
    bookingActivity: false,
    stackable: false,
    fundings: [],
    ...more,
  }
}

/** A part of it, backed by an encumbrance of the same line. */
export function fundingFact(more: Partial<SchemeFunding> = {}): SchemeFunding {
  return {
    fundingNo: 1,
    lineNo: 1,
    documentId: '7',
    round: 1,
    encumbranceLine: 1,
    budgetCode: 'BL1',
    customerCode: 'C1',
    channelCode: null,
    storeCode: null,
    skuCode: 'S1',
    spuCode: null,
    basis: 'sellIn',
    unitAmount: null,
    ratePercent: null,
    ladderKind: null,
    ladder: null,
    plannedQuantity: null,
    ...more,
  }
}

export function encumbranceFact({
  stages = {},
  locked = {},
  ...more
}: Partial<Omit<Encumbrance, 'stages' | 'locked'>> & {
  readonly stages?: Partial<Encumbrance['stages']>
  readonly locked?: Partial<Encumbrance['locked']>
} = {}): Encumbrance {
  return {
    documentId: '7',
    round: 1,
    line: 1,
    account: '1',
    budgetCode: 'BL1',
    currency: 'INR',
    documentCurrency: 'INR',
    minorDigits: 2,
    rate: '1',
    bookingRate: null,
    day: null,
    period: 'open',
    closedMonth: null,
    origin: null,
    pool: null,
    source: null,
    recovery: null,
    stages: { occ: NONE, cmt: NONE, acr: NONE, exe: NONE, ...stages },
    ended: { avl: NONE, carried: NONE },
    recovered: NONE,
    locked: { cmt: zero, acr: zero, exe: zero, ...locked },
    ...more,
  }
}

/** An open budget of phones in rupees with 100,000.00 available, for pure rules; `own` says what is different. */
export const spendableBudget = (own: Partial<SpendableBudget> = {}): SpendableBudget => ({
  account: '1',
  budgetCode: 'IN-1',
  countryCode: 'IN',
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
