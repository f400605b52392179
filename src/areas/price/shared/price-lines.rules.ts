import type { NamedCustomer } from '#areas/customer/customer.facade.ts'
import type { NamedProduct } from '#areas/product/product.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { percentOf } from '#kernel/base/money/percent.ts'
import { tiersOf } from '#kernel/engine/definition/ladder.ts'
import { priceErrors } from '../price.errors.ts'
import { heldRefusal } from './held.rules.ts'
import { exactPrice } from './price-rounding.rules.ts'
import type { TAX_MODES } from './price-terms.ts'

// What every document that asks for list prices is checked by, and what is computed for it.

/** Area of a content, and the day of now there. */
export interface PricePlace {
  readonly scopeId: number
  readonly idcCode: string
  readonly today: string
}

/** A price classification that the content names. */
export interface NamedClassification {
  readonly code: string
  readonly isEnabled: boolean
  readonly areaId: number
}

/** A price as it is compared with another: with its tax and its steps. */
export interface StandingPrice extends PriceTax {
  readonly price: string
  readonly ladder: string | null
}

/** What stands in the list for a line at its beginning, by line number from 0. */
export interface PriceNow {
  readonly row: number
  readonly skuCode: string
  readonly previousPrice: string | null
  /** The same price with its tax. */
  readonly stands: StandingPrice | null
  /**
   * What customers would pay in the time that the line is about: each price that it replaces, or, of a customer without one, that of their
   * classification.
   */
  readonly replaced: readonly StandingPrice[]
  /** What stood before the country began to set the price by itself, at most 90 days ago; null where nothing did. */
  readonly earlier: StandingPrice | null
  readonly unitCost: string | null
  readonly floorMargin: string | null
  /** The cost and the rate that `unitCost` was converted from; null where the cost is in the currency of the price. */
  readonly costOrigin: string | null
  /** Number of another document in approval that holds the key; empty where the person may not see that document. */
  readonly heldBy: string | null
}

export interface PriceFacts {
  readonly place: PricePlace | null
  readonly customers: ReadonlyMap<string, NamedCustomer>
  readonly classifications: ReadonlyMap<string, NamedClassification>
  /** Trade terms of the customer; for a classification, those that are in use at all. */
  readonly terms: readonly string[]
  readonly products: readonly NamedProduct[]
  readonly now: readonly PriceNow[]
}

type TaxMode = (typeof TAX_MODES)[number]

export interface AskedHeader {
  readonly idcCode: string
  readonly areaId: number
  readonly classificationCode: string | null
  readonly customerCode: string | null
  readonly associatedCode: string | null
  readonly tradeTermCode: string
  readonly taxMode: TaxMode
  readonly taxRate: string | null
  readonly mode: 'replace' | 'temporary'
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
  readonly retro: 'yes' | 'no'
}

export interface AskedLine {
  readonly skuCode: string
  readonly price: string
  /** The change in percent that the price came from, where it did. */
  readonly percent?: string | null
  readonly ladder?: string | null
  readonly lineFrom: string | null
  readonly lineTo: string | null
}

export interface PriceRequest {
  readonly header: AskedHeader
  readonly lines: readonly AskedLine[]
}

const HUNDRED = 100

/** Whether a price contains its tax, and at which rate. */
export type PriceTax = Pick<AskedHeader, 'taxMode' | 'taxRate'>

/** A price without its tax, unrounded. */
export function netOf(price: string, { taxMode, taxRate }: PriceTax): Amount {
  const gross = amount(price)
  return taxMode === 'inclusive' ? gross.times(HUNDRED).div(amount(taxRate ?? '0').plus(HUNDRED)) : gross
}

/** Margin in percent of the price without tax, with two decimals; null where the cost is unknown. */
export function marginOf(price: string, tax: PriceTax, unitCost: string | null): Amount | null {
  const net = netOf(price, tax)
  return unitCost === null || net.lte(0) ? null : percentOf(net.minus(unitCost), net)
}

/** The same tax in both: then their prices compare as they stand. */
export function isSameTax(one: PriceTax, other: PriceTax): boolean {
  const rateOf = ({ taxMode, taxRate }: PriceTax) => amount(taxMode === 'inclusive' ? (taxRate ?? '0') : '0')
  return one.taxMode === other.taxMode && rateOf(one).eq(rateOf(other))
}

type Taxed = Pick<StandingPrice, 'price' | keyof PriceTax>

