import { describe, expect, it } from 'vitest'
import type { Encumbrance } from '#areas/budget/budget.facade.ts'
import { fundingFact, heldIn, encumbranceFact, schemeFact } from '#test/helpers/scheme/scheme-facts.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import type { SchemeFunding } from '../shared/funding-lines.rules.ts'
import { monthToWithhold } from './withhold-run.ts'
import { proposalOf, type RunFacts } from './withhold-run.rules.ts'

const NOVEMBER = { year: 2026, month: 11 }
interface Money {
  readonly cmt: string
  readonly acr?: string
  readonly exe?: string
  readonly locked?: string
  readonly period?: Encumbrance['period']
}

function encumbrance(line: number, { cmt, acr = '0', exe = '0', locked = '0', period = 'open' }: Money): Encumbrance {
  return encumbranceFact({
    line,
    budgetCode: `BL${line}`,
    day: '2026-11-30',
    period,
    pool: '1',
    source: '1',
    stages: { cmt: heldIn(cmt), acr: heldIn(acr), exe: heldIn(exe) },
    locked: { cmt: amount(locked) },
  })
}

const funding = (fundingNo: number, more: Partial<SchemeFunding> = {}) =>
  fundingFact({ fundingNo, encumbranceLine: fundingNo, budgetCode: `BL${fundingNo}`, ratePercent: '2', ...more })

const SCHEME = schemeFact({ startDate: '2026-10-02', endDate: '2026-12-30' })

const sold = (units: number, whole: string | null, month = '1000.00') => ({
  month: { units: 1, amount: whole === null ? null : amount(month) },
  whole: { units, amount: whole === null ? null : amount(whole) },
})

function facts(
  money: readonly Money[],
  {
    scheme = {},
    of = {},
    ...more
  }: Partial<Omit<RunFacts, 'scheme'>> & { scheme?: object; of?: Partial<SchemeFunding> } = {},
): RunFacts {
  return {
    scheme: { ...SCHEME, ...scheme, fundings: money.map((_, at) => funding(at + 1, of)) },
    encumbrances: money.map((each, at) => encumbrance(at + 1, each)),
    accruals: [],
    period: 'open',
    counts: new Map([[1, new Map([['C1', sold(10, '40000.00')]])]]),
    left: new Map(),
    pending: null,
    drafts: new Map(),
    forfeited: new Map(),
    ...more,
  }
}

const proposed = (given: RunFacts, month = NOVEMBER) =>
  proposalOf(given, month).parts.map(({ amount: sum, nothing }) => nothing?.because.key ?? amountText(sum))

