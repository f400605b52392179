import { expect, it } from 'vitest'
import type { SpendableBudget } from '#areas/budget/budget.facade.ts'
import { encumbranceFact, fundingFact, heldIn, schemeFact, spendableBudget } from '#test/helpers/scheme/scheme-facts.ts'
import { amount } from '#kernel/base/money/money.ts'
import {
  checkSchemeAdjust,
  isRetroactive,
  keptBy,
  type Payer,
  type SchemeAdjustFacts,
  totalsOf,
} from './scheme-adjust.rules.ts'
import type { SchemeAdjustContent, SchemeAdjustLine } from './scheme-adjust.doc.ts'
import type { SchemeFunding } from '../shared/funding-lines.rules.ts'

const AREA = 7

const BUDGET = spendableBudget({ areaId: AREA })

const ENCUMBRANCE = encumbranceFact({ budgetCode: 'IN-1', stages: { cmt: heldIn('1000') } })

/** A scheme with a part of 1,000.00 for each of these; paid by IN-1, a phone budget of GTM and CHANNEL. */
function facts(
  parts: readonly Partial<SchemeFunding>[] = [{}],
  more: Partial<SchemeAdjustFacts> = {},
): SchemeAdjustFacts {
  const fundings = parts.map((part, index) =>
    fundingFact({
      fundingNo: index + 1,
      lineNo: index + 1,
      encumbranceLine: index + 1,
      budgetCode: 'IN-1',
      ratePercent: '2.5',
      ...part,
    }),
  )
  return {
    scheme: schemeFact({
      no: 'SA-1',
      areaId: AREA,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      claimDeadline: '2026-12-31',
      endsOn: '2026-12-31',
      fundings,
    }),
    encumbrances: fundings.map(({ encumbranceLine }) => ({ ...ENCUMBRANCE, line: encumbranceLine })),
    budgets: [],
    payers: [
      {
        budgetCode: 'BL1',
        countryCode: 'IN',
        projectPoolCode: 'GTM',
        budgetDeptCode: 'CHANNEL',
        productClass: 'phone',
        validFrom: null,
        validTo: null,
        isOpen: true,
      },
    ],
    paysElsewhere: false,
    today: '2026-11-22',
    running: [],
    claiming: [],
    lastClaim: null,
    lastSettled: null,
    customers: new Map(),
    channels: new Map(),
    stores: new Map(),
    products: [],
    lineProducts: [],
    specialPrices: [],
    overlaps: [],
    ...more,
  }
}

const LINE: SchemeAdjustLine = {
  kind: 'terms',
  fundingNo: 1,
  customerCode: null,
  channelCode: null,
  storeCode: null,
  skuCode: null,
  spuCode: null,
  newCustomerCode: null,
  newChannelCode: null,
  newStoreCode: null,
  newSkuCode: null,
  newSpuCode: null,
  budgetCode: null,
  committedAmount: null,
  availableAmount: null,
  oldTerms: null,
  amount: null,
  newBudgetCode: null,
  unitAmount: null,
  ratePercent: null,
  ladderKind: null,
  ladder: null,
  remark: null,
}

type Days = Partial<Record<'newStartDate' | 'newEndDate' | 'newClaimDeadline', string>>

function content(lines: readonly Partial<SchemeAdjustLine>[], days: Days = {}): SchemeAdjustContent {
  return {
    header: {
      direction: null,
      retroactive: null,
      oldTotal: null,
      newTotal: null,
      totalAmount: null,
      schemeNo: 'SA-1',
      idcCode: 'IN',
      areaId: AREA,
      currency: 'INR',
      newStartDate: null,
      newEndDate: null,
      newClaimDeadline: null,
      newWithholdRate: null,
      reason: 'As agreed',
      source: null,
      ...days,
    },
    lines: lines.map((line) => ({ ...LINE, ...line })),
  }
}

