import { tiersOf } from '#kernel/engine/definition/ladder.ts'
import { type Amount, amount } from '#kernel/base/money/money.ts'
import { marginOf } from '../shared/price-lines.rules.ts'

/** The customer or classification, trade term, currency, instant and products that prices are asked for. */
export interface PriceAsk {
  readonly areaId: number | null
  readonly customerCode: string | null
  /** Of a customer it is their own, unless one is named. */
  readonly classificationCode?: string | null
  readonly tradeTermCode: string | null
  readonly currency: string | null
  /** An instant, or a day, which begins in the area's zone. */
  readonly at: Date | string | null
  /** Without a quantity, the price of one piece; a special price then counts as far as any piece of it is left. */
  readonly lines: readonly { readonly skuCode: string; readonly quantity: number | null }[]
}

/** A row of the list as it was found. */
interface FoundRow {
  readonly id: string
  readonly version: number
  readonly price: string
  readonly ladder: string | null
  readonly taxMode: 'exclusive' | 'inclusive'
  readonly taxRate: string
  /** Number of the document that it came from. */
  readonly no: string | null
  readonly from: Date
  readonly to: Date | null
}

/** What stands for a product. */
export interface FoundPrice {
  readonly special: { readonly id: string; readonly no: string; readonly price: string; readonly left: number } | null
  readonly own: FoundRow | null
  readonly classified: FoundRow | null
  readonly cost: { readonly unitCost: string; readonly floorMargin: string } | null
}

/** Where a price comes from, in the order in which they are asked (domain.md 5). */
export const PRICE_SOURCES = ['special', 'customer', 'classification'] as const
export type PriceSource = (typeof PRICE_SOURCES)[number]

/** So many pieces at this price, from this row in this version. */
export interface PricePart {
  readonly source: PriceSource
  readonly units: number
  readonly price: string
  readonly id: string
  readonly version: number | null
  readonly no: string | null
}

/** Why a source was not used. */
export type Unused = 'none' | 'soldOut' | 'hidden'

export interface PriceAnswer {
  readonly skuCode: string
  /** One part, or two where a special price does not reach for all pieces; none: the price is empty, contact finance (E2). */
  readonly parts: readonly PricePart[]
  /** Pieces without a price: those beyond a special price where the list has none. */
  readonly missing: number
  /** The list price without regard to special prices. */
  readonly list: (FoundRow & { readonly source: Exclude<PriceSource, 'special'> }) | null
  readonly cost: FoundPrice['cost']
  /** The sources that gave no piece, and why: there is none, its pieces are sold, or a nearer one hides it. */
  readonly unused: Readonly<Partial<Record<PriceSource, Unused>>>
}

/** The price of a piece in a row for this quantity: that of its tier, where it has tiers. */
function priceIn({ price, ladder }: Pick<FoundRow, 'price' | 'ladder'>, quantity: number): string {
  const tier = tiersOf(ladder).findLast(({ from }) => amount(String(quantity)).gte(from))
  return tier?.value ?? price
}

/** Special price as far as it reaches, then the customer's row, then that of their classification. Pure. */
export function resolvePrice(
  { skuCode, quantity }: PriceAsk['lines'][number],
  { special, own, classified, cost }: FoundPrice,
): PriceAnswer {
  const asked = quantity ?? 1
  const source = own ? 'customer' : 'classification'
  const row = own ?? classified
  const bySpecial = special ? Math.min(asked, Math.max(special.left, 0)) : 0
  const rest = asked - bySpecial
  const parts: PricePart[] = []
  if (special && bySpecial > 0)
    parts.push({
      source: 'special',
      units: bySpecial,
      price: special.price,
      id: special.id,
      version: null,
      no: special.no,
    })
  if (row && rest > 0)
    parts.push({ source, units: rest, price: priceIn(row, asked), id: row.id, version: row.version, no: row.no })
  return {
    skuCode,
    parts,
    missing: row ? 0 : rest,
    list: row && { ...row, source },
    cost,
    unused: {
      ...(bySpecial > 0 ? {} : { special: special ? 'soldOut' : 'none' }),
      ...(own ? (rest > 0 ? {} : { customer: 'hidden' }) : { customer: 'none' }),
      ...(classified ? (own || rest === 0 ? { classification: 'hidden' } : {}) : { classification: 'none' }),
    },
  }
}

/** Margin in percent of the price that is answered, which the list, one of its steps or a special price gives; with the tax of the list. */
export function answeredMargin({ parts: [first], list }: PriceAnswer, unitCost: string): Amount | null {
  return first ? marginOf(first.price, list ?? { taxMode: 'exclusive', taxRate: null }, unitCost) : null
}