describe('the proposed accrual of a scheme', () => {
  it('a proposed accrual is none where no amount may be typed: in approval, over, not begun, drafted or closed', () => {
    expect(proposed(facts([{ cmt: '5000' }], { pending: 'SW1' }))).toEqual(['scheme.withholdInApproval'])
    expect(proposed(facts([{ cmt: '5000' }], { scheme: { endsOn: '2026-10-31' } }))).toEqual(['scheme.afterDeadline'])
    expect(proposed(facts([{ cmt: '5000' }], { scheme: { startDate: '2026-12-01' } }))).toEqual([
      'scheme.withholdNotBegun',
    ])
    expect(proposed(facts([{ cmt: '5000' }], { drafts: new Map([[1, 'SW2']]) }))).toEqual(['scheme.withholdDrafted'])
    expect(proposed(facts([{ cmt: '5000', period: 'closed' }]))).toEqual(['budget.periodClosed'])
    expect(proposed(facts([{ cmt: '5000' }], { period: 'closing' }))).toEqual(['budget.periodClosed'])
  })

  it('a proposed accrual is none where nothing is owed or the amount is unknown', () => {
    expect(proposed(facts([{ cmt: '5000', acr: '500', exe: '300' }]))).toEqual(['scheme.withholdCovered'])
    expect(proposed(facts([{ cmt: '0', exe: '10' }]))).toEqual(['scheme.withholdNothingLeft'])
    expect(proposed(facts([{ cmt: '5000' }], { scheme: { withholdRate: '0' } }))).toEqual([
      'scheme.withholdRateMissing',
    ])
    expect(proposed(facts([{ cmt: '5000' }], { counts: new Map([[1, new Map([['C1', sold(4, null)]])]]) }))).toEqual([
      'scheme.withholdNotCalculable',
    ])
    expect(proposed(facts([{ cmt: '5000' }], { counts: new Map([[1, new Map([['C1', sold(0, '0.00')]])]]) }))).toEqual([
      'scheme.withholdNothingCounted',
    ])
  })

  it('a proposed accrual is what the line owes since its first day at the accrual rate, less what is accrued or paid', () => {
    expect(proposed(facts([{ cmt: '5000' }]))).toEqual(['800.00'])
    expect(proposed(facts([{ cmt: '5000' }], { scheme: { withholdRate: '80' } }))).toEqual(['640.00'])
    expect(proposed(facts([{ cmt: '5000', acr: '150.50', exe: '100' }]))).toEqual(['549.50'])
  })

  it('a proposed accrual of a channel adds up the tiers that each of its customers reaches alone', () => {
    const ladder = {
      ratePercent: null,
      ladderKind: 'unit' as const,
      ladder: '1-14:10;15-:50',
      customerCode: null,
      channelCode: 'CH1',
    }
    const each = new Map([
      ['C1', sold(10, '0.00')],
      ['C2', sold(10, '0.00')],
    ])
    // Not twenty units at the second tier.
    expect(proposed(facts([{ cmt: '5000' }], { of: ladder, counts: new Map([[1, each]]) }))).toEqual(['200.00'])
    const unknown = new Map([...each, ['C3', sold(4, null)] as const])
    const rate = { customerCode: null, channelCode: 'CH1' }
    expect(proposed(facts([{ cmt: '5000' }], { of: rate, counts: new Map([[1, unknown]]) }))).toEqual([
      'scheme.withholdNotCalculable',
    ])
    expect(proposed(facts([{ cmt: '5000' }], { of: rate, counts: new Map() }))).toEqual([
      'scheme.withholdNothingCounted',
    ])
  })

  it('a proposed accrual leaves out what was recovered as diverted or falsely claimed', () => {
    const forfeited = new Map([[1, amount('150.00')]])
    expect(proposed(facts([{ cmt: '5000', exe: '250' }], { forfeited }))).toEqual(['400.00'])
    expect(proposed(facts([{ cmt: '5000', exe: '650' }], { forfeited }))).toEqual(['scheme.withholdCovered'])
  })

  it('a proposed accrual never exceeds the rest of the funding line less what is locked', () => {
    expect(proposed(facts([{ cmt: '600' }]))).toEqual(['600.00'])
    expect(proposed(facts([{ cmt: '600', locked: '250' }]))).toEqual(['350.00'])
  })

  it('a proposed accrual takes the oldest funding of a line first', () => {
    expect(proposed(facts([{ cmt: '500' }, { cmt: '900' }, { cmt: '10' }]))).toEqual([
      '500.00',
      '300.00',
      'scheme.withholdOfOtherPart',
    ])
  })

  it('a proposed accrual of a fixed sum grows day by day', () => {
    const of = { basis: 'fixed', ratePercent: null } as const
    // 60 of the 90 days are over.
    expect(proposed(facts([{ cmt: '900' }], { of }))).toEqual(['600.00'])
    expect(proposed(facts([{ cmt: '700', exe: '200' }], { of }))).toEqual(['400.00'])
    expect(proposed(facts([{ cmt: '900' }], { of }), { year: 2026, month: 12 })).toEqual(['900.00'])
  })

  it('a proposed accrual is a delta when the month has its regular one', () => {
    const accruals = [{ fundingNo: 1, no: 'SW1', isApproved: true }]
    const { parts } = proposalOf(facts([{ cmt: '5000', acr: '300' }], { accruals }), NOVEMBER)
    expect(parts).toMatchObject([{ kind: 'delta', basisVolume: '1000.00' }])
    expect(amountText(parts[0]!.amount)).toBe('500.00')
  })

  it('a proposed accrual is posted on the last day of the month or of the scheme', () => {
    expect(proposalOf(facts([{ cmt: '1' }]), NOVEMBER).postingDate).toBe('2026-11-30')
    expect(proposalOf(facts([{ cmt: '1' }], { scheme: { endsOn: '2026-11-12' } }), NOVEMBER).postingDate).toBe(
      '2026-11-12',
    )
  })
})

it('the month to accrue is the one that ends or has just ended', () => {
  expect(monthToWithhold('2026-11-22')).toEqual({ year: 2026, month: 11 })
  expect(monthToWithhold('2026-11-10')).toEqual({ year: 2026, month: 10 })
  expect(monthToWithhold('2027-01-03')).toEqual({ year: 2026, month: 12 })
})
