import { checkSpending, type SpendableBudget, type Spending } from '#areas/budget/budget.facade.ts'
import type { NamedCustomer } from '#areas/customer/customer.facade.ts'
import type { NamedProduct } from '#areas/product/product.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, sumAmounts, zero } from '#kernel/base/money/money.ts'
import { percentOf } from '#kernel/base/money/percent.ts'
import { budgetsElsewhere, checkBudgets, type PaidPlace } from '../shared/scheme-budgets.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import type { PlaceFact } from '../shared/scheme-place.rules.ts'
import type { SpecialPriceContent, SpecialPriceHeader, SpecialPriceLine } from './scheme-special-price.doc.ts'

/** List price of a product in an area, in one currency, on the first day. */
export interface ListPrice {
  readonly skuCode: string
  readonly price: string
}

/** Landed cost of a product in the currency of the form, on the first day. Where it is unknown, so is the margin. */
export interface ProductCost {
  readonly skuCode: string
  readonly unitCost: string
  /** The least margin in percent that needs no headquarters approval. */
  readonly floorMargin: string
  /** The cost and the rate that it was converted from; null where it is in this currency. */
  readonly costOrigin: string | null
}

/** Another special price of the customer for a product of the form, active or in approval, at the same time. */
export interface Rival {
  readonly no: string
  readonly skuCode: string
}

export interface SpecialPriceFacts {
  readonly place: PlaceFact | null
  /** Maximum duration of a special price, in days. */
  readonly longestDays: number
  readonly customers: ReadonlyMap<string, NamedCustomer>
  /** Trade terms configured for the customer. */
  readonly terms: readonly string[]
  readonly products: readonly NamedProduct[]
  readonly prices: readonly ListPrice[]
  readonly costs: readonly ProductCost[]
  readonly rivals: readonly Rival[]
  /** Price supports for the same customer and product that exclude it: running schemes, and documents in approval. */
  readonly supports: readonly Rival[]
  readonly budgets: readonly SpendableBudget[]
  /** Budgets of other countries and months may pay. */
  readonly paysElsewhere: boolean
}

const DAY_MS = 86_400_000
const daysOf = ({ validFrom, validTo }: Pick<SpecialPriceHeader, 'validFrom' | 'validTo'>) =>
  (Date.parse(validTo) - Date.parse(validFrom)) / DAY_MS + 1

/** A line's support amount; a draft's line may lack the quantity. */
export function supportOf({
  unitSupport,
  quantityCap,
}: Pick<SpecialPriceLine, 'unitSupport'> & { readonly quantityCap: number | null }): Amount {
  return amount(unitSupport ?? '0').times(quantityCap ?? 0)
}

export function totalSupport(lines: readonly SpecialPriceLine[]): Amount {
  return sumAmounts(lines.map(supportOf))
}

/** Its spending of budgets; none where the margin pays. */
export function specialSpending({ header, lines }: SpecialPriceContent): Spending {
  const isFunded = header.funding === 'budget'
  return {
    currency: header.currency,
    firstDay: header.validFrom,
    lastDay: header.validTo,
    lines: isFunded
      ? lines.map((line) => ({ budgetCode: line.budgetCode ?? '', amount: amountText(supportOf(line)) }))
      : [],
  }
}

/** What the lines' budgets pay for. */
export function paidPlaceOf(
  { header }: Pick<SpecialPriceContent, 'header'>,
  { customers, paysElsewhere }: Pick<SpecialPriceFacts, 'customers' | 'paysElsewhere'>,
): PaidPlace {
  const country = customers.get(header.customerCode)?.countryCode
  const countries = country === undefined ? [] : [country]
  const { areaId, validFrom: firstDay, validTo: lastDay } = header
  return { areaId, firstDay, lastDay, countriesOf: () => countries, paysElsewhere }
}

/** (special − cost) / special, in percent with two decimals; null where the cost is unknown. */
export function marginOf(specialPrice: string, cost: Pick<ProductCost, 'unitCost'> | undefined): Amount | null {
  const special = amount(specialPrice)
  if (!cost || special.lte(0)) return null
  return percentOf(special.minus(cost.unitCost), special)
}

/** Below the floor, or unknown: then headquarters decides. */
export function isBelowFloor(lines: readonly SpecialPriceLine[], costs: readonly ProductCost[]): boolean {
  return lines.some(({ skuCode, specialPrice }) => {
    const cost = costs.find((each) => each.skuCode === skuCode)
    const margin = marginOf(specialPrice, cost)
    return margin === null || margin.lt(cost?.floorMargin ?? '0')
  })
}

/** All current refusals. Pure: shared by soft check and submit. */
export function checkSpecialPrice(content: SpecialPriceContent, facts: SpecialPriceFacts): Refusal[] {
  const { header, lines } = content
  return [
    ...checkHeader(header, facts),
    ...lines.flatMap((line, row) => [
      ...checkProduct(line, row, facts),
      ...checkPrice(line, row, facts),
      ...checkSupport(header, line, row),
      ...checkRival(line, row, facts),
      ...checkConcession(line, row, facts),
    ]),
    ...checkWhole(content, facts),
    ...checkBudgets(paidPlaceOf(content, facts), specialSpending(content), facts.budgets),
  ]
}

/** Warnings: budgets that would be overdrawn or are of elsewhere. */
export function warnSpecialPrice(content: SpecialPriceContent, facts: SpecialPriceFacts): Refusal[] {
  const spending = specialSpending(content)
  return [
    ...checkSpending(spending, facts.budgets).warnings,
    ...(facts.paysElsewhere ? budgetsElsewhere(paidPlaceOf(content, facts), spending, facts.budgets) : []),
  ]
}

