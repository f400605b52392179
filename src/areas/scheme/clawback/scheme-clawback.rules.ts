import { checkStages, recoveryAct, type EncumbranceStep } from '#areas/budget/budget.facade.ts'
import { checkRecovery, type DeviceClaim } from '#areas/device/device.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { type LineFinding, numbersOf } from '../execution/claim-devices.rules.ts'
import type { SchemeClawbackContent, SchemeClawbackHeader, SchemeClawbackLine } from './scheme-clawback.doc.ts'
import { schemeErrors } from '../scheme.errors.ts'
import {
  checkScheme,
  freeIn,
  fundingLinesOf,
  type SchemeFact,
  type SchemeFacts,
  withoutAmounts,
} from '../shared/funding-lines.rules.ts'
import { isRunning } from '../shared/scheme-types.ts'

/** A settled line of an execution, with its clawbacks. */
export interface SettledLine {
  /** `SE26110001/1` */
  readonly key: string
  readonly documentId: string
  readonly fundingNo: number
  readonly customerCode: string
  readonly operatingUnitCode: string
  readonly amount: Amount
  /** By approved documents. */
  readonly recovered: Amount
  /** By other documents in approval, with their devices. */
  readonly asked: Amount
  readonly askedDevices: readonly string[]
  /** Paid devices that were not recovered. */
  readonly devices: number
  /** Amount paid for these devices. */
  readonly paidForDevices: Amount
  /** The unspent expired part of its rebate. */
  readonly expired: Amount
  /** Taken from the customer by approved documents: rebates, and debit notes. */
  readonly taken: Amount
}

export interface SchemeClawbackFacts extends SchemeFacts {
  readonly settled: ReadonlyMap<string, SettledLine>
  readonly devices: readonly LineFinding[]
  readonly live: readonly DeviceClaim[]
}

/** The recoverable rest of a settled line. */
export function recoverableOf({ amount: paid, recovered, asked }: SettledLine): Amount {
  return paid.minus(recovered).minus(asked)
}

/** All current refusals of a clawback. Pure: shared by soft check and submit. */
export function checkClawback(content: SchemeClawbackContent, facts: SchemeClawbackFacts): Refusal[] {
  const { header, lines } = content
  // A clawback is possible in every state of the scheme.
  const parent = checkScheme(header, facts, () => true)
  if (!facts.scheme) return parent
  const first = new Map<string, number>()
  return [
    ...parent,
    ...lines.flatMap((line, row) => checkLine(content, line, row, first, facts)),
    ...checkDevices(content, facts),
    ...checkFreed(content, facts),
    ...checkExecuted(content, facts),
    ...withoutAmounts(checkStages(stepsOf(content, facts))),
  ]
}

function checkLine(
  { header, lines }: SchemeClawbackContent,
  line: SchemeClawbackLine,
  row: number,
  first: Map<string, number>,
  { settled }: SchemeClawbackFacts,
): Refusal[] {
  const { settledLine } = line
  const at = { field: 'settledLine', row }
  if (!settledLine) return []
  const before = first.get(settledLine)
  if (before !== undefined) return [schemeErrors.settledTwice({ first: before + 1 }, at)]
  first.set(settledLine, row)
  const of = settled.get(settledLine)
  if (!of) return [schemeErrors.settledUnknown({ no: settledLine }, at)]
  if (of.customerCode !== header.customerCode) return [schemeErrors.notOfCustomer({ customer: of.customerCode }, at)]
  const refusals: Refusal[] = []
  const unit = settled.get(lines[0]?.settledLine ?? '')?.operatingUnitCode ?? of.operatingUnitCode
  if (of.operatingUnitCode !== unit) refusals.push(schemeErrors.unitDiffers({}, at))
  const left = recoverableOf(of)
  if (amount(line.amount).gt(left)) {
    const params = { amount: line.amount, net: amountText(left), currency: header.currency }
    refusals.push(schemeErrors.exceedsExecuted(params, { field: 'amount', row }))
  }
  return refusals
}

/** The devices belong to that claim, and no other document recovers them. */
function checkDevices({ lines }: SchemeClawbackContent, { settled, devices, live }: SchemeClawbackFacts): Refusal[] {
  const missing = lines.flatMap((line, row) => {
    const of = settled.get(line.settledLine)
    const isByUnit = line.recoveryReason !== 'overCalculation' && of !== undefined && of.devices > 0
    return isByUnit && numbersOf(line).length === 0
      ? [schemeErrors.recoveryDevicesMissing({}, { field: 'imeis', row })]
      : []
  })
  const wrong = devices.flatMap(({ row, finding: { number, device, refusal } }): Refusal[] => {
    const at = { field: 'imeis', row }
    if (!device) return [{ ...refusal, ...at }]
    const of = settled.get(lines[row]?.settledLine ?? '')
    if (!of) return []
    if (of.askedDevices.includes(device.deviceId)) return [schemeErrors.deviceTakenBack({ number }, at)]
    return checkRecovery([{ line: row + 1, deviceId: device.deviceId, number }], live, of.documentId).map((each) => ({
      ...each,
      ...at,
    }))
  })
  return [...missing, ...wrong]
}

