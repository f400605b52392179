import { describe, expect, it } from 'vitest'
import { fundingFact, schemeFact } from '#test/helpers/scheme/scheme-facts.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import type { DeviceClaim, DeviceFinding } from '#areas/device/device.facade.ts'
import type { SchemeExecuteContent, SchemeExecuteHeader, SchemeExecuteLine } from './scheme-execute.doc.ts'
import { calculationsOf, checkSchemeExecute, type SchemeExecuteFacts } from './scheme-execute.rules.ts'
import { paidFor } from '../settlement/scheme-payout-tax.rules.ts'
import type { SchemeFunding } from '../shared/funding-lines.rules.ts'

const units = (count: number) => ({ units: count, amount: amount(`${count * 100}`) })

function facts(of: Partial<SchemeFunding>, more: Partial<SchemeExecuteFacts> = {}): SchemeExecuteFacts {
  return {
    scheme: schemeFact({ fundings: [fundingFact({ skuCode: null, ...of })] }),
    encumbrances: [],
    today: '2026-11-22',
    claims: [],
    waiting: [],
    settled: new Map(),
    counts: new Map([[1, { period: units(100), whole: units(100) }]]),
    payee: null,
    tax: { country: 'IN', rates: ['5', '18', '40'] },
    stores: new Map(),
    products: [],
    live: [],
    counted: [],
    files: 0,
    specialPrices: [],
    changing: [],
    devices: [],
    frozen: [],
    frozenUnits: [],
    ...more,
  }
}

const LINE: SchemeExecuteLine = {
  fundingNo: 1,
  customerCode: null,
  budgetCode: null,
  storeCode: null,
  skuCode: null,
  quantity: null,
  imeis: null,
  salesDocuments: null,
  claimedAmount: null,
  amount: '0.01',
  gstAmount: null,
  tdsAmount: null,
  basisUnits: null,
  basisAmount: null,
  freeAccrued: null,
  freeCommitted: null,
  settledBefore: null,
  calculatedAmount: null,
  remark: null,
  approvedAmount: null,
}

const HEADER: SchemeExecuteHeader = {
  schemeNo: 'PA1',
  idcCode: 'IN',
  areaId: 1,
  currency: 'INR',
  customerCode: 'C1',
  claimPeriod: '2026-11',
  payoutType: 'standard',
  postingDate: '2026-11-22',
  finalClaim: null,
  invoiceNo: null,
  invoiceDate: null,
  invoiceAmount: null,
  taxMode: null,
  rebateExpiresOn: null,
  auditResult: null,
  reason: 'As agreed',
  source: null,
  operatingUnitCode: null,
  payeeAccount: null,
  claimDate: null,
  closedPeriod: null,
  totalAmount: null,
  approvedTotal: null,
}

const claim = (lines: readonly Partial<SchemeExecuteLine>[], header: Partial<SchemeExecuteHeader> = {}) =>
  ({
    header: { ...HEADER, ...header },
    lines: lines.map((line) => ({ ...LINE, ...line })),
  }) satisfies SchemeExecuteContent

const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `35999901${String(from + at).padStart(7, '0')}`).join(' ')

const calculated = (lines: readonly Partial<SchemeExecuteLine>[], given: SchemeExecuteFacts) =>
  calculationsOf(claim(lines), given).map((found) => found && amountText(found.calculated))

/** What the registry says of the devices that a line names: each is the customer's and counted, but for those that it does not know. */
const registered = (imeis: string, row = 0, unknown: readonly string[] = []) => {
  const given = imeis.split(' ')
  const known = given.filter((number) => !unknown.includes(number))
  const deviceOf = (number: string) => ({
    deviceId: number,
    imei1: number,
    imei2: null,
    sn: null,
    skuCode: 'S1',
    spuCode: 'P1',
    status: 'activated',
    isDemo: false,
    soldOutAt: null,
    activatedAt: null,
    holderType: 'customer',
    holderCode: 'C1',
    customerCode: 'C1',
    storeCode: null,
    receivedAt: null,
  })
  const finding = (number: string): DeviceFinding =>
    known.includes(number)
      ? { number, device: deviceOf(number), refusal: null }
      : { number, device: null, refusal: { key: 'device.unknown', status: 400, params: { number }, row: 0 } }
  return {
    devices: given.map((number) => ({ row, finding: finding(number) })),
    counted: known.map((deviceId) => ({ row, deviceId })),
  }
}

