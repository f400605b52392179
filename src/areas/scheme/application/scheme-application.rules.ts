import { checkSpending, type SpendableBudget, type Spending } from '#areas/budget/budget.facade.ts'
import type { FrozenLine } from '#areas/device/device.facade.ts'
import type { NamedProduct } from '#areas/product/product.facade.ts'
import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import type { SchemeApplicationContent, SchemeApplicationLine } from './scheme-application.doc.ts'
import { budgetsElsewhere, checkBudgets, type PaidPlace } from '../shared/scheme-budgets.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { BASES_OF } from '../shared/scheme-types.ts'
import { checkBeneficiary, isKnown, isOfBoth, type BeneficiaryFacts } from '../beneficiary/scheme-beneficiary.rules.ts'
import { checkStock, warnStock } from '../frozen-stock/stock.rules.ts'

export interface SchemeApplicationFacts extends BeneficiaryFacts {
  readonly area: { readonly scopeId: number; readonly idcCode: string } | null
  readonly budgets: readonly SpendableBudget[]
  readonly products: readonly NamedProduct[]
  /** The countries of each channel's customers. */
  readonly channelCountries: ReadonlyMap<string, readonly string[]>
  /** Budgets of other countries and months may pay. */
  readonly paysElsewhere: boolean
  /** Overlapping schemes of the same type for the same customers and product. */
  readonly overlaps: readonly { readonly no: string; readonly line: number }[]
  /** Special prices at the same time for lines of a price support. */
  readonly specialPrices: readonly { readonly no: string; readonly line: number }[]
  /** Units covered by price protection: of each line's customer, by SKU. */
  readonly stock: readonly FrozenLine[]
  /** Today, in the area's time zone. */
  readonly today: string
}

/** The application's spending: each line from its budget, from its first day to its claim deadline. */
export function spendingOf({ header, lines }: SchemeApplicationContent): Spending {
  return {
    currency: header.currency,
    firstDay: header.startDate,
    lastDay: header.claimDeadline,
    lines: lines.map(({ budgetCode, amount: asked }) => ({ budgetCode, amount: asked })),
  }
}

/** What the lines' budgets pay for. */
export function paidPlaceOf(
  { header: { areaId, startDate, endDate }, lines }: Pick<SchemeApplicationContent, 'header' | 'lines'>,
  {
    customers,
    channelCountries,
    paysElsewhere,
  }: Pick<SchemeApplicationFacts, 'customers' | 'channelCountries' | 'paysElsewhere'>,
): PaidPlace {
  return {
    areaId,
    firstDay: startDate,
    lastDay: endDate,
    countriesOf: (row) => {
      const { customerCode = null, channelCode = null } = lines[row] ?? {}
      if (channelCode !== null) return channelCountries.get(channelCode) ?? []
      const country = customerCode === null ? undefined : customers.get(customerCode)?.countryCode
      return country === undefined ? [] : [country]
    },
    paysElsewhere,
  }
}

export function totalOf(lines: readonly { readonly amount: string | null }[]): Amount {
  return sumAmounts(lines.map((line) => amount(line.amount ?? '0')))
}

/** All current refusals of an application. Pure: shared by soft check and submit. */
export function checkSchemeApplication(content: SchemeApplicationContent, facts: SchemeApplicationFacts): Refusal[] {
  const { lines } = content
  return [
    ...checkHeader(content, facts),
    ...lines.flatMap((line, row) => checkLine(content, line, row, facts)),
    ...checkWhole(content, facts),
    ...checkStock(content, facts),
    // A special price and a price support pay for the same units only where both allow it.
    ...known(facts.specialPrices, content, facts).map(({ no, line }) =>
      schemeErrors.specialBefore({ no }, { field: 'skuCode', row: line - 1 }),
    ),
    ...checkBudgets(paidPlaceOf(content, facts), spendingOf(content), facts.budgets),
  ]
}

/** Warnings: an overlapping scheme, a start in the past, budgets that would be overdrawn or are of elsewhere. */
export function warnSchemeApplication(content: SchemeApplicationContent, facts: SchemeApplicationFacts): Refusal[] {
  const { startDate } = content.header
  return [
    ...checkSpending(spendingOf(content), facts.budgets).warnings,
    ...(facts.paysElsewhere ? budgetsElsewhere(paidPlaceOf(content, facts), spendingOf(content), facts.budgets) : []),
    ...(isRetroactive(content, facts) ? [schemeErrors.retroactive({ day: startDate }, { field: 'startDate' })] : []),
    ...warnStock(content, facts),
    ...known(facts.overlaps, content, facts).map(({ no, line }) =>
      schemeErrors.overlaps({ no }, { field: 'customerCode', row: line - 1 }),
    ),
    ...warnTwice(content, facts),
  ]
}

