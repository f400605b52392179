import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import { amount } from '#kernel/base/money/money.ts'
import { priceErrors } from '../price.errors.ts'
import { heldRefusal } from '../shared/held.rules.ts'

const MOST_RATE = 100

/** A price as a row of a file or a line of a feed says it. */
export interface AskedPrice {
  readonly row: number
  readonly classification: string | null
  readonly customer: string | null
  readonly sku: string
  readonly term: string
  readonly currency: string
  readonly from: string
  readonly to: string | null
  readonly price: string
  readonly taxMode: string
  readonly taxRate: string | null
  readonly basis: string | null
}

/** What such a row is about, and what stands there now. */
export interface PriceFound {
  readonly row: number
  readonly customer: string | null
  readonly areaId: number | null
  readonly areaCode: string | null
  readonly idcCode: string | null
  readonly scopeId: number | null
  readonly isCurrency: boolean
  readonly isClassification: boolean
  readonly isCustomer: boolean
  readonly isSku: boolean
  readonly categoryClass: string | null
  readonly isTerm: boolean
  /** The last change of its key by anything but the feeds of this file, and its document. */
  readonly last: string | null
  readonly lastNo: string | null
  readonly heldBy: string | null
  /** Entries that begin while this one holds, and end with it. */
  readonly later: number
  /** What stands when it begins. */
  readonly before: {
    readonly price: string
    readonly taxMode: string
    readonly taxRate: string
    readonly basis: string | null
    readonly from: string
    readonly to: string | null
  } | null
}

type Column = Exclude<keyof AskedPrice, 'row' | 'price' | 'from' | 'basis' | 'taxMode'>

/** The refusals of a row whose area the person may write; `at` gives the place of each of its values. */
export function rowProblems(
  { classification, customer, sku, term, currency, from, to, taxMode, taxRate }: AskedPrice,
  found: PriceFound,
  { isSeen, at }: { readonly isSeen: (customer: string) => boolean; readonly at: (column: Column) => At },
): readonly Refusal[] {
  const refusals: Refusal[] = []
  if (classification === null && customer === null) refusals.push(priceErrors.partyMissing({}, at('classification')))
  if (classification !== null && customer !== null) refusals.push(priceErrors.partyTwice({}, at('customer')))
  else if (classification !== null && !found.isClassification)
    refusals.push(priceErrors.classificationUnknown({ classification }, at('classification')))
  else if (customer !== null && (!found.isCustomer || !isSeen(customer)))
    refusals.push(priceErrors.customerUnknown({ customer }, at('customer')))
  else if (!found.isTerm) {
    const refuse = customer === null ? priceErrors.tradeTermUnknown : priceErrors.tradeTermMissing
    refusals.push(refuse({ term }, at('term')))
  }
  if (!found.isSku) refusals.push(priceErrors.wrongSku({ sku }, at('sku')))
  if (!found.isCurrency)
    refusals.push(priceErrors.currencyUnknown({ currency, area: found.areaCode ?? '' }, at('currency')))
  if (to !== null && to < from) refusals.push(priceErrors.datesReversed({}, at('to')))
  if (taxMode === 'inclusive' && (taxRate === null || amount(taxRate).lte(0)))
    refusals.push(priceErrors.taxRateMissing({}, at('taxRate')))
  if (taxRate !== null && amount(taxRate).gt(String(MOST_RATE)))
    refusals.push(priceErrors.taxRateTooHigh({ most: MOST_RATE }, at('taxRate')))
  if (found.heldBy !== null) refusals.push(heldRefusal(found.heldBy, at('sku')))
  return refusals
}

/** Key of a price and the day on which it begins: of one file or message each may stand once. */
export function keyOf(
  areaId: number | string | null,
  { classification, customer, sku, term, currency, from }: Omit<AskedPrice, 'row'>,
): string {
  return [areaId, classification ? `c ${classification}` : `k ${customer ?? ''}`, sku, term, currency, from].join(' ')
}