const keys = (
  given: SchemeExecuteFacts,
  line: Partial<SchemeExecuteLine> = {},
  header: Partial<SchemeExecuteHeader> = {},
) => checkSchemeExecute(claim([line], header), given).map(({ key }) => key)

describe('the calculation of a claim', () => {
  it('the lines of a claim together get all that a ladder or a rate owes, also when they name devices', () => {
    const lines = [
      { imeis: numbers(1), amount: '300.00' },
      { imeis: numbers(1, 1), amount: '1.00', storeCode: 'S1' },
      { storeCode: 'S2' },
    ]
    expect(calculated(lines, facts({ ladder: '0-:5', ladderKind: 'unit' }))).toEqual(['500.00', '200.00', '199.00'])
    expect(calculated(lines, facts({ ratePercent: '5' }))).toEqual(['500.00', '200.00', '199.00'])
  })

  it('a claim never counts a unit both by IMEI and by quantity', () => {
    const [named, others] = [{ imeis: numbers(40), amount: '400.00' }, { amount: '600.00' }]
    const given = (row: number) => facts({ unitAmount: '10' }, registered(numbers(40), row))
    expect(calculated([named, others], given(0))).toEqual(['400.00', '600.00'])
    expect(calculated([others, named], given(1))).toEqual(['600.00', '400.00'])
    expect(calculated([named, others, { storeCode: 'S1' }], given(0))).toEqual(['400.00', '600.00', '0.00'])
  })

  it('a claim tells every wrong device number with its reason, and calculates nothing for it', () => {
    const [good, unknown, other] = numbers(3).split(' ') as [string, string, string]
    const imeis = [good, '12345', unknown, '99999', other].join(' ')
    const told = registered(imeis, 0, ['12345', unknown, '99999'])
    const paid: DeviceClaim = {
      deviceId: other,
      number: other,
      schemeType: 'sellInRebate',
      occasion: '',
      documentId: '1',
      documentNo: 'SE1',
      round: 1,
      line: 1,
      state: 'paid',
      amount: '10.00',
    }
    const given = facts({ unitAmount: '10' }, { ...told, live: [paid] })
    const refusals = checkSchemeExecute(claim([{ imeis }]), given).filter(({ field }) => field === 'imeis')
    expect(refusals.map(({ key, params }) => [key, params['number']])).toEqual([
      ['device.unknown', '12345'],
      ['device.unknown', unknown],
      ['device.unknown', '99999'],
      ['device.claimed', other],
    ])
    expect(calculated([{ imeis }], given)).toEqual(['10.00'])
  })
})

describe('a claim in approval', () => {
  const waiting = [{ lineNo: 1, no: 'SE1' }]

  it('a claim in approval blocks the next claim of its line where its amount would be deducted', () => {
    expect(keys(facts({ ladder: '0-:5', ladderKind: 'unit' }, { waiting }))).toContain('scheme.nettedInApproval')
    expect(keys(facts({ ladder: '0-:5', ladderKind: 'unit', lineNo: 2 }, { waiting }))).not.toContain(
      'scheme.nettedInApproval',
    )
  })

  it('a claim in approval does not block claims of independent periods or frozen units', () => {
    expect(keys(facts({ unitAmount: '5' }, { waiting }))).not.toContain('scheme.nettedInApproval')
    const frozen = [{ line: 1, skuCode: 'S1', units: 9, left: 9 }]
    expect(keys(facts({ basis: 'stock', unitAmount: '5' }, { waiting, frozen }))).not.toContain(
      'scheme.nettedInApproval',
    )
  })
})

