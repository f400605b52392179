import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import { deviceErrors } from './device.errors.ts'
import { type ReadNumber, readDeviceNumber } from './imei.ts'

/** A device as documents see it: numbers, product, and current holder. */
export interface FoundDevice {
  readonly deviceId: string
  readonly imei1: string | null
  readonly imei2: string | null
  readonly sn: string | null
  readonly skuCode: string
  readonly spuCode: string
  readonly status: string
  readonly isDemo: boolean
  readonly soldOutAt: Date | null
  readonly activatedAt: Date | null
  readonly holderType: string
  readonly holderCode: string
  readonly customerCode: string | null
  readonly storeCode: string | null
  readonly receivedAt: Date | null
}

/** The result for one requested number, in order. */
export type DeviceFinding =
  | { readonly number: string; readonly device: FoundDevice; readonly refusal: null }
  | { readonly number: string; readonly device: null; readonly refusal: Refusal }

/** The refusal of a malformed number. */
export function numberRefusal(read: ReadNumber, at: At = {}): Refusal | null {
  if (read.kind !== 'fault') return null
  const { number, fault, digit = '' } = read
  if (fault === 'characters') return deviceErrors.numberCharacters({ number }, at)
  if (fault === 'length') return deviceErrors.numberLength({ number }, at)
  if (fault === 'imeisv') return deviceErrors.imeisv({ number }, at)
  return deviceErrors.checkDigit({ number, digit }, at)
}

/** Each number with its device or the refusal. Two numbers of one device are one device: the second is refused. */
export function findingsOf(
  numbers: readonly string[],
  devices: readonly FoundDevice[],
  field?: string,
): DeviceFinding[] {
  const byNumber = new Map(
    devices.flatMap((device) =>
      [device.imei1, device.imei2, device.sn].flatMap((number) => (number ? [[number, device] as const] : [])),
    ),
  )
  const first = new Map<string, string>()
  return numbers.map((given, row): DeviceFinding => {
    const at = field === undefined ? { row } : { row, field }
    const read = readDeviceNumber(given)
    const refused = (refusal: Refusal): DeviceFinding => ({ number: read.number, device: null, refusal })
    const fault = numberRefusal(read, at)
    if (fault) return refused(fault)
    const device = byNumber.get(read.number)
    if (!device) return refused(deviceErrors.unknown({ number: read.number }, at))
    const other = first.get(device.deviceId)
    if (other !== undefined) return refused(deviceErrors.twice({ number: read.number, other }, at))
    first.set(device.deviceId, read.number)
    return { number: read.number, device, refusal: null }
  })
}

export type ClaimState = 'held' | 'paid' | 'released' | 'recovered'

/** A claim on one device by a line of a document. */
export interface DeviceClaim {
  readonly deviceId: string
  /** Its first IMEI, or its serial number. */
  readonly number: string
  readonly schemeType: string
  /** What that type pays it for; empty where it pays a device once. */
  readonly occasion: string
  readonly documentId: string
  readonly documentNo: string
  readonly round: number
  readonly line: number
  readonly state: ClaimState
  /** The amount paid, or to be paid. */
  readonly amount: string
}

/** A device that a line of a document claims payment for. */
export interface ClaimUnit {
  readonly line: number
  readonly deviceId: string
  readonly number: string
}

/** One IMEI is paid once per scheme type and occasion: the refusal names the document that claims or paid it. `row` is the line's. */
export function checkClaims(units: readonly ClaimUnit[], live: readonly DeviceClaim[], field?: string): Refusal[] {
  const taken = new Map(
    live.filter(({ state }) => state === 'held' || state === 'paid').map((claim) => [claim.deviceId, claim]),
  )
  return units.flatMap(({ deviceId, number, line }) => {
    const claim = taken.get(deviceId)
    const at = field === undefined ? { row: line - 1 } : { row: line - 1, field }
    return claim ? [deviceErrors.claimed({ number, no: claim.documentNo }, at)] : []
  })
}

/** A clawback requires that the document paid for the device, and that it was not taken back before. */
export function checkRecovery(
  units: readonly ClaimUnit[],
  claims: readonly DeviceClaim[],
  documentId: string,
): Refusal[] {
  const paid = new Set(
    claims.filter((claim) => claim.documentId === documentId && claim.state === 'paid').map(({ deviceId }) => deviceId),
  )
  return units.flatMap(({ deviceId, number, line }) =>
    paid.has(deviceId) ? [] : [deviceErrors.notClaimed({ number }, { row: line - 1 })],
  )
}
