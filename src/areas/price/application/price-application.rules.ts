import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText } from '#kernel/base/money/money.ts'
import { priceErrors } from '../price.errors.ts'
import {
  checkPrices,
  isBelowFloor,
  largestCut,
  type PriceFacts,
  type PriceNow,
  type PriceRequest,
} from '../shared/price-lines.rules.ts'
import type { PriceApplicationContent } from './price-application.doc.ts'

const HUNDRED = amount('100')

/** The facts of an application: those of every price document, and what the country may decide alone. */
export interface ApplicationFacts extends PriceFacts {
  /** The largest cut in percent that needs no price review. */
  readonly localCut: number
  /** The quotes in the currency of the application, by their place. */
  readonly quoteRates: readonly ConvertedQuote[]
}

/** A quote at the booking rate of the day on which it was seen; null where there is no rate. */
export interface ConvertedQuote {
  readonly row: number
  readonly converted: string | null
  readonly conversion: 'same' | 'booking' | 'noRate'
  readonly rateOrigin: string | null
}

/** What it asks for, as the rules of all price documents read it: never in the past, with the same days in all lines. */
export function askedOf({ header, lines }: PriceApplicationContent): PriceRequest {
  return {
    header: { ...header, associatedCode: null, retro: 'no' },
    lines: lines.map(({ skuCode, price }) => ({ skuCode, price, lineFrom: null, lineTo: null })),
  }
}

/** All refusals of an application. Pure: shared by the soft check and the submit. */
export function checkApplication(content: PriceApplicationContent, facts: ApplicationFacts): readonly Refusal[] {
  const inPast = priceErrors.beginsInPast({ today: '' }).key
  const asked = checkPrices(askedOf(content), facts).map((refusal) =>
    refusal.key === inPast
      ? priceErrors.applicationInPast({ today: facts.place?.today ?? '' }, { field: 'effectiveFrom' })
      : refusal,
  )
  return [...asked, ...checkQuotes(content, facts)]
}

/** A price that rests on competitors names one of them, and nobody has seen a price of tomorrow. */
function checkQuotes(
  { header, lines, tables: { quotes } }: PriceApplicationContent,
  { place }: ApplicationFacts,
): Refusal[] {
  const refusals = quotes.flatMap(({ seenOn, skuCode }, row) => [
    ...(place && seenOn > place.today
      ? [priceErrors.quoteInFuture({}, { table: 'quotes', field: 'seenOn', row })]
      : []),
    ...(skuCode !== null && !lines.some((line) => line.skuCode === skuCode)
      ? [priceErrors.quoteOfOther({ product: skuCode }, { table: 'quotes', field: 'skuCode', row })]
      : []),
  ])
  if (header.basis === 'competitor' && quotes.length === 0)
    refusals.push(priceErrors.quoteMissing({}, { table: 'quotes', field: 'lines' }))
  return refusals
}

/** The computed columns of quotes: what each is in the currency of the application, and the requested price against it. */
export function computedQuotes(
  { lines, tables: { quotes } }: PriceApplicationContent,
  rates: ApplicationFacts['quoteRates'],
) {
  const byRow = new Map(rates.map(({ row, ...rate }) => [row, rate]))
  return quotes.map(({ skuCode }, row) => {
    const rate = byRow.get(row) ?? { converted: null, conversion: null, rateOrigin: null }
    const line = skuCode === null && lines.length === 1 ? lines[0] : lines.find((each) => each.skuCode === skuCode)
    return { ...rate, difference: line ? differenceOf(line.price, rate.converted) : null }
  })
}

/** In percent of the quote, with two decimals. */
function differenceOf(requested: string, quoted: string | null): string | null {
  const base = amount(quoted ?? '0')
  return base.lte(0) ? null : amountText(amount(requested).minus(base).times(HUNDRED).div(base).round(2))
}

/** The largest cut that the country makes: also from what stood before its own changes of the last 90 days, so that small cuts add up. */
export function ownCut(content: PriceApplicationContent, now: readonly PriceNow[]): Amount {
  const measured = now.map((each) => ({
    ...each,
    replaced: [...each.replaced, ...(each.earlier ? [each.earlier] : [])],
  }))
  return largestCut(askedOf(content), measured)
}

/** Within: no line below its floor, and none cut by more than the country may. Otherwise headquarters decide by a review. */
export function authorityOf(
  content: PriceApplicationContent,
  { now, localCut }: ApplicationFacts,
): 'within' | 'beyond' {
  const asked = askedOf(content)
  return isBelowFloor(asked, now) || ownCut(content, now).gt(localCut) ? 'beyond' : 'within'
}
