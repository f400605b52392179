import { describe, expect, it } from 'vitest'
import {
  checkFor,
  checkBeneficiary,
  isFor,
  isOfBoth,
  isWithin,
  type Beneficiary,
  type BeneficiaryFacts,
} from './scheme-beneficiary.rules.ts'
import type { Basis } from '../shared/scheme-types.ts'

const customer = (code: string, channelCode: string | null, areaId = 1) => ({
  code,
  isEnabled: true,
  areaId,
  countryCode: 'IN',
  channelCode,
})
const store = (code: string, customerCode: string | null, isEnabled = true) => ({ code, customerCode, isEnabled })
const FACTS: BeneficiaryFacts = {
  customers: new Map([
    ['C1', customer('C1', 'CH1')],
    ['C2', customer('C2', null)],
    ['C9', customer('C9', 'CH1', 2)],
  ]),
  channels: new Map([
    ['CH1', { code: 'CH1', areaId: 1, isEnabled: true }],
    ['CH2', { code: 'CH2', areaId: 1, isEnabled: false }],
    ['CH9', { code: 'CH9', areaId: 2, isEnabled: true }],
  ]),
  stores: new Map([
    ['S1', store('S1', 'C1')],
    ['S2', store('S2', 'C2')],
    ['S3', store('S3', 'C1', false)],
  ]),
}
const beneficiary = (
  customerCode: string | null,
  channelCode: string | null = null,
  storeCode: string | null = null,
): Beneficiary => ({
  customerCode,
  channelCode,
  storeCode,
})
const refused = (one: Beneficiary, basis: Basis = 'sellOut') =>
  checkBeneficiary(one, { areaId: 1, basis, row: 3 }, FACTS).map(({ key, field, row }) => `${key} ${field} ${row}`)

describe('the beneficiary of a scheme line', () => {
  it.each([beneficiary('C1'), beneficiary(null, 'CH1'), beneficiary('C1', null, 'S1')])(
    'the beneficiary of a scheme line may be %o',
    (one) => {
      expect(refused(one)).toEqual([])
    },
  )

  it.each([
    ['nobody', beneficiary(null), 'scheme.beneficiaryMissing customerCode 3'],
    ['a customer and a channel', beneficiary('C1', 'CH1'), 'scheme.beneficiaryTwice channelCode 3'],
    ['a store of nobody', beneficiary(null, null, 'S1'), 'scheme.beneficiaryMissing customerCode 3'],
    ['a store of a channel', beneficiary(null, 'CH1', 'S1'), 'scheme.storeOfChannel storeCode 3'],
    ['a channel of another area', beneficiary(null, 'CH9'), 'scheme.channelUnknown channelCode 3'],
    ['a channel that is not in use', beneficiary(null, 'CH2'), 'scheme.channelUnknown channelCode 3'],
    ['an unknown channel', beneficiary(null, 'CH0'), 'scheme.channelUnknown channelCode 3'],
    ['a customer of another area', beneficiary('C9'), 'scheme.customerUnknown customerCode 3'],
    ['a store of another customer', beneficiary('C1', null, 'S2'), 'scheme.storeUnknown storeCode 3'],
    ['a store that is not in use', beneficiary('C1', null, 'S3'), 'scheme.storeUnknown storeCode 3'],
  ])('the beneficiary of a scheme line is never %s', (_, one, refusal) => {
    expect(refused(one)).toEqual([refusal])
  })

  it.each(['sellIn', 'stock'] as const)('the beneficiary of a scheme line is no store where %s is counted', (basis) => {
    expect(refused(beneficiary('C1', null, 'S1'), basis)).toEqual(['scheme.storeNotCounted storeCode 3'])
    expect(refused(beneficiary('C1'), basis)).toEqual([])
  })
})

describe('a reader with limits', () => {
  it.each([
    [
      'sees what is for his customers and all of their stores',
      { customer_code: ['C1'], store_code: ['S1'] },
      [true, true, false, false],
    ],
    [
      'to a customer and none of his stores sees what is for the customer',
      { customer_code: ['C1'], store_code: [] },
      [true, false, false, false],
    ],
    ['to stores alone sees what is for those alone', { store_code: ['S1'] }, [false, true, false, false]],
    ['to nothing sees all', {}, [true, true, true, true]],
  ])('a reader with limits sees beneficiaries: %s', (_, limits, seen) => {
    const lines = [beneficiary('C1'), beneficiary('C1', null, 'S1'), beneficiary('C2'), beneficiary(null, 'CH1')]
    expect(lines.map((line) => isWithin(line, limits))).toEqual(seen)
  })
})

describe('a channel as beneficiary', () => {
  it('a scheme line for a channel covers the customers of that channel and nobody else', () => {
    const of = (code: string, channelCode: string | null) => isFor(beneficiary(null, 'CH1'), { code, channelCode })
    expect([of('C1', 'CH1'), of('C2', 'CH2'), of('C3', null)]).toEqual([true, false, false])
    expect(checkFor(beneficiary(null, 'CH1'), { code: 'C2', channelCode: null }, { row: 0 })).toMatchObject([
      { key: 'scheme.notOfChannel', params: { channel: 'CH1' }, row: 0 },
    ])
    expect(checkFor(beneficiary('C1'), { code: 'C2', channelCode: 'CH1' }, {})).toMatchObject([
      { key: 'scheme.notOfCustomer', params: { customer: 'C1' } },
    ])
  })

  it('a line for a channel overlaps lines for one of its customers or for itself', () => {
    const both = (one: Beneficiary, other: Beneficiary) => isOfBoth(one, other, FACTS)
    expect(both(beneficiary(null, 'CH1'), beneficiary('C1'))).toBe(true)
    expect(both(beneficiary('C1'), beneficiary(null, 'CH1'))).toBe(true)
    expect(both(beneficiary(null, 'CH1'), beneficiary(null, 'CH1'))).toBe(true)
    expect(both(beneficiary(null, 'CH1'), beneficiary('C2'))).toBe(false)
    // Two without a channel share none.
    expect(both(beneficiary('C2'), beneficiary(null, null))).toBe(false)
    expect(both(beneficiary('C1'), beneficiary('C2'))).toBe(false)
  })
})
