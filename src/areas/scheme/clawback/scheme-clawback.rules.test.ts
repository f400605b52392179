import { expect, it } from 'vitest'
import { fundingFact, heldIn, encumbranceFact, schemeFact } from '#test/helpers/scheme/scheme-facts.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { schemeErrors } from '../scheme.errors.ts'
import {
  checkClawback,
  owedOf,
  recoveryOf,
  type SchemeClawbackFacts,
  type SettledLine,
} from './scheme-clawback.rules.ts'

const settled = (expired: string, taken: string): SettledLine => ({
  key: 'SE1/1',
  documentId: '7',
  fundingNo: 1,
  customerCode: 'C1',
  operatingUnitCode: 'OU1',
  amount: amount('600'),
  recovered: amount('0'),
  asked: amount('0'),
  askedDevices: [],
  devices: 0,
  paidForDevices: amount('0'),
  expired: amount(expired),
  taken: amount(taken),
})

const owed = (asked: string, expired: string, taken = '0') => amountText(owedOf(asked, settled(expired, taken)))

it('a customer owes of a recovered rebate what was received, and not what expired before it was spent', () => {
  expect(owed('250', '0')).toBe('250.00')
  expect(owed('250', '600')).toBe('0.00')
  // The customer spent 200 of the rebate and therefore owes them.
  expect(owed('250', '400')).toBe('200.00')
  expect(owed('350', '400', '200')).toBe('0.00')
  // 250 were taken from the rebate while it existed, and the rest expired.
  expect(owed('350', '350', '250')).toBe('0.00')
  expect(owed('100', '600', '150')).toBe('0.00')
})

it('a recovery takes the frozen rebate first and the rest by a debit note', () => {
  const lines = [{ settledLine: 'SE1/1', amount: '250' }]
  const split = (frozen: string, expired: string) =>
    recoveryOf(lines, [{ line: 1, amount: amount(frozen) }], {
      settled: new Map([['SE1/1', settled(expired, '0')]]),
    }).map(({ rebate, note }) => [amountText(rebate), amountText(note)])
  expect(split('250', '0')).toEqual([['250.00', '0.00']])
  expect(split('100', '0')).toEqual([['100.00', '150.00']])
  // It expired during approval: the excess frozen amount is released.
  expect(split('250', '400')).toEqual([['200.00', '0.00']])
})

/** Refusals of lines with these amounts, one per settled line of one part. */
function refusing(more: Partial<SchemeClawbackFacts> = {}): (...amounts: readonly string[]) => string[] {
  const facts: SchemeClawbackFacts = {
    scheme: schemeFact({ fundings: [fundingFact()] }),
    encumbrances: [encumbranceFact({ stages: { exe: heldIn('700') }, locked: { exe: amount('100') } })],
    settled: new Map(['SE1/1', 'SE2/1'].map((key) => [key, { ...settled('0', '0'), key }])),
    devices: [],
    live: [],
    ...more,
  }
  return (...amounts) =>
    checkClawback(
      {
        header: {
          schemeNo: 'PA1',
          idcCode: 'IN',
          areaId: 1,
          currency: 'INR',
          customerCode: 'C1',
          recovery: 'rebate',
          postingDate: '2026-11-20',
          reason: 'Counted twice',
          source: null,
          operatingUnitCode: null,
          closedPeriod: null,
          totalAmount: null,
        },
        lines: amounts.map((each, index) => ({
          settledLine: `SE${index + 1}/1`,
          fundingNo: null,
          budgetCode: null,
          executedNet: null,
          amount: each,
          recoveryReason: 'overCalculation',
          imeis: null,
          remark: null,
        })),
      },
      facts,
    ).map(({ key, row }) => `${key} ${row}`)
}

it('a recovery of a funding line never exceeds what it executed, over all lines together', () => {
  const refused = refusing()
  expect(refused('600')).toEqual([])
  expect(refused('400', '200')).toEqual([])
  expect(refused('400', '200.01')).toEqual(['scheme.exceedsExecutedOfPart 1'])
})

it('a recovery is refused for a closed month and without the booking rate of its day', () => {
  const of = (more: Parameters<typeof encumbranceFact>[0]) =>
    refusing({ encumbrances: [encumbranceFact({ day: '2026-10-20', stages: { exe: heldIn('700') }, ...more })] })('600')
  expect(of({ period: 'closing' })).toEqual([])
  expect(of({ period: 'closed' })).toEqual(['budget.periodClosed 0'])
  expect(of({ documentCurrency: 'USD', rate: '83', bookingRate: '84' })).toEqual([])
  expect(of({ documentCurrency: 'USD', rate: '83', bookingRate: null })).toEqual(['budget.bookingRateMissing 0'])
})

it('the lines of a recovery belong to one customer and one operating unit and name existing devices', () => {
  const of = (more: Partial<SettledLine>) =>
    new Map([
      ['SE1/1', settled('0', '0')],
      ['SE2/1', { ...settled('0', '0'), key: 'SE2/1', ...more }],
    ])
  const refused = (more: Partial<SettledLine>) => refusing({ settled: of(more) })('10', '10')
  expect(refused({})).toEqual([])
  expect(refused({ customerCode: 'C2' })).toEqual(['scheme.notOfCustomer 1'])
  expect(refused({ operatingUnitCode: 'OU2' })).toEqual(['scheme.unitDiffers 1'])
  const unknown = { number: '1', device: null, refusal: schemeErrors.productUnknown({ product: '1' }) }
  expect(refusing({ devices: [{ row: 0, finding: unknown }] })('10')).toEqual(['scheme.productUnknown 0'])
})