/** Change in percent, with two decimals, of prices with different taxes without them; null where there was no price, or a line has none yet. */
export function changeOf(asked: Taxed, before: Taxed | null): Amount | null {
  if (before === null || amount(before.price).lte(0) || amount(asked.price).lte(0)) return null
  const [from, to] = isSameTax(asked, before)
    ? [amount(before.price), amount(asked.price)]
    : [netOf(before.price, before), netOf(asked.price, asked)]
  return percentOf(to.minus(from), from)
}

/** The price of one piece of an order of this quantity. */
const priceFor = ({ price, ladder }: { readonly price: string; readonly ladder?: string | null }, quantity: Amount) =>
  tiersOf(ladder).findLast(({ from }) => quantity.gte(from))?.value ?? price

/** What the prices by quantity say of one piece where that is not the price itself (B14); lists show the price, orders pay the step. */
export function firstStep(line: Pick<AskedLine, 'price' | 'ladder'>): string | null {
  const first = priceFor(line, amount('1'))
  return amount(first).eq(line.price) ? null : first
}

/** The quantities at which one of two prices begins another step. */
const stepsOf = (...ladders: readonly (string | null | undefined)[]): readonly Amount[] => [
  amount('1'),
  ...ladders.flatMap((ladder) => tiersOf(ladder).map(({ from }) => amount(from))).filter((from) => from.gt(1)),
]

/** The values of each line that the server computes. */
export function computedLines({ header, lines }: PriceRequest, now: readonly PriceNow[]) {
  const byRow = new Map(now.map((each) => [each.row, each]))
  return lines.map(({ price, percent = null }, row) => {
    const {
      previousPrice = null,
      stands = null,
      unitCost = null,
      floorMargin = null,
      costOrigin = null,
    } = byRow.get(row) ?? {}
    const margin = marginOf(price, header, unitCost)
    const change = changeOf({ ...header, price }, stands)
    return {
      previousPrice,
      exactPrice: percent === null || previousPrice === null ? null : exactPrice(previousPrice, percent).toFixed(),
      changePercent: change && amountText(change),
      costBasis: unitCost,
      costOrigin,
      margin: margin && amountText(margin),
      floorMargin,
    }
  })
}

/** Below the floor in any step of any line, or with an unknown cost: then headquarters decide. */
export function isBelowFloor({ header, lines }: PriceRequest, now: readonly PriceNow[]): boolean {
  const byRow = new Map(now.map((each) => [each.row, each]))
  return lines.some((line, row) => {
    const { unitCost = null, floorMargin = null } = byRow.get(row) ?? {}
    return stepsOf(line.ladder).some((quantity) => {
      const margin = marginOf(priceFor(line, quantity), header, unitCost)
      return margin === null || margin.lt(floorMargin ?? '0')
    })
  })
}

/** The largest cut of all lines in percent, in whichever step and of whichever price that a line replaces; zero without one. */
export function largestCut({ header, lines }: PriceRequest, now: readonly PriceNow[]): Amount {
  const byRow = new Map(now.map((each) => [each.row, each]))
  return lines.reduce((largest, line, row) => {
    const cuts = (byRow.get(row)?.replaced ?? []).flatMap((before) =>
      stepsOf(line.ladder, before.ladder).map((quantity) => {
        const asked = { ...header, price: priceFor(line, quantity) }
        const change = changeOf(asked, { ...before, price: priceFor(before, quantity) })
        return change ? zero.minus(change) : zero
      }),
    )
    return cuts.reduce((most, cut) => (cut.gt(most) ? cut : most), largest)
  }, zero)
}

/** A warning: lines that ask for what stands on the day on which they begin, with its steps and its tax. */
export function warnUnchanged({ header, lines }: PriceRequest, { now }: Pick<PriceFacts, 'now'>): Refusal[] {
  const unchanged = now.flatMap(({ row, stands }) => {
    const line = lines[row]
    if (!line || stands === null || !isSameTax(header, stands)) return []
    const isSame = stepsOf(line.ladder, stands.ladder).every((quantity) =>
      amount(priceFor(line, quantity)).eq(priceFor(stands, quantity)),
    )
    return isSame ? [row] : []
  })
  const [row] = unchanged
  return row === undefined ? [] : [priceErrors.changesNothing({ count: unchanged.length }, { row, field: 'price' })]
}

/** All refusals of asked prices. Pure: shared by the soft check and the submit. */
export function checkPrices(content: PriceRequest, facts: PriceFacts): Refusal[] {
  return [...checkHeader(content.header, facts), ...checkLines(content, facts)]
}