function checkHeader(
  header: SpecialPriceHeader,
  { place, customers, terms, longestDays }: SpecialPriceFacts,
): Refusal[] {
  const refusals: Refusal[] = []
  if (place?.idcCode !== header.idcCode) refusals.push(schemeErrors.areaMismatch({}, { field: 'areaId' }))
  for (const field of ['customerCode', 'endCustomerCode'] as const) {
    const code = header[field]
    const customer = code ? customers.get(code) : null
    if (code && (!customer?.isEnabled || customer.areaId !== header.areaId))
      refusals.push(schemeErrors.customerUnknown({ customer: code }, { field }))
  }
  if (!terms.includes(header.tradeTermCode))
    refusals.push(schemeErrors.tradeTermMissing({ term: header.tradeTermCode }, { field: 'tradeTermCode' }))
  if (header.validFrom > header.validTo) refusals.push(schemeErrors.datesReversed({}, { field: 'validTo' }))
  else if (daysOf(header) > longestDays)
    refusals.push(schemeErrors.validTooLong({ days: longestDays }, { field: 'validTo' }))
  if (place && header.validTo < place.today)
    refusals.push(schemeErrors.validityOver({ today: place.today }, { field: 'validTo' }))
  return refusals
}

function checkProduct({ skuCode }: SpecialPriceLine, row: number, { products }: SpecialPriceFacts): Refusal[] {
  return products.find(({ code, kind }) => kind === 'sku' && code === skuCode)?.enabled
    ? []
    : [schemeErrors.productUnknown({ product: skuCode }, { field: 'skuCode', row })]
}

/** Below the list price, which must exist (Q23). */
function checkPrice(
  { skuCode, specialPrice }: SpecialPriceLine,
  row: number,
  { prices }: SpecialPriceFacts,
): Refusal[] {
  const list = prices.find((each) => each.skuCode === skuCode)
  if (!list) return [schemeErrors.priceEmpty({}, { field: 'skuCode', row })]
  return amount(specialPrice).lt(list.price)
    ? []
    : [schemeErrors.notBelowList({ special: specialPrice, list: list.price }, { field: 'specialPrice', row })]
}

/** With a budget, each line's support is at most the price reduction; without one there is none. */
function checkSupport(header: SpecialPriceHeader, line: SpecialPriceLine, row: number): Refusal[] {
  const { unitSupport, budgetCode } = line
  if (header.funding === 'margin') {
    return unitSupport || budgetCode ? [schemeErrors.supportNotAsked({}, { field: 'unitSupport', row })] : []
  }
  return budgetCode ? [] : [schemeErrors.supportBudgetMissing({}, { field: 'budgetCode', row })]
}

function checkRival({ skuCode }: SpecialPriceLine, row: number, { rivals }: SpecialPriceFacts): Refusal[] {
  const rival = rivals.find((each) => each.skuCode === skuCode)
  return rival ? [schemeErrors.specialBefore({ no: rival.no }, { field: 'skuCode', row })] : []
}

/** Two concessions for the same units are allowed only where both say so: those are not among the facts. */
function checkConcession({ skuCode }: SpecialPriceLine, row: number, { supports }: SpecialPriceFacts): Refusal[] {
  const support = supports.find((each) => each.skuCode === skuCode)
  return support ? [schemeErrors.alsoSupported({ no: support.no }, { field: 'skuCode', row })] : []
}

/** Rules over all lines: each product once, B8, B12, B13, and support within the difference. */
function checkWhole({ header, lines }: SpecialPriceContent, facts: SpecialPriceFacts): Refusal[] {
  const refusals: Refusal[] = []
  const first = new Map<string, number>()
  const classOf = (sku: string) =>
    facts.products.find(({ code, kind }) => kind === 'sku' && code === sku)?.categoryClass
  const shared = lines.map(({ skuCode }) => classOf(skuCode)).find((each) => each !== undefined)
  const isCurrencyGiven = lines.some(({ lineCurrency }) => lineCurrency !== null)
  const isSupportGiven = header.funding === 'budget' || lines.some(({ unitSupport }) => unitSupport !== null)
  for (const [row, line] of lines.entries()) {
    const { skuCode, lineCurrency: currency, unitSupport, specialPrice } = line
    const before = first.get(skuCode)
    if (before === undefined) first.set(skuCode, row)
    else refusals.push(schemeErrors.skuTwice({ first: before + 1 }, { field: 'skuCode', row }))
    const own = classOf(skuCode)
    if (own !== undefined && own !== shared) refusals.push(schemeErrors.mixedCategories({}, { field: 'skuCode', row }))
    if (isCurrencyGiven && currency === null)
      refusals.push(schemeErrors.currencyIncomplete({}, { field: 'lineCurrency', row }))
    if (currency && currency !== header.currency)
      refusals.push(
        schemeErrors.currencyDiffers({ currency, expected: header.currency }, { field: 'lineCurrency', row }),
      )
    if (header.funding === 'budget' && isSupportGiven && unitSupport === null)
      refusals.push(schemeErrors.unitPriceIncomplete({}, { field: 'unitSupport', row }))
    const list = facts.prices.find((each) => each.skuCode === skuCode)
    const cheaper = list ? amount(list.price).minus(specialPrice) : zero
    if (list && unitSupport && cheaper.gt(0) && amount(unitSupport).gt(cheaper))
      refusals.push(
        schemeErrors.supportTooHigh({ support: unitSupport, most: amountText(cheaper) }, { field: 'unitSupport', row }),
      )
  }
  return refusals
}