/** Facts of lines whose customers the reader may see. */
function known<T extends { readonly line: number }>(
  found: readonly T[],
  { lines }: SchemeApplicationContent,
  facts: SchemeApplicationFacts,
): readonly T[] {
  return found.filter(({ line }) => lines[line - 1] && isKnown(lines[line - 1]!, facts))
}

/**
 * A channel and one of its customers would be paid for the same units; two lines of one customer share one purpose, paid by two budgets.
 */
function warnTwice({ lines }: SchemeApplicationContent, facts: SchemeApplicationFacts): Refusal[] {
  // A file of ten thousand customers is not compared pairwise.
  if (lines.every(({ channelCode }) => channelCode === null)) return []
  return lines.flatMap((line, row) => {
    const isSame = (other: SchemeApplicationLine) =>
      (line.channelCode === null) !== (other.channelCode === null) &&
      line.basis === other.basis &&
      line.skuCode === other.skuCode &&
      line.spuCode === other.spuCode &&
      isOfBoth(line, other, facts)
    const first = line.basis === 'stock' ? -1 : lines.slice(0, row).findIndex(isSame)
    return first < 0 ? [] : [schemeErrors.channelTwice({ first: first + 1 }, { field: 'channelCode', row })]
  })
}

/** It begins before its approval: band T4 of the delegation of authority. */
export function isRetroactive({ header }: SchemeApplicationContent, { today }: Pick<SchemeApplicationFacts, 'today'>) {
  return header.startDate < today
}

function checkHeader({ header, lines }: SchemeApplicationContent, { area }: SchemeApplicationFacts): Refusal[] {
  const { startDate, endDate, claimDeadline, schemeType, referenceDate, coverageDays } = header
  const refusals: Refusal[] = []
  if (area?.idcCode !== header.idcCode) refusals.push(schemeErrors.areaMismatch({}, { field: 'areaId' }))
  if (startDate > endDate) refusals.push(schemeErrors.datesReversed({}, { field: 'endDate' }))
  if (claimDeadline < endDate) refusals.push(schemeErrors.deadlineTooEarly({}, { field: 'claimDeadline' }))
  if (schemeType === 'priceProtection' && lines.length > 0) {
    if (!referenceDate) refusals.push(schemeErrors.snapshotDayMissing({}, { field: 'referenceDate' }))
    if (!coverageDays) refusals.push(schemeErrors.snapshotDayMissing({}, { field: 'coverageDays' }))
  }
  return refusals
}

function checkLine(
  { header }: SchemeApplicationContent,
  line: SchemeApplicationLine,
  row: number,
  facts: SchemeApplicationFacts,
): Refusal[] {
  const refusals = checkBeneficiary(line, { areaId: header.areaId, basis: line.basis, row }, facts)
  if (!BASES_OF[header.schemeType].includes(line.basis))
    refusals.push(schemeErrors.basisNotOfType({}, { field: 'basis', row }))
  return [...refusals, ...checkProduct(line, row, facts), ...checkCalculation(header.currency, line, row)]
}

function checkProduct(line: SchemeApplicationLine, row: number, { products }: SchemeApplicationFacts): Refusal[] {
  const { skuCode, spuCode, basis } = line
  if (!skuCode && !spuCode) {
    // Events and displays are not paid per product.
    return basis === 'fixed' ? [] : [schemeErrors.productRequired({}, { field: 'skuCode', row })]
  }
  return checkProducts([skuCode, spuCode], products, [
    { field: 'skuCode', row },
    { field: 'spuCode', row },
  ])
}

/** Refusals of a SKU and an SPU, each where it is given: in use, and the SKU is one of the SPU. */
export function checkProducts(
  [skuCode, spuCode]: readonly [sku: string | null, spu: string | null],
  products: readonly NamedProduct[],
  [atSku, atSpu]: readonly [sku: At, spu: At],
): Refusal[] {
  const sku = productOf(products, 'sku', skuCode)
  const unknown = (code: string | null, product: NamedProduct | undefined, at: At) =>
    code && !product?.enabled ? [schemeErrors.productUnknown({ product: code }, at)] : []
  return [
    ...unknown(skuCode, sku, atSku),
    ...unknown(spuCode, productOf(products, 'spu', spuCode), atSpu),
    ...(sku && spuCode && sku.spuCode !== spuCode
      ? [schemeErrors.skuNotOfSpu({ sku: sku.code, spu: spuCode }, atSku)]
      : []),
  ]
}