function checkHeader(header: AskedHeader, facts: PriceFacts): Refusal[] {
  const { place } = facts
  const refusals: Refusal[] = []
  if (place?.idcCode !== header.idcCode) refusals.push(priceErrors.areaMismatch({}, { field: 'areaId' }))
  refusals.push(...checkParty(header, facts))
  if (header.taxMode === 'inclusive' && header.taxRate === null)
    refusals.push(priceErrors.taxRateMissing({}, { field: 'taxRate' }))
  if (header.mode === 'temporary' && header.effectiveTo === null)
    refusals.push(priceErrors.endMissing({}, { field: 'effectiveTo' }))
  if (header.effectiveTo !== null && header.effectiveTo < header.effectiveFrom)
    refusals.push(priceErrors.datesReversed({}, { field: 'effectiveTo' }))
  if (place && header.retro === 'no' && header.effectiveFrom < place.today)
    refusals.push(priceErrors.beginsInPast({ today: place.today }, { field: 'effectiveFrom' }))
  return refusals
}

function checkParty(header: AskedHeader, { customers, classifications, terms }: PriceFacts): Refusal[] {
  const { customerCode, classificationCode, associatedCode, areaId, tradeTermCode } = header
  const refusals: Refusal[] = []
  if (customerCode === null && classificationCode === null)
    refusals.push(priceErrors.partyMissing({}, { field: 'classificationCode' }))
  if (customerCode !== null && classificationCode !== null)
    refusals.push(priceErrors.partyTwice({}, { field: 'customerCode' }))
  const customer = customerCode === null ? null : customers.get(customerCode)
  if (customerCode !== null && (!customer?.isEnabled || customer.areaId !== areaId))
    refusals.push(priceErrors.customerUnknown({ customer: customerCode }, { field: 'customerCode' }))
  for (const field of ['classificationCode', 'associatedCode'] as const) {
    const code = field === 'classificationCode' ? classificationCode : associatedCode
    const named = code === null ? null : classifications.get(code)
    if (code !== null && (!named?.isEnabled || named.areaId !== areaId))
      refusals.push(priceErrors.classificationUnknown({ classification: code }, { field }))
  }
  if (!terms.includes(tradeTermCode)) {
    const refuse = customerCode === null ? priceErrors.tradeTermUnknown : priceErrors.tradeTermMissing
    refusals.push(refuse({ term: tradeTermCode }, { field: 'tradeTermCode' }))
  }
  return refusals
}

const beginOf = ({ lineFrom }: AskedLine, header: AskedHeader): string => lineFrom ?? header.effectiveFrom
const endOf = ({ lineTo }: AskedLine, header: AskedHeader): string | null => lineTo ?? header.effectiveTo

function checkLines({ header, lines }: PriceRequest, { products, now, place }: PriceFacts): Refusal[] {
  const refusals: Refusal[] = []
  const known = new Map(products.map((product) => [product.code, product]))
  const shared = lines.flatMap(({ skuCode }) => known.get(skuCode)?.categoryClass ?? [])[0]
  const heldBy = new Map(now.map((each) => [each.row, each.heldBy]))
  const before = new Map<string, number[]>()
  for (const [row, line] of lines.entries()) {
    const { skuCode, lineFrom, lineTo } = line
    const product = known.get(skuCode)
    if (!product?.enabled) refusals.push(priceErrors.productUnknown({ product: skuCode }, { field: 'skuCode', row }))
    else if (product.categoryClass !== shared) refusals.push(priceErrors.mixedCategories({}, { field: 'skuCode', row }))
    const [begin, end] = [beginOf(line, header), endOf(line, header)]
    if (lineTo !== null && end !== null && end < begin)
      refusals.push(priceErrors.datesReversed({}, { field: 'lineTo', row }))
    if (place && lineFrom !== null && header.retro === 'no' && lineFrom < place.today)
      refusals.push(priceErrors.beginsInPast({ today: place.today }, { field: 'lineFrom', row }))
    const first = firstStep(line)
    if (first !== null) refusals.push(priceErrors.ladderFirst({ price: line.price, first }, { field: 'ladder', row }))
    const others = before.get(skuCode) ?? []
    const earlier = others.find((other) => doOverlap(lines[other]!, line, header))
    if (earlier !== undefined) refusals.push(priceErrors.skuTwice({ first: earlier + 1 }, { field: 'skuCode', row }))
    before.set(skuCode, [...others, row])
    const held = heldBy.get(row) ?? null
    const at = { field: 'skuCode', row }
    if (held !== null) refusals.push(heldRefusal(held, at))
  }
  return refusals
}

/** Two lines of one product may follow each other: then they are days of their own. */
function doOverlap(one: AskedLine, other: AskedLine, header: AskedHeader): boolean {
  const isBefore = (first: AskedLine, second: AskedLine) => {
    const end = endOf(first, header)
    return end !== null && end < beginOf(second, header)
  }
  return !isBefore(one, other) && !isBefore(other, one)
}
