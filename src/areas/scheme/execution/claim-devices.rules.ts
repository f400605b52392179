import {
  checkClaims,
  type ClaimUnit,
  type DeviceClaim,
  type DeviceFinding,
  splitDeviceNumbers,
} from '#areas/device/device.facade.ts'
import type { FrozenUnit, UnitToPay } from '#areas/device/device.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import type { SchemeExecuteContent, SchemeExecuteLine } from './scheme-execute.doc.ts'
import { schemeErrors } from '../scheme.errors.ts'
import type { FundingLine, SchemeFact } from '../shared/funding-lines.rules.ts'
import type { Basis } from '../shared/scheme-types.ts'

// The individual devices of a claim: each is paid once per scheme type, by price protection once for a price change.

/** A number of a line, with its device or the refusal. */
export interface LineFinding {
  readonly row: number
  readonly finding: DeviceFinding
}

export function numbersOf({ imeis }: Pick<SchemeExecuteLine, 'imeis'>): readonly string[] {
  return splitDeviceNumbers(imeis ?? '')
}

interface DeviceFacts {
  readonly scheme: SchemeFact | null
  readonly devices: readonly LineFinding[]
  readonly live: readonly DeviceClaim[]
  /** Devices included in their line's count: received, passed on, sold or activated in its days, for this customer. */
  readonly counted: readonly { readonly row: number; readonly deviceId: string }[]
  /** The units that each line takes of a frozen stock; null where it names its devices. */
  readonly taken: readonly (object | null)[]
  /** Frozen stocks, by line of the scheme. */
  readonly frozen: readonly { readonly line: number }[]
  /** Named devices that were frozen, with the price change that they are paid for. */
  readonly frozenUnits: readonly FrozenUnit[]
}

/** Claims that pay a device for the same: of the scheme's type, and of a frozen unit for the same price change. */
function claimsAgainst({ scheme, live, frozenUnits }: Pick<DeviceFacts, 'scheme' | 'live' | 'frozenUnits'>) {
  const occasions = occasionsOf(frozenUnits)
  return live.filter(
    ({ schemeType, deviceId, occasion }) =>
      schemeType === scheme?.schemeType && occasion === (occasions.get(deviceId) ?? ''),
  )
}

function occasionsOf(frozenUnits: readonly FrozenUnit[]): ReadonlyMap<string, string> {
  return new Map(frozenUnits.map(({ deviceId, occasion }) => [deviceId, occasion]))
}

const BASIS_TEXTS = '@scheme.documents.schemeApplication.options.basis'

/** A frozen stock has units of its own, and a fixed sum counts none. */
const COUNTED: readonly Basis[] = ['sellIn', 'sellThrough', 'sellOut', 'activation']

export function checkLineDevices(
  { header, lines }: SchemeExecuteContent,
  fundingLines: ReadonlyMap<number, FundingLine>,
  facts: DeviceFacts,
): Refusal[] {
  const { devices, counted, taken, frozen } = facts
  const counts = lines.flatMap((line, row) => {
    const count = numbersOf(line).length
    if (count === 0)
      return header.payoutType === 'detail' && !taken[row]
        ? [schemeErrors.devicesMissing({}, { field: 'imeis', row })]
        : []
    const { quantity } = line
    return quantity !== null && quantity !== count
      ? [schemeErrors.deviceCount({ quantity, count }, { field: 'quantity', row })]
      : []
  })
  const refused = refusalsOfDevice({ header, lines }, fundingLines, { counted, frozen })
  const found = devices.flatMap((each) => refused(each))
  return [...counts, ...found, ...checkClaims(claimUnits(devices), claimsAgainst(facts), 'imeis')]
}

/** What is wrong with a device of a claim, besides other claims of it. */
function refusalsOfDevice(
  {
    header,
    lines,
  }: Pick<SchemeExecuteContent, 'lines'> & { readonly header: Pick<SchemeExecuteContent['header'], 'customerCode'> },
  fundingLines: ReadonlyMap<number, FundingLine>,
  { counted, frozen }: Pick<DeviceFacts, 'counted' | 'frozen'>,
): (finding: LineFinding) => Refusal[] {
  const isCounted = new Set(counted.map(({ row, deviceId }) => `${row} ${deviceId}`))
  return ({ row, finding: { number, device, refusal } }) => {
    const at = { field: 'imeis', row }
    if (!device) return [{ ...refusal, ...at }]
    const refusals: Refusal[] = []
    const line = lines[row]
    const funding = line && fundingLines.get(line.fundingNo)?.funding
    const sku = line?.skuCode ?? funding?.skuCode
    const isOf = sku ? sku === device.skuCode : !funding?.spuCode || funding.spuCode === device.spuCode
    if (!isOf) refusals.push(schemeErrors.deviceNotOfLine({ number, sku: device.skuCode }, at))
    // A count or a frozen stock already says whose the device was on that day, wherever it went later (domain.md section 6).
    const isOfItsDay =
      funding &&
      (COUNTED.includes(funding.basis) ||
        (funding.basis === 'stock' && frozen.some((of) => of.line === funding.lineNo)))
    if (!isOfItsDay && device.customerCode !== null && device.customerCode !== header.customerCode)
      refusals.push(schemeErrors.deviceOfOther({ number }, at))
    if (funding && COUNTED.includes(funding.basis) && !isCounted.has(`${row} ${device.deviceId}`))
      refusals.push(schemeErrors.deviceNotCounted({ number, basis: `${BASIS_TEXTS}.${funding.basis}` }, at))
    return refusals
  }
}

/** How many devices of each line are paid: those without a fault. */
export function payableDevices(
  content: Parameters<typeof refusalsOfDevice>[0],
  fundingLines: ReadonlyMap<number, FundingLine>,
  facts: Omit<DeviceFacts, 'taken'>,
): ReadonlyMap<number, number> {
  const refused = refusalsOfDevice(content, fundingLines, facts)
  const claimed = new Set(
    checkClaims(claimUnits(facts.devices), claimsAgainst(facts)).map(({ row, params }) => `${row} ${params['number']}`),
  )
  const counts = new Map<number, number>()
  for (const each of facts.devices) {
    const isPaid = refused(each).length === 0 && !claimed.has(`${each.row} ${each.finding.number}`)
    if (isPaid) counts.set(each.row, (counts.get(each.row) ?? 0) + 1)
  }
  return counts
}

function claimUnits(devices: readonly LineFinding[]): ClaimUnit[] {
  return devices.flatMap(({ row, finding: { device, number } }) =>
    device ? [{ line: row + 1, deviceId: device.deviceId, number }] : [],
  )
}

/** Each device with its part of the line's amount; the last takes the remainder. */
export function unitsToPay(
  { header, lines }: SchemeExecuteContent,
  { devices, frozenUnits }: Pick<DeviceFacts, 'devices' | 'frozenUnits'>,
): UnitToPay[] {
  const { currency, customerCode } = header
  const occasions = occasionsOf(frozenUnits)
  return lines.flatMap((line, row) => {
    const units = claimUnits(devices.filter((each) => each.row === row))
    if (units.length === 0) return []
    const each = amount(line.amount).div(units.length).round(2, 0)
    const last = amount(line.amount).minus(each.times(units.length - 1))
    return units.map((unit, index) => ({
      ...unit,
      amount: amountText(index === units.length - 1 ? last : each),
      currency,
      customerCode,
      occasion: occasions.get(unit.deviceId) ?? '',
    }))
  })
}