/** A named device can be paid for again, so its share of the paid rest must be recovered with it. */
function checkFreed(
  { header, lines }: SchemeClawbackContent,
  { settled, devices, live }: SchemeClawbackFacts,
): Refusal[] {
  return lines.flatMap((line, row) => {
    const of = settled.get(line.settledLine)
    if (!of || of.paidForDevices.lte(0)) return []
    const named = new Set(devices.flatMap((each) => (each.row === row && each.finding.device?.deviceId) || []))
    const paid = live
      .filter(
        ({ documentId, deviceId, state }) => documentId === of.documentId && state === 'paid' && named.has(deviceId),
      )
      .reduce((sum, claim) => sum.plus(claim.amount), zero)
    // Rounded down: the remainder stays with the other devices.
    const least = of.amount.minus(of.recovered).times(paid).div(of.paidForDevices).round(2, 0)
    if (amount(line.amount).gte(least)) return []
    const params = { amount: line.amount, least: amountText(least), currency: header.currency }
    return [schemeErrors.recoveryBelowDevices(params, { field: 'amount', row })]
  })
}

/** Lines of one part together recover no more than is executed and unlocked, whatever was settled. */
function checkExecuted({ header, lines }: SchemeClawbackContent, facts: SchemeClawbackFacts): Refusal[] {
  const fundingLines = fundingLinesOf(facts)
  const asked = new Map<number, Amount>()
  return lines.flatMap((line, row) => {
    const fundingLine = fundingLines.get(facts.settled.get(line.settledLine)?.fundingNo ?? 0)
    if (!fundingLine) return []
    const { fundingNo } = fundingLine.funding
    const total = (asked.get(fundingNo) ?? zero).plus(line.amount)
    asked.set(fundingNo, total)
    const free = freeIn(fundingLine, 'exe')
    if (total.lte(free)) return []
    const of = { no: fundingNo, amount: amountText(total), free: amountText(free), currency: header.currency }
    return [schemeErrors.exceedsExecutedOfPart(of, { field: 'amount', row })]
  })
}

/** Still claimable: the money is committed again. Otherwise it is released. */
function isOpen({ state, endsOn }: SchemeFact, { postingDate }: Pick<SchemeClawbackHeader, 'postingDate'>) {
  return (isRunning(state) || state === 'fullExecution') && postingDate <= endsOn
}

/** Header and lines of a clawback, submitted or stored. */
export interface Recovered {
  readonly header: Pick<SchemeClawbackHeader, 'postingDate'>
  readonly lines: readonly Pick<SchemeClawbackLine, 'settledLine' | 'amount'>[]
}

/** Dr CMT / Cr EXE while the scheme is open, Dr AVL / Cr EXE after it; of a closed budget it goes to headquarters. */
export function stepsOf(
  { header, lines }: Recovered,
  facts: Pick<SchemeClawbackFacts, 'scheme' | 'encumbrances' | 'settled'>,
): EncumbranceStep[] {
  const { scheme, settled } = facts
  if (!scheme) return []
  const fundingLines = fundingLinesOf(facts)
  return lines.flatMap(({ settledLine, amount: asked }, index): EncumbranceStep[] => {
    const encumbrance = fundingLines.get(settled.get(settledLine)?.fundingNo ?? 0)?.encumbrance
    if (!encumbrance) return []
    const act = recoveryAct(encumbrance, isOpen(scheme, header))
    return [{ act, encumbrance, amount: amount(asked), line: index + 1 }]
  })
}

/** The amount that a line takes from the customer: never rebates that expired unspent. */
export function owedOf(asked: string, of: Pick<SettledLine, 'amount' | 'expired' | 'taken'> | undefined): Amount {
  const wanted = amount(asked)
  if (!of) return wanted
  const had = of.amount.minus(of.expired).minus(of.taken)
  return had.lt(0) ? zero : had.lt(wanted) ? had : wanted
}

/** By line number: the frozen part of the customer's rebate, and a debit note for the rest. */
export function recoveryOf(
  lines: readonly Pick<SchemeClawbackLine, 'settledLine' | 'amount'>[],
  frozen: readonly { readonly line: number; readonly amount: Amount }[],
  { settled }: Pick<SchemeClawbackFacts, 'settled'>,
): readonly { readonly line: number; readonly rebate: Amount; readonly note: Amount }[] {
  const covered = new Map(frozen.map((each) => [each.line, each.amount]))
  return lines.map(({ settledLine, amount: asked }, index) => {
    const owed = owedOf(asked, settled.get(settledLine))
    const kept = covered.get(index + 1) ?? zero
    const rebate = kept.lt(owed) ? kept : owed
    return { line: index + 1, rebate, note: owed.minus(rebate) }
  })
}
