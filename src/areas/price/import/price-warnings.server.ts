import { type Amount, amount, amountText } from '#kernel/base/money/money.ts'
import { atPlace, may, type Principal } from '#kernel/platform/access/principal.ts'
import type { CellError } from '#kernel/platform/excel/read/parse-rows.ts'
import type { ImportFigure } from '#kernel/services/imports/import-definition.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import type { AskedPrice, PriceFound } from '../feed/price-feed.rules.ts'
import { parts as en } from '../locale/shared.en.ts'
import { parts as zh } from '../locale/shared.zh.ts'
import { priceErrors } from '../price.errors.ts'
import { changeOf, marginOf, type PriceTax } from '../shared/price-lines.rules.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { KNOWS_THE_FLOOR } from '../shared/price-secrets.ts'
import { HQ_CUT } from '../shared/price-terms.ts'

// A file is written by one person without an approval. What headquarters would have to decide on in a review asks that person for a reason.

/** What a product costs in an area when the price of a row begins. */
export interface RowCost {
  readonly row: number
  readonly unitCost: string | null
  readonly floorMargin: string | null
}

const percent = (name: 'changePercent' | 'margin' | 'floorMargin') => ({
  zh: `${zh[name]} (%)`,
  en: `${en[name]} (%)`,
})

export const priceFigures: readonly ImportFigure[] = [
  { key: 'changePercent', after: 'price', titles: percent('changePercent') },
  { key: 'margin', after: 'price', titles: percent('margin'), right: PRICE_ROLE.margin },
  { key: 'floorMargin', after: 'price', titles: percent('floorMargin'), right: PRICE_ROLE.floor },
]

interface Judged {
  readonly before: ImportValues
  readonly after: ImportValues
  readonly asks: readonly CellError[]
}

const textOf = (value: Amount | null) => value && amountText(value)

/** The figures of a row that the person may see, and why it is written only with a reason. */
export function judged(
  asked: AskedPrice,
  { before, scopeId }: Pick<PriceFound, 'before' | 'scopeId'>,
  cost: RowCost | undefined,
  principal: Principal,
): Judged {
  const here = atPlace(principal, scopeId)
  const tax = (of: Pick<AskedPrice, 'taxMode' | 'taxRate'>) =>
    ({ taxMode: of.taxMode, taxRate: of.taxRate }) as PriceTax
  const { unitCost = null, floorMargin = null } = cost ?? {}
  const margin = marginOf(asked.price, tax(asked), unitCost)
  const change = before && changeOf({ price: asked.price, ...tax(asked) }, { price: before.price, ...tax(before) })
  const shown = (key: keyof typeof PRICE_ROLE, value: string | null) => (may(here, PRICE_ROLE[key]) ? value : null)
  const floor = shown('floor', floorMargin)
  const isFar = change !== null && (change.gt(HQ_CUT) || change.lt(-HQ_CUT))
  // Whoever may not see the margin is not told of it either: they would find it by one file after another.
  const isBelow = KNOWS_THE_FLOOR.every((right) => may(here, right)) && margin !== null && margin.lt(floorMargin ?? '0')
  const { row } = asked
  return {
    before: {
      changePercent: null,
      margin: before ? shown('margin', textOf(marginOf(before.price, tax(before), unitCost))) : null,
      floorMargin: floor,
    },
    after: { changePercent: textOf(change), margin: shown('margin', textOf(margin)), floorMargin: floor },
    asks: [
      ...(isBelow
        ? [priceErrors.belowTheFloor({ margin: amountText(margin), floor: amountText(amount(floorMargin ?? '0')) })]
        : []),
      ...(isFar ? [priceErrors.farFromBefore({ change: amountText(change), most: HQ_CUT })] : []),
    ].map(({ key, params }) => ({ row, column: 'price', key, params })),
  }
}