describe('the tax of a claim', () => {
  it('the tax of a claim is at a rate of the country, to the cent', () => {
    const given = facts({ unitAmount: '10' })
    const excluded = { taxMode: 'excluded' } as const
    expect(keys(given, { amount: '1.00', gstAmount: '900000.00' }, excluded)).toContain('scheme.gstBeyond')
    expect(keys(given, { amount: '100.00', gstAmount: '40.00' }, excluded)).not.toContain('scheme.gstBeyond')
    expect(keys(given, { amount: '100.00', gstAmount: '40.02' }, excluded)).toContain('scheme.gstBeyond')
    expect(keys(given, { amount: '100.00', gstAmount: '17.00' }, excluded)).toContain('scheme.gstBeyond')
    expect(keys(given, { amount: '99.99', gstAmount: '18.00' }, excluded)).not.toContain('scheme.gstBeyond')
    const unset = { ...given, tax: { country: 'BD', rates: [] } }
    expect(keys(unset, { amount: '100.00', gstAmount: '15.00' }, excluded)).toContain('scheme.gstNotSet')
    expect(keys(unset, { amount: '100.00' }, excluded)).not.toContain('scheme.gstNotSet')
    expect(keys(given, { amount: '100.00', gstAmount: '18.00' }, { taxMode: 'none' })).toContain('scheme.gstNotAsked')
    expect(keys(given, { amount: '100.00', gstAmount: '18.00' })).toContain('scheme.taxModeMissing')
  })

  it('included tax is a part of the paid amount and not paid again', () => {
    const line = { amount: '118.00', gstAmount: '18.00', tdsAmount: '2.00' }
    expect(amountText(paidFor([line], 'included'))).toBe('116.00')
    expect(amountText(paidFor([line], 'excluded'))).toBe('134.00')
    const given = facts({ unitAmount: '10' })
    const included = (gstAmount: string, tdsAmount: string | null = null) =>
      keys(given, { amount: '140.00', gstAmount, tdsAmount }, { taxMode: 'included' })
    // 40 of the 100 without it.
    expect(included('40.00')).not.toContain('scheme.gstBeyond')
    expect(included('40.02')).toContain('scheme.gstBeyond')
    expect(included('40.00', '140.00')).not.toContain('scheme.taxBeyond')
    expect(included('40.00', '140.01')).toContain('scheme.taxBeyond')
  })
})

describe('the expiry of a rebate', () => {
  it('a rebate expires neither before its booking nor before today', () => {
    const given = facts({ unitAmount: '10' })
    const over = (rebateExpiresOn: string, postingDate: string) =>
      keys(given, {}, { rebateExpiresOn, postingDate }).includes('scheme.rebateOver')
    expect(over('2026-11-22', '2026-11-22')).toBe(false)
    expect(over('2026-11-27', '2026-11-28')).toBe(true)
    expect(over('2026-11-21', '2026-11-10')).toBe(true)
  })
})

describe('a device that has moved to another customer', () => {
  const device = { deviceId: '9', skuCode: 'S1', spuCode: 'P1', customerCode: 'C2' }
  const given = (of: Partial<SchemeFunding>, more: Partial<SchemeExecuteFacts> = {}) =>
    facts(of, {
      devices: [{ row: 0, finding: { number: '359999010000001', device, refusal: null } }] as never,
      ...more,
    })
  const line = { imeis: numbers(1) }

  it('a moved device is paid to the customer it counts for or in whose stock it was frozen', () => {
    const counted = [{ row: 0, deviceId: '9' }]
    for (const basis of ['sellIn', 'sellThrough', 'sellOut', 'activation'] as const) {
      expect(keys(given({ basis }, { counted }), line)).not.toContain('scheme.deviceOfOther')
      expect(keys(given({ basis }), line)).toContain('scheme.deviceNotCounted')
    }
    const frozen = [{ line: 1, skuCode: 'S1', units: 9, left: 9 }]
    const frozenUnits = [{ line: 1, deviceId: '9', occasion: '' }]
    expect(keys(given({ basis: 'stock' }, { frozen, frozenUnits }), line)).not.toContain('scheme.deviceOfOther')
    expect(keys(given({ basis: 'stock' }, { frozen }), line)).toContain('scheme.deviceNotFrozen')
  })

  it('a moved device is not paid to anybody else without that evidence', () => {
    expect(keys(given({ basis: 'fixed' }), line)).toContain('scheme.deviceOfOther')
    expect(keys(given({ basis: 'stock' }), line)).toContain('scheme.deviceOfOther')
  })
})