const refused = (refusals: readonly { readonly key: string; readonly row?: number }[]) =>
  refusals.map(({ key, row }) => (row === undefined ? key : `${key} ${row}`))
const adjust = (lines: readonly Partial<SchemeAdjustLine>[], found: SchemeAdjustFacts) =>
  refused(checkSchemeAdjust(content(lines), found))
const other: SpendableBudget = { ...BUDGET, account: '2', budgetCode: 'IN-2' }
const up = { kind: 'up', fundingNo: 1, amount: '10.00', newBudgetCode: 'IN-2' } as const

it('an adjustment takes budgets of the area of its scheme', () => {
  expect(adjust([up], facts([{}], { budgets: [other] }))).toEqual([])
  expect(adjust([up], facts([{}], { budgets: [{ ...other, areaId: 8 }] }))).toEqual(['scheme.budgetOfOtherArea 0'])
})

it('an adjustment takes budgets of the class, the pool and the department that pay for the scheme, of a month in which it runs', () => {
  const of = (more: Partial<SpendableBudget>) => adjust([up], facts([{}], { budgets: [{ ...other, ...more }] }))
  expect(of({ month: 11 })).toEqual([])
  expect(of({ month: 12 })).toEqual(['scheme.budgetOfOtherMonth 0'])
  expect(of({ countryCode: 'BD' })).toEqual(['scheme.budgetOfOtherCountry 0'])
  expect(of({ productClass: 'iot' })).toEqual(['scheme.budgetClassDiffers 0'])
  expect(of({ projectPoolCode: 'BRAND' })).toEqual(['scheme.budgetOfOtherPool 0'])
  expect(of({ budgetDeptCode: 'RETAIL' })).toEqual(['scheme.budgetOfOtherPool 0'])
})

it('an adjustment gives each scheme line its terms once, whichever funding line names it', () => {
  const twoParts = facts([{}, { lineNo: 1 }])
  const terms = (fundingNo: number) => ({ fundingNo, ratePercent: '3' })
  expect(adjust([terms(1), terms(2)], twoParts)).toEqual(['scheme.fundingTwice 1'])
  expect(adjust([terms(1), terms(2)], facts([{}, {}]))).toEqual([])
})

it('an adjustment of terms leaves all lines with a unit amount or none, and a fixed sum without terms', () => {
  const unit = { unitAmount: '5.00', ratePercent: null, plannedQuantity: 200 }
  const three = facts([unit, unit, unit])
  const rate = (fundingNo: number) => ({ fundingNo, ratePercent: '3' })
  expect(adjust([rate(2)], three)).toEqual(['scheme.unitPriceIncomplete 0'])
  expect(adjust([rate(1), rate(2), rate(3)], three)).toEqual([])
  expect(adjust([{ fundingNo: 1, unitAmount: '6.00' }], three)).toEqual([])
  expect(adjust([{ fundingNo: 1, unitAmount: '6.00' }], facts([{}, {}]))).toEqual(['scheme.unitPriceIncomplete 0'])
  expect(adjust([rate(1)], facts([{ basis: 'fixed', ratePercent: null }]))).toEqual(['scheme.termsOfSum 0'])
})

it('an adjustment may change the budget of a funding line that nobody else has locked', () => {
  const swap = { kind: 'swap', fundingNo: 1, amount: '500.00', newBudgetCode: 'IN-2' } as const
  const found = facts([{}], { budgets: [other] })
  expect(adjust([swap], found)).toEqual([])
  const kept = [{ ...ENCUMBRANCE, locked: { ...ENCUMBRANCE.locked, cmt: amount('500') } }]
  expect(adjust([swap], { ...found, encumbrances: kept })).toEqual(['scheme.swapOfKept 0'])
})

