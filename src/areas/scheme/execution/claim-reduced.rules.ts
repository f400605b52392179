import type { DeviceClaim } from '#areas/device/device.facade.ts'
import { shareOf } from '#kernel/engine/document/action/partial-approval-share.ts'
import type { ReducedLine } from '#kernel/engine/document/server-document.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { numbersOf } from './claim-devices.rules.ts'
import type { SchemeExecuteLine } from './scheme-execute.doc.ts'
import { schemeErrors } from '../scheme.errors.ts'

// A claim of which less is agreed to than was claimed (decision 070): each device is paid whole or not at all.

type Paying = Pick<SchemeExecuteLine, 'amount' | 'gstAmount' | 'tdsAmount'>

/** Lines as they were agreed to: of what is less, tax in its proportion. */
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
  /** Devices that the claim holds, in the order in which it took them. */
  readonly held: readonly DeviceClaim[]
}

/**
 * Of a line that names its devices nobody knows which are meant by an amount: it is agreed to whole or not at all, or goes back to its drafter. Of a
 * frozen stock one unit is as good as another, so that an amount says how many.
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

/** What one unit is paid, two, and so on to all of them. */
function sumsOf(units: readonly DeviceClaim[]): readonly Amount[] {
  let sum = zero
  return units.map((unit) => (sum = sum.plus(unit.amount)))
}

/** Which devices are paid, and which others may claim again. */
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
