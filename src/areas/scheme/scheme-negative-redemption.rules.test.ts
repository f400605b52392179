import { expect, it } from 'vitest'
import { amount, amountText } from '#kernel/money/money.ts'
import { checkNegativeRedemption, owedOf, recoveryOf, type SettledLine } from './scheme-negative-redemption.rules.ts'

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

it('a customer owes of what is taken back what he had, and not what ended before he spent it', () => {
  expect(owed('250', '0')).toBe('250.00')
  expect(owed('250', '600')).toBe('0.00')
  // 200 were spent: these he had.
  expect(owed('250', '400')).toBe('200.00')
  expect(owed('350', '400', '200')).toBe('0.00')
  // 250 were taken of the rebate while it was there, and the rest ended.
  expect(owed('350', '350', '250')).toBe('0.00')
  expect(owed('100', '600', '150')).toBe('0.00')
})

it('what is owed comes of the rebate that is frozen, and the rest by a debit note', () => {
  const lines = [{ settledLine: 'SE1/1', amount: '250' }]
  const split = (frozen: string, expired: string) =>
    recoveryOf(lines, [{ line: 1, amount: amount(frozen) }], {
      settled: new Map([['SE1/1', settled(expired, '0')]]),
    }).map(({ rebate, note }) => [amountText(rebate), amountText(note)])
  expect(split('250', '0')).toEqual([['250.00', '0.00']])
  expect(split('100', '0')).toEqual([['100.00', '150.00']])
  // It ended while the document was in approval: what is frozen beyond goes back.
  expect(split('250', '400')).toEqual([['200.00', '0.00']])
})

/** Why lines of these amounts, one of each settled line of one part, are refused. */
function refusing(more: object = {}): (...amounts: readonly string[]) => string[] {
  const scheme = {
    id: '7',
    no: 'PA1',
    state: 'effective',
    endsOn: '2027-01-31',
    idcCode: 'IN',
    areaId: 1,
    currency: 'INR',
  }
  const funding = { fundingNo: 1, documentId: '7', round: 1, occupationLine: 1, customerCode: 'C1' }
  const held = (given: string) => ({ amount: amount(given), given: amount(given) })
  const none = held('0')
  const occupation = {
    documentId: '7',
    round: 1,
    line: 1,
    currency: 'INR',
    documentCurrency: 'INR',
    minorDigits: 2,
    rate: '1',
    bookingRate: null,
    period: 'open',
    closedMonth: null,
    origin: null,
    stages: { occ: none, cmt: none, acr: none, exe: held('700') },
    ended: { avl: none, carried: none },
    recovered: none,
    locked: { cmt: amount('0'), acr: amount('0'), exe: amount('100') },
  }
  const facts = {
    scheme: { ...scheme, fundings: [funding] },
    occupations: [occupation],
    settled: new Map(['SE1/1', 'SE2/1'].map((key) => [key, { ...settled('0', '0'), key }])),
    devices: [],
    live: [],
    ...more,
  } as unknown as Parameters<typeof checkNegativeRedemption>[1]
  return (...amounts: readonly string[]) => {
    const lines = amounts.map((each, index) => ({
      settledLine: `SE${index + 1}/1`,
      amount: each,
      recoveryReason: 'overCalculation',
      imeis: null,
    }))
    const header = { ...scheme, schemeNo: 'PA1', customerCode: 'C1', recovery: 'rebate', postingDate: '2026-11-20' }
    const content = { header, lines } as unknown as Parameters<typeof checkNegativeRedemption>[0]
    return checkNegativeRedemption(content, facts).map(({ key, row }) => `${key} ${row}`)
  }
}

it('no more is taken back of a part than it has executed, its lines together, whatever was settled of it', () => {
  const refused = refusing()
  expect(refused('600')).toEqual([])
  expect(refused('400', '200')).toEqual([])
  expect(refused('400', '200.01')).toEqual(['scheme.exceedsExecutedOfPart 1'])
})

it('lines are of the customer of the document and of one operating unit, and name devices that there are', () => {
  const of = (more: Partial<SettledLine>) =>
    new Map([
      ['SE1/1', settled('0', '0')],
      ['SE2/1', { ...settled('0', '0'), key: 'SE2/1', ...more }],
    ])
  const refused = (more: Partial<SettledLine>) => refusing({ settled: of(more) })('10', '10')
  expect(refused({})).toEqual([])
  expect(refused({ customerCode: 'C2' })).toEqual(['scheme.notOfCustomer 1'])
  expect(refused({ operatingUnitCode: 'OU2' })).toEqual(['scheme.unitDiffers 1'])
  const unknown = { number: '1', device: null, refusal: { key: 'device.unknown', params: {} } }
  expect(refusing({ devices: [{ row: 0, finding: unknown }] })('10')).toEqual(['device.unknown 0'])
})