it('an adjustment locks the whole commitment of a funding line it moves, and of others what it takes', () => {
  const two = facts([{}, {}])
  const { lines } = content([
    { kind: 'down', fundingNo: 1, amount: '100.00' },
    { kind: 'swap', fundingNo: 1, amount: '500.00', newBudgetCode: 'IN-2' },
    { kind: 'down', fundingNo: 2, amount: '100.00' },
  ])
  expect(keptBy(lines, two).map((each) => [each.line, each.amount.toFixed(2)])).toEqual([
    [1, '500.00'],
    [2, '500.00'],
    [3, '100.00'],
  ])
})

it('an adjustment is routed by the largest of its new total, what leaves its budgets and what stays open', () => {
  const decided = (lines: readonly Partial<SchemeAdjustLine>[], days: Days = {}) =>
    totalsOf(content(lines, days), facts([{}, {}])).decided.toFixed(2)
  const swap = { kind: 'swap', fundingNo: 1, amount: '600.00', newBudgetCode: 'IN-2' } as const
  expect(decided([up])).toBe('2010.00')
  expect(decided([swap])).toBe('600.00')
  expect(decided([swap, { kind: 'down', fundingNo: 2, amount: '300.00' }])).toBe('900.00')
  expect(decided([], { newClaimDeadline: '2026-12-01' })).toBe('2000.00')
  expect(decided([{ fundingNo: 1, ratePercent: '3' }])).toBe('2000.00')
})

it('an adjustment cannot set a claim deadline before today', () => {
  const until = (newClaimDeadline: string) =>
    refused(checkSchemeAdjust(content([], { newEndDate: '2026-11-20', newClaimDeadline }), facts()))
  expect(until('2026-11-21')).toEqual(['scheme.deadlineBeforeToday'])
  expect(until('2026-11-22')).toEqual([])
})

it('an adjustment may start a scheme earlier only before tiers were settled, and reports a start before the approval', () => {
  const LADDER = [{ from: '0', to: null, value: '2' }] as never
  const from = (newStartDate: string, found: SchemeAdjustFacts) =>
    refused(checkSchemeAdjust(content([], { newStartDate }), found))
  const claimed = { lastClaim: '2026-11-20', lastSettled: '2026-11-15' }
  expect(from('2026-10-01', facts([{ ladder: LADDER, ladderKind: 'percent' }]))).toEqual([])
  expect(from('2026-10-01', facts([{}], claimed))).toEqual([])
  expect(from('2026-10-01', facts([{ ladder: LADDER, ladderKind: 'percent' }], claimed))).toEqual([
    'scheme.startAfterClaims',
  ])
  const retroactive = (newStartDate: string, today: string) =>
    isRetroactive(content([], { newStartDate }).header, { startDate: '2026-11-01' }, { today })
  expect(retroactive('2026-10-01', '2026-11-22')).toBe(true)
  expect(retroactive('2026-11-05', '2026-11-22')).toBe(false)
  expect(retroactive('2026-10-28', '2026-10-20')).toBe(false)
})

it('an adjustment adds no days on which the paying budgets are not valid', () => {
  const [payer] = facts().payers
  const of = (days: Days, ...payers: readonly Partial<Payer>[]) =>
    refused(
      checkSchemeAdjust(content([], days), facts([{}], { payers: payers.map((each) => ({ ...payer!, ...each })) })),
    )
  const year = { validFrom: '2026-01-01', validTo: '2027-01-01' }
  const late = { newClaimDeadline: '2027-01-01' }
  expect(of({ newClaimDeadline: '2026-12-31' }, year)).toEqual([])
  expect(of(late, year)).toEqual(['scheme.daysBeyondBudget'])
  expect(of({ newStartDate: '2025-12-31' }, year)).toEqual(['scheme.daysBeyondBudget'])
  // The next year's budget pays for carried-over parts.
  const carried = [
    { ...year, isOpen: false },
    { validFrom: '2027-01-01', validTo: '2028-01-01' },
  ] as const
  expect(of(late, ...carried)).toEqual([])
  expect(of({ newEndDate: '2026-11-29' }, ...carried)).toEqual([])
})
