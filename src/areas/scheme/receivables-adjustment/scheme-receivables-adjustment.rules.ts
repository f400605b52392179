import type { EncumbranceStep } from '#areas/budget/budget.facade.ts'
import type { NamedCustomer } from '#areas/customer/customer.facade.ts'
import {
  checkItemMoves,
  checkRebateTakes,
  type FundsAccount,
  isOwed,
  type OpenItem,
  type RebateTake,
} from '#areas/funds/funds.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { amount, amountText, zero } from '#kernel/base/money/money.ts'
import {
  type BearerFacts,
  type Borne,
  borneSteps,
  checkBearer,
  checkBorne,
} from '../beneficiary/scheme-bearer.rules.ts'
import type { SchemeFacts } from '../shared/funding-lines.rules.ts'
import type {
  AdjustReason,
  ReceivablesAdjustmentContent,
  ReceivablesAdjustmentHeader,
  ReceivablesAdjustmentLine,
  TaxDocument,
} from './scheme-receivables-adjustment.doc.ts'
import type { PlaceFact } from '../shared/scheme-place.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'

export interface ReceivablesAdjustmentFacts extends BearerFacts {
  readonly place: PlaceFact | null
  readonly customers: ReadonlyMap<string, NamedCustomer>
  readonly items: readonly OpenItem[]
  /** The customer's rebate account; null: none that the drafter sees. */
  readonly rebate: FundsAccount | null
  /** Tax regime of the operating unit's country; null: there is no such unit. */
  readonly taxRegime: 'gst' | 'vat' | 'none' | null
  /** By item, losses by other adjustments in approval or approved. */
  readonly losses: readonly { readonly itemNo: string; readonly amount: string }[]
  /** Tolerated loss of an item's original amount, in percent. */
  readonly tolerated: Readonly<Record<'difference' | 'smallBalance', number>>
}

/** Reasons for a loss that is no write-off, with their bound. */
const TOLERATED: Partial<Readonly<Record<AdjustReason, 'difference' | 'smallBalance'>>> = {
  priceDifference: 'difference',
  shortPayment: 'difference',
  tax: 'difference',
  fx: 'difference',
  smallBalance: 'smallBalance',
}

/** Reasons that only lower receivables. */
const ONLY_DECREASE: ReadonlySet<AdjustReason> = new Set(['rebateOffset', 'smallBalance', 'badDebt'])

type Header = Pick<ReceivablesAdjustmentHeader, 'adjustReason' | 'costBearing'>

/** The bearer of a decrease. */
export function causeOf({ adjustReason, costBearing }: Header): 'rebate' | 'scheme' | 'loss' {
  if (adjustReason === 'rebateOffset') return 'rebate'
  return costBearing === 'yes' ? 'scheme' : 'loss'
}

/** The item of a line: a receivable before a credit, if both have the same number. */
export function itemOf(items: readonly OpenItem[], no: string): OpenItem | undefined {
  return items.find((item) => item.no === no && isOwed(item)) ?? items.find((item) => item.no === no)
}

/** All current refusals of an adjustment. Pure: shared by soft check and submit. */
export function checkReceivablesAdjustment(
  content: ReceivablesAdjustmentContent,
  facts: ReceivablesAdjustmentFacts,
): Refusal[] {
  const { header, lines } = content
  const takes = takesOf(lines, facts.items)
  return [
    ...checkHeader(content, facts),
    ...lines.flatMap((line, row) => [
      ...checkItem(line, row, facts.items),
      ...checkDirection(header, line, row),
      ...checkReceiver(line, row, facts),
    ]),
    ...checkBearer(header, lines.map(borneOf), facts),
    ...checkItemMoves(takes.moves, takes.decreases),
    ...(causeOf(header) === 'rebate' ? checkRebate(content, facts) : []),
    ...(causeOf(header) === 'loss' ? checkLosses(content, facts) : []),
    ...checkTax(content, facts),
    ...checkBorne(stepsOf(content, facts)),
  ]
}

function checkHeader({ header }: ReceivablesAdjustmentContent, facts: ReceivablesAdjustmentFacts): Refusal[] {
  const { place, customers, taxRegime } = facts
  const refusals: Refusal[] = []
  if (place?.idcCode !== header.idcCode) refusals.push(schemeErrors.areaMismatch({}, { field: 'areaId' }))
  if (customers.get(header.customerCode)?.areaId !== header.areaId)
    refusals.push(schemeErrors.customerUnknown({ customer: header.customerCode }, { field: 'customerCode' }))
  if (taxRegime === null)
    refusals.push(schemeErrors.unitUnknown({ unit: header.operatingUnitCode }, { field: 'operatingUnitCode' }))
  if (header.costBearing === 'yes' && header.adjustReason === 'rebateOffset')
    refusals.push(schemeErrors.rebateBears({}, { field: 'costBearing' }))
  if (header.costBearing === 'yes' && header.adjustReason === 'badDebt')
    refusals.push(schemeErrors.badDebtBorne({}, { field: 'costBearing' }))
  return refusals
}

/** Only receivables are adjusted: a receipt or credit memo is matched, not changed. */
function checkItem({ itemNo }: ReceivablesAdjustmentLine, row: number, items: readonly OpenItem[]): Refusal[] {
  const at = { field: 'itemNo', row }
  const item = itemOf(items, itemNo)
  if (!item) return [schemeErrors.itemUnknown({ no: itemNo }, at)]
  return isOwed(item) ? [] : [schemeErrors.itemNotOwed({ no: itemNo }, at)]
}