export function productOf(products: readonly NamedProduct[], kind: NamedProduct['kind'], code: string | null) {
  return code === null ? undefined : products.find((product) => product.kind === kind && product.code === code)
}

/** Exactly one of unit amount, rate and ladder; none for a fixed sum. */
function checkCalculation(currency: string, line: SchemeApplicationLine, row: number): Refusal[] {
  const { unitAmount, ratePercent, ladder, plannedQuantity, basis } = line
  const given = [unitAmount, ratePercent, ladder].filter((each) => each !== null)
  if (given.length > 1) return [schemeErrors.calculationTwice({}, { field: 'unitAmount', row })]
  if (given.length === 0) {
    // Of a ladder that cannot be read, its own refusal is enough.
    const field = line.ladderKind === null ? 'unitAmount' : 'ladder'
    return basis === 'fixed' ? [] : [schemeErrors.calculationMissing({}, { field, row })]
  }
  if (unitAmount === null) return []
  if (plannedQuantity === null) return [schemeErrors.quantityMissing({}, { field: 'plannedQuantity', row })]
  const planned = amount(unitAmount).times(plannedQuantity)
  // A draft may lack its amount, which is refused as missing.
  return line.amount && !amount(line.amount).eq(planned.round(2))
    ? [
        schemeErrors.amountNotPlanned(
          { amount: line.amount, planned: amountText(planned), currency },
          { field: 'amount', row },
        ),
      ]
    : []
}

/** Rules over all lines: B8, B9, B12, B13, and that budgets match the scheme's class. */
function checkWhole({ header, lines }: SchemeApplicationContent, facts: SchemeApplicationFacts): Refusal[] {
  const refusals: Refusal[] = []
  const products = lines.map(
    (line) => productOf(facts.products, 'sku', line.skuCode) ?? productOf(facts.products, 'spu', line.spuCode),
  )
  const classes = products.map((product) => product?.categoryClass)
  const first = classes.find((each) => each !== undefined)
  for (const [row, each] of classes.entries())
    if (each !== undefined && each !== first) refusals.push(schemeErrors.mixedCategories({}, { field: 'skuCode', row }))
  for (const [row, product] of products.entries())
    if (product && (product.categoryClass === 'phone') !== (header.productClass === 'phone'))
      refusals.push(
        schemeErrors.productOfOtherClass(
          { product: product.code },
          { field: product.kind === 'sku' ? 'skuCode' : 'spuCode', row },
        ),
      )
  if (header.bookingActivity === 'yes') refusals.push(...checkOneSpu(spusOf(lines, facts.products)))
  refusals.push(...allOrNone(lines, 'lineCurrency', schemeErrors.currencyIncomplete))
  refusals.push(...allOrNone(lines, 'unitAmount', schemeErrors.unitPriceIncomplete))
  for (const [row, { lineCurrency: currency }] of lines.entries())
    if (currency && currency !== header.currency)
      refusals.push(
        schemeErrors.currencyDiffers({ currency, expected: header.currency }, { field: 'lineCurrency', row }),
      )
  const byCode = new Map(facts.budgets.map((budget) => [budget.budgetCode, budget]))
  for (const [row, { budgetCode }] of lines.entries()) {
    const budget = byCode.get(budgetCode)
    if (budget && budget.productClass !== header.productClass)
      refusals.push(schemeErrors.budgetClassDiffers({ budgetCode }, { field: 'budgetCode', row }))
  }
  return refusals
}

/** The SPU of each line, its own or its SKU's. */
export function spusOf(
  lines: readonly { readonly skuCode: string | null; readonly spuCode: string | null }[],
  products: readonly NamedProduct[],
): readonly (string | null)[] {
  return lines.map(({ skuCode, spuCode }) => spuCode ?? productOf(products, 'sku', skuCode)?.spuCode ?? null)
}

/** B9; a fixed sum may have no product. */
export function checkOneSpu(spus: readonly (string | null)[], field = 'skuCode'): Refusal[] {
  const first = spus.find((spu) => spu !== null)
  return spus.flatMap((spu, row) =>
    spu === null || spu === first ? [] : [schemeErrors.otherSpu({ spu: first ?? '' }, { field, row })],
  )
}

function allOrNone(
  lines: readonly SchemeApplicationLine[],
  field: 'lineCurrency' | 'unitAmount',
  refusal: typeof schemeErrors.currencyIncomplete,
): Refusal[] {
  const isGiven = lines.map((line) => line[field] !== null)
  if (!isGiven.includes(true)) return []
  return isGiven.flatMap((has, row) => (has ? [] : [refusal({}, { field, row })]))
}
