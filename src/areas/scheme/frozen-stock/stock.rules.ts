import type { FrozenLine } from '#areas/device/device.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import type { SchemeApplicationContent, SchemeApplicationLine } from '../application/scheme-application.doc.ts'
import type { SchemeApplicationFacts } from '../application/scheme-application.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { isKnown, isOfBoth } from '../beneficiary/scheme-beneficiary.rules.ts'

// The stock for price protection (domain.md 2.4, 5 and 6): counted for each line, and frozen at the submit.

type StockFacts = Pick<SchemeApplicationFacts, 'stock' | 'customers' | 'channels' | 'products' | 'today'>

/** The day must be over, in the area's time zone; and a unit is in one line only, or it would be paid twice. */
export function checkStock({ header, lines }: SchemeApplicationContent, facts: StockFacts): Refusal[] {
  const { schemeType, referenceDate } = header
  if (schemeType !== 'priceProtection') return []
  const early =
    referenceDate && facts.today && referenceDate >= facts.today
      ? [schemeErrors.stockDayNotOver({ day: referenceDate }, { field: 'referenceDate' })]
      : []
  const twice = lines.flatMap((line, row) => {
    const first = lines.slice(0, row).findIndex((other) => isOfSameStock(line, other, facts))
    return first < 0 ? [] : [schemeErrors.stockTwice({ first: first + 1 }, { field: 'skuCode', row })]
  })
  return [...early, ...twice]
}

function isOfSameStock(
  line: SchemeApplicationLine,
  other: SchemeApplicationLine,
  facts: Pick<SchemeApplicationFacts, 'products' | 'customers'>,
): boolean {
  if (!isOfBoth(line, other, facts)) return false
  if (line.skuCode && other.skuCode) return line.skuCode === other.skuCode
  const spuOf = ({ skuCode, spuCode }: SchemeApplicationLine) =>
    spuCode ?? facts.products.find(({ kind, code }) => kind === 'sku' && code === skuCode)?.spuCode ?? null
  const spu = spuOf(line)
  return spu !== null && spu === spuOf(other)
}

/** The requested amount exceeds the price drop times the units. */
export function warnStock(content: SchemeApplicationContent, facts: StockFacts): Refusal[] {
  const counted = stockOf(content, facts)
  return content.lines.flatMap(({ unitAmount, amount: asked }, row) => {
    const units = counted[row] ?? null
    if (units === null || unitAmount === null) return []
    const worth = amount(unitAmount).times(units)
    if (!amount(asked).gt(worth)) return []
    const params = { units, worth: amountText(worth), currency: content.header.currency }
    return [schemeErrors.beyondStock(params, { field: 'amount', row })]
  })
}

/** Units of each line, in line order; null where none are counted, or the reader may not see the customer. */
export function stockOf(
  { header, lines }: SchemeApplicationContent,
  facts: Partial<Pick<StockFacts, 'stock' | 'customers' | 'channels'>>,
): readonly (number | null)[] {
  const { schemeType, referenceDate, coverageDays } = header
  const isCounted = schemeType === 'priceProtection' && Boolean(referenceDate) && Boolean(coverageDays)
  return lines.map((line, row) => {
    // Not computed for a draft.
    if (!isCounted || !facts.stock || !(line.skuCode || line.spuCode) || !isKnown(line, facts)) return null
    return unitsIn(facts.stock.filter(({ line }) => line === row + 1))
  })
}

export function unitsIn(stock: readonly Pick<FrozenLine, 'units'>[]): number {
  return stock.reduce((sum, { units }) => sum + units, 0)
}