function checkDirection({ adjustReason }: Header, { direction }: ReceivablesAdjustmentLine, row: number): Refusal[] {
  return direction !== 'decrease' && ONLY_DECREASE.has(adjustReason)
    ? [schemeErrors.onlyDecrease({}, { field: 'direction', row })]
    : []
}

/** The new debtor: required for a move, and refused otherwise. */
function checkReceiver(
  { direction, toCustomerCode }: ReceivablesAdjustmentLine,
  row: number,
  { customers }: ReceivablesAdjustmentFacts,
): Refusal[] {
  const at = { field: 'toCustomerCode', row }
  if (direction !== 'move') return toCustomerCode ? [schemeErrors.receiverOfMove({}, at)] : []
  if (!toCustomerCode) return [schemeErrors.receiverMissing({}, at)]
  return customers.get(toCustomerCode)?.isEnabled
    ? []
    : [schemeErrors.customerUnknown({ customer: toCustomerCode }, at)]
}

/** The customer's own rebate pays, as far as there is one. */
function checkRebate(content: ReceivablesAdjustmentContent, { rebate }: ReceivablesAdjustmentFacts): Refusal[] {
  if (rebate) return checkRebateTakes(rebateTakesOf(content.lines, rebate))
  return [schemeErrors.rebateMissing({ customer: content.header.customerCode }, { field: 'adjustReason' })]
}

/** A write-off must be declared: a loss for another reason is a difference, never the whole debt, not even in several steps. */
function checkLosses({ header, lines }: ReceivablesAdjustmentContent, facts: ReceivablesAdjustmentFacts): Refusal[] {
  const bound = TOLERATED[header.adjustReason]
  if (bound === undefined) return []
  const percent = facts.tolerated[bound]
  const lost = new Map(facts.losses.map((each) => [each.itemNo, amount(each.amount)]))
  return lines.flatMap((line, row) => {
    const item = itemOf(facts.items, line.itemNo)
    if (line.direction !== 'decrease' || !item) return []
    const total = (lost.get(item.no) ?? zero).plus(line.amount)
    lost.set(item.no, total)
    const most = item.original.times(percent).div(100).round(2, 0)
    const of = { no: item.no, amount: amountText(total), most: amountText(most), currency: item.currency }
    return total.gt(most) ? [schemeErrors.hiddenWriteOff(of, { field: 'amount', row })] : []
  })
}

/** The tax document matches the country's regime, and the direction of the adjustment. */
function checkTax(
  { header, lines }: ReceivablesAdjustmentContent,
  { taxRegime }: ReceivablesAdjustmentFacts,
): Refusal[] {
  const refusals: Refusal[] = []
  const taxed = lines.flatMap((line, row) => {
    const tax = amount(line.taxAmount ?? '0')
    if (tax.gt(line.amount)) refusals.push(schemeErrors.taxBeyondAmount({}, { field: 'taxAmount', row }))
    if (tax.gt(0) && line.direction === 'move') refusals.push(schemeErrors.taxOfMove({}, { field: 'taxAmount', row }))
    return tax.gt(0) ? [line.direction] : []
  })
  const wanted = taxDocumentOf(taxRegime ?? 'none', taxed)
  if (wanted === null) return [...refusals, schemeErrors.taxBothWays({}, { field: 'taxDocument' })]
  return header.taxDocument === wanted
    ? refusals
    : [
        ...refusals,
        schemeErrors.taxDocumentDiffers(
          { expected: `@scheme.documents.schemeReceivablesAdjustment.options.taxDocument.${wanted}` },
          { field: 'taxDocument' },
        ),
      ]
}

/** The tax document for these directions of taxed lines; null: one cannot be both. */
export function taxDocumentOf(regime: 'gst' | 'vat' | 'none', taxed: readonly string[]): TaxDocument | null {
  if (taxed.length === 0 || regime === 'none') return 'none'
  if (new Set(taxed).size > 1) return null
  return `${regime}${taxed[0] === 'increase' ? 'Debit' : 'Credit'}Note`
}

type AnyLine = Pick<ReceivablesAdjustmentLine, 'itemNo' | 'direction' | 'amount' | 'toCustomerCode' | 'fundingNo'>

/** The amounts taken of items, by effect. */
export function takesOf(lines: readonly AnyLine[], items: readonly OpenItem[]) {
  const takes = lines.flatMap((line, index) => {
    const item = itemOf(items, line.itemNo)
    const { direction, toCustomerCode } = line
    return item && isOwed(item)
      ? [{ item, amount: amount(line.amount), line: index + 1, direction, toCustomerCode: toCustomerCode ?? '' }]
      : []
  })
  const of = (wanted: AnyLine['direction']) => takes.filter(({ direction }) => direction === wanted)
  return { decreases: of('decrease'), increases: of('increase'), moves: of('move') }
}

export function rebateTakesOf(lines: readonly AnyLine[], account: FundsAccount): RebateTake[] {
  return lines.map((line, index) => ({ account, amount: amount(line.amount), line: index + 1 }))
}

/** A line's share for the scheme: a decrease is paid, an increase returns. */
export function borneOf({ itemNo, fundingNo, direction, amount: asked }: AnyLine): Borne {
  const way = { decrease: 'pays', increase: 'regains', move: null } as const
  return { fundingNo, no: itemNo, amount: amount(asked), way: way[direction] }
}

/** Steps on the bearing scheme. */
export function stepsOf(
  { header, lines }: { readonly header: Header; readonly lines: readonly AnyLine[] },
  facts: SchemeFacts,
): EncumbranceStep[] {
  return borneSteps(header, lines.map(borneOf), facts)
}
