import type { FrozenLeft, FrozenPick, FrozenUnit } from '#areas/device/device.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { type LineFinding, numbersOf } from '../execution/claim-devices.rules.ts'
import type { SchemeExecuteContent, SchemeExecuteLine } from '../execution/scheme-execute.doc.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { type FundingLine, fundingLinesOf, type SchemeFacts } from '../shared/funding-lines.rules.ts'

// A claim's units of the stock frozen by its scheme's application: each is paid once (decision 067).

export interface FrozenFacts extends SchemeFacts {
  /** By line of the scheme and SKU. */
  readonly frozen: readonly FrozenLeft[]
  /** Named devices that were frozen, with their line. */
  readonly frozenUnits: readonly FrozenUnit[]
  readonly devices: readonly LineFinding[]
}

/** The share of a claim line without named devices. */
export interface FrozenShare {
  /** The rest at its turn, after earlier lines. */
  readonly left: number
  /** The basis of its calculation: its quantity, or the whole rest. */
  readonly units: number
  /** The units it claims, by SKU. */
  readonly picks: readonly { readonly lineNo: number; readonly skuCode: string; readonly units: number }[]
}

/** The frozen stock of a part's line; undefined where its application froze none. */
function isFrozen(
  { frozen }: Pick<FrozenFacts, 'frozen'>,
  fundingLine: FundingLine | undefined,
): fundingLine is FundingLine {
  return fundingLine?.funding.basis === 'stock' && frozen.some(({ line }) => line === fundingLine.funding.lineNo)
}

/**
 * Lines of a claim in order: each gets what named devices and earlier lines left. Without a quantity it takes as many
 * units as its amount pays for.
 */
export function sharesOf(
  { lines }: Pick<SchemeExecuteContent, 'lines'>,
  facts: FrozenFacts,
): readonly (FrozenShare | null)[] {
  const fundingLines = fundingLinesOf(facts)
  const pools = new Map(facts.frozen.map((each) => [keyOf(each.line, each.skuCode), { ...each }]))
  for (const { row, finding } of facts.devices) {
    const lineNo = fundingLines.get(lines[row]?.fundingNo ?? 0)?.funding.lineNo
    const { device } = finding
    const unit = device && facts.frozenUnits.find((each) => each.deviceId === device.deviceId && each.line === lineNo)
    const pool = unit && pools.get(keyOf(unit.line, device.skuCode))
    if (pool) pools.set(keyOf(pool.line, pool.skuCode), { ...pool, left: Math.max(0, pool.left - 1) })
  }
  return lines.map((line) => {
    const fundingLine = fundingLines.get(line.fundingNo)
    if (!isFrozen(facts, fundingLine) || numbersOf(line).length > 0) return null
    const of = [...pools.values()].filter(
      ({ line: lineNo, skuCode }) =>
        lineNo === fundingLine.funding.lineNo && (line.skuCode === null || line.skuCode === skuCode),
    )
    const left = of.reduce((sum, pool) => sum + pool.left, 0)
    let wanted = Math.min(left, line.quantity ?? paidUnits(line, fundingLine, left))
    const picks = of.flatMap((pool) => {
      const units = Math.min(pool.left, wanted)
      wanted -= units
      pools.set(keyOf(pool.line, pool.skuCode), { ...pool, left: pool.left - units })
      return units > 0 ? [{ lineNo: pool.line, skuCode: pool.skuCode, units }] : []
    })
    return { left, units: Math.min(left, line.quantity ?? left), picks }
  })
}

const keyOf = (line: number, skuCode: string) => `${line} ${skuCode}`

/** As many as the amount pays for; all of them without a unit amount. */
function paidUnits(
  { amount: asked }: SchemeExecuteLine,
  { funding: { unitAmount } }: FundingLine,
  left: number,
): number {
  if (unitAmount === null || !amount(unitAmount).gt(0)) return left
  // Rounded up: a partly paid unit counts as paid.
  const units = amount(asked).div(unitAmount).round(0, 3)
  return units.gt(left) ? left : Number(units.toFixed(0))
}

/** No more than its rest, and no device that was not frozen. */
export function checkFrozen({ lines }: SchemeExecuteContent, facts: FrozenFacts): Refusal[] {
  const fundingLines = fundingLinesOf(facts)
  const shares = sharesOf({ lines }, facts)
  const beyond = lines.flatMap(({ quantity }, row) => {
    const share = shares[row]
    return share && quantity !== null && quantity > share.left
      ? [schemeErrors.beyondFrozen({ quantity, left: share.left }, { field: 'quantity', row })]
      : []
  })
  const foreign = facts.devices.flatMap(({ row, finding: { number, device } }) => {
    const fundingLine = fundingLines.get(lines[row]?.fundingNo ?? 0)
    if (!device || !isFrozen(facts, fundingLine)) return []
    const isIn = facts.frozenUnits.some(
      ({ line, deviceId }) => deviceId === device.deviceId && line === fundingLine.funding.lineNo,
    )
    return isIn ? [] : [schemeErrors.deviceNotFrozen({ number }, { field: 'imeis', row })]
  })
  return [...beyond, ...foreign]
}

/** The units that a claim takes, with their amounts: the last of a line gets the remainder. */
export function picksOf({ header, lines }: SchemeExecuteContent, facts: FrozenFacts): readonly FrozenPick[] {
  const { scheme } = facts
  if (!scheme) return []
  const { currency, customerCode } = header
  return sharesOf({ lines }, facts).flatMap((share, row) => {
    if (!share) return []
    const count = share.picks.reduce((sum, { units }) => sum + units, 0)
    if (count === 0) return []
    const paid = lines[row]!.amount
    const each = amount(paid).div(count).round(2, 0)
    const over = amount(paid).minus(each.times(count))
    return share.picks.map(({ lineNo, skuCode, units }, index) => ({
      line: row + 1,
      frozen: { documentId: scheme.id, line: lineNo, skuCode },
      units,
      each: amountText(each),
      last: amountText(index === share.picks.length - 1 ? each.plus(over) : each),
      currency,
      customerCode,
    }))
  })
}
