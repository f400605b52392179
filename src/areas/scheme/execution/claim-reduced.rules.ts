import type { DeviceClaim } from '#areas/device/device.facade.ts'
import { shareOf } from '#kernel/engine/document/action/partial-approval-share.ts'
import type { ReducedLine } from '#kernel/engine/document/hook-inputs.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { numbersOf } from './claim-devices.rules.ts'
import type { SchemeExecuteLine } from './scheme-execute.doc.ts'
import { schemeErrors } from '../scheme.errors.ts'

// A partly approved claim (decision 070): each device is paid in full or not at all.

type Paying = Pick<SchemeExecuteLine, 'amount' | 'gstAmount' | 'tdsAmount'>

/** Lines as approved, with tax in proportion. */
export function approvedLines<L extends Paying>(
  lines: readonly L[],
  approved: ReadonlyMap<number, Amount>,
): readonly L[] {
  return lines.map((line, row) => {
    const left = approved.get(row + 1)
    if (!left) return line
    const share = (tax: string | null) => (tax === null ? null : shareOf(tax, left, line.amount))
    return { ...line, amount: amountText(left), gstAmount: share(line.gstAmount), tdsAmount: share(line.tdsAmount) }
  })
}

export interface HeldFacts {
  readonly lines: readonly SchemeExecuteLine[]
  /** Devices held by the claim, in order. */
  readonly held: readonly DeviceClaim[]
}

/**
 * For a line with named devices an amount does not say which ones are meant: it is approved in full or not at all, or
 * returned to its drafter. Units of a frozen stock are interchangeable, so an amount determines their number.
 */
export function checkClaimLess(reduced: readonly ReducedLine[], { lines, held }: HeldFacts): Refusal[] {
  return reduced.flatMap(({ line, after }) => {
    const units = held.filter((each) => each.line === line)
    const of = lines[line - 1]
    if (!of || units.length === 0 || after.eq(0)) return []
    const at = { field: 'less', row: line - 1 }
    if (numbersOf(of).length > 0) return [schemeErrors.reduceNamedUnits({ line }, at)]
    const sums = sumsOf(units)
    if (sums.some((sum) => sum.eq(after))) return []
    const below = sums.findLast((sum) => sum.lt(after)) ?? zero
    const above = sums.find((sum) => sum.gt(after)) ?? zero
    return [schemeErrors.reduceByUnits({ line, below: amountText(below), above: amountText(above) }, at)]
  })
}

/** The sum for one unit, two, and so on to all. */
function sumsOf(units: readonly DeviceClaim[]): readonly Amount[] {
  let sum = zero
  return units.map((unit) => (sum = sum.plus(unit.amount)))
}

/** Paid devices, and those that others may claim again. */
export function paidUnits({ held }: Pick<HeldFacts, 'held'>, approved: ReadonlyMap<number, Amount>) {
  const paid: string[] = []
  const released: string[] = []
  const left = new Map(approved)
  for (const { line, deviceId, amount: worth } of held) {
    const rest = left.get(line)
    if (rest === undefined || (rest.gt(0) && rest.gte(amount(worth)))) {
      paid.push(deviceId)
      if (rest !== undefined) left.set(line, rest.minus(worth))
    } else {
      released.push(deviceId)
      left.set(line, zero)
    }
  }
  return { paid, released }
}
