import type { EncumbranceStep } from '#areas/budget/budget.facade.ts'
import type { NamedCustomer } from '#areas/customer/customer.facade.ts'
import {
  checkCredits,
  checkInvoiceLocks,
  creditable,
  type InvoiceLine,
  type InvoiceNote,
  type NoteLine,
  taxesOf,
} from '#areas/funds/funds.facade.ts'
import { TRANSFER_LOCATION } from '#areas/store/store.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import type { AdjustInvoiceContent, AdjustInvoiceHeader, AdjustInvoiceLine } from './scheme-adjust-invoice.doc.ts'
import {
  type BearerFacts,
  type Borne,
  borneSteps,
  checkBearer,
  checkBorne,
} from '../beneficiary/scheme-bearer.rules.ts'
import type { SchemeFacts } from '../shared/funding-lines.rules.ts'
import type { PlaceFact } from '../shared/scheme-place.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'

/** A storage location of a line, with the companies in whose books its warehouse is. */
export interface LocationFact {
  readonly code: string
  readonly subLocation: string
  readonly enabled: boolean
  /** Operating unit of the inventory organisation, and of the owning customer; null: none. */
  readonly inventoryUnit: string | null
  readonly customerUnit: string | null
  readonly hasCustomer: boolean
}

export interface AdjustInvoiceFacts extends BearerFacts {
  readonly place: PlaceFact | null
  readonly customers: ReadonlyMap<string, NamedCustomer>
  readonly invoiceLines: readonly InvoiceLine[]
  readonly locations: readonly LocationFact[]
  /** The document itself, whose own locks are ignored. */
  readonly own: string | null
}

/** Parses `GST2600012/1`; null where malformed. */
export function readInvoiceLine(text: string): { readonly no: string; readonly line: number } | null {
  const [, no = '', line = ''] = /^(.+)\/([1-9]\d{0,3})$/.exec(text) ?? []
  return no === '' ? null : { no, line: Number(line) }
}

export function invoiceLineOf(lines: readonly InvoiceLine[], text: string): InvoiceLine | undefined {
  const key = readInvoiceLine(text)
  return key ? lines.find(({ invoiceNo, lineNo }) => invoiceNo === key.no && lineNo === key.line) : undefined
}

/** The effect of a line on an invoice line, without tax. */
export interface InvoiceChange {
  readonly of: InvoiceLine
  readonly line: number
  readonly quantityLeft: number
  readonly netLeft: Amount
  /** The current price of a remaining unit, after credits. */
  readonly priceLeft: Amount
  readonly netAfter: Amount
  /** Negative: the customer owes less. */
  readonly delta: Amount
}

type AnyLine = Pick<AdjustInvoiceLine, 'invoiceLine' | 'afterPrice' | 'afterQuantity' | 'fundingNo'>

export function changeOf(line: AnyLine, index: number, lines: readonly InvoiceLine[]): InvoiceChange | null {
  const of = invoiceLineOf(lines, line.invoiceLine)
  if (!of || line.afterPrice === null) return null
  const left = creditable(of)
  const priceLeft = priceInForce(of)
  const netAfter = netOf(line, priceLeft, left)
  const delta = netAfter.minus(left.net)
  return { of, line: index + 1, quantityLeft: left.quantity, netLeft: left.net, priceLeft, netAfter, delta }
}

/** The price of an uncredited unit, to the cent, after notes. */
export function priceInForce(of: InvoiceLine): Amount {
  const { quantity, net } = creditable(of)
  return quantity > 0 ? net.div(quantity).round(2, HALF_UP) : of.unitPrice
}

/** Half up, away from zero: mode 1 of big.js. */
const HALF_UP = 1

/** An unchanged price keeps the exact amount, even if it is no price to the cent. */
function netOf(
  { afterPrice, afterQuantity }: AnyLine,
  priceLeft: Amount,
  left: { readonly quantity: number; readonly net: Amount },
): Amount {
  const price = amount(afterPrice ?? '0')
  if (!price.eq(priceLeft) || left.quantity === 0) return price.times(afterQuantity)
  return left.net.times(afterQuantity).div(left.quantity).round(2, HALF_UP)
}

/** With tax, as in its notes. */
export function grossOf({ of, delta }: Pick<InvoiceChange, 'of' | 'delta'>): {
  readonly tax: Amount
  readonly gross: Amount
} {
  const { tax } = taxesOf(of, delta.abs())
  const gross = delta.abs().plus(tax)
  return delta.lt(0) ? { tax: zero.minus(tax), gross: zero.minus(gross) } : { tax, gross }
}

/** All current refusals. Pure: shared by soft check and submit. */
export function checkAdjustInvoice(content: AdjustInvoiceContent, facts: AdjustInvoiceFacts): Refusal[] {
  const { header, lines } = content
  const changes = lines.flatMap((line, row) => changeOf(line, row, facts.invoiceLines) ?? [])
  return [
    ...checkHeader(header, facts),
    ...lines.flatMap((line, row) => [
      ...checkLine(header, line, row, facts),
      ...checkLocation(header, line, row, facts.locations),
    ]),
    ...checkOnce(lines),
    ...checkInvoiceLocks(changes, facts.own),
    ...checkCredits(notesOf(header, lines, facts.invoiceLines).credits.flatMap((note) => note.lines)),
    ...checkBearer(header, bornesOf(lines, facts.invoiceLines), facts),
    ...checkBorne(adjustSteps(content, facts)),
  ]
}

function checkHeader(header: AdjustInvoiceHeader, { place, customers }: AdjustInvoiceFacts): Refusal[] {
  const refusals: Refusal[] = []
  if (place?.idcCode !== header.idcCode) refusals.push(schemeErrors.areaMismatch({}, { field: 'areaId' }))
  if (customers.get(header.customerCode)?.areaId !== header.areaId)
    refusals.push(schemeErrors.customerUnknown({ customer: header.customerCode }, { field: 'customerCode' }))
  return refusals
}

function checkLine(
  header: AdjustInvoiceHeader,
  line: AdjustInvoiceLine,
  row: number,
  { invoiceLines }: AdjustInvoiceFacts,
): Refusal[] {
  const at = { field: 'invoiceLine', row }
  const of = invoiceLineOf(invoiceLines, line.invoiceLine)
  // One of another customer or currency answers like a missing one.
  if (of?.customerCode !== header.customerCode || of.currency !== header.currency)
    return [schemeErrors.invoiceLineUnknown({ line: line.invoiceLine }, at)]
  const change = changeOf(line, row, invoiceLines)
  if (!change) return [schemeErrors.priceEmpty({}, { field: 'afterPrice', row })]
  const { quantityLeft } = change
  if (of.invoiceKind !== 'invoice') return [schemeErrors.noteNotAdjusted({ no: of.invoiceNo }, at)]
  const refusals: Refusal[] = []
  if (of.legalEntityCode !== header.legalEntityCode)
    refusals.push(schemeErrors.entityDiffers({ no: of.invoiceNo, entity: of.legalEntityCode }, at))
  if (of.taxRegime !== header.taxRegime) refusals.push(schemeErrors.regimeDiffers({ no: of.invoiceNo }, at))
  if (header.postingDate < of.issuedOn)
    refusals.push(schemeErrors.beforeInvoice({ no: of.invoiceNo, day: of.issuedOn }, { field: 'postingDate' }))
  if (line.afterQuantity > quantityLeft)
    refusals.push(
      schemeErrors.exceedsInvoiced(
        { quantity: line.afterQuantity, left: quantityLeft },
        { field: 'afterQuantity', row },
      ),
    )
  return [...refusals, ...checkType(header, line, change, row), ...checkTaxPeriod(header, of, row)]
}

/** The type must match the figures. */
function checkType(
  { adjustType }: AdjustInvoiceHeader,
  line: AdjustInvoiceLine,
  change: InvoiceChange,
  row: number,
): Refusal[] {
  const { delta, quantityLeft, priceLeft } = change
  const at = { field: 'afterPrice', row }
  const isSameNet = delta.eq(0)
  if (isSameNet && (adjustType !== 'rebill' || line.afterQuantity === quantityLeft))
    return [schemeErrors.nothingAdjusted({}, at)]
  if (adjustType === 'creditNote' && (delta.gt(0) || priceLeft.lt(line.afterPrice ?? '0')))
    return [schemeErrors.notACredit({}, at)]
  if (adjustType === 'debitNote' && (delta.lt(0) || line.afterQuantity !== quantityLeft))
    return [schemeErrors.notADebit({}, at)]
  return []
}

/**
 * A supply of a financial year (April to March) can be credited until 30 November after it (section 34 of the CGST
 * Act). Debits have no limit.
 */
function checkTaxPeriod(
  { adjustType, postingDate }: AdjustInvoiceHeader,
  { taxRegime, issuedOn, invoiceNo }: InvoiceLine,
  row: number,
): Refusal[] {
  if (taxRegime !== 'gst' || adjustType === 'debitNote') return []
  const deadline = creditDeadline(issuedOn)
  return postingDate > deadline
    ? [schemeErrors.taxPeriodOver({ no: invoiceNo, deadline }, { field: 'invoiceLine', row })]
    : []
}

/** The last day on which an Indian invoice of that day may be credited. */
export function creditDeadline(issuedOn: string): string {
  const year = Number(issuedOn.slice(0, 4))
  const endsIn = issuedOn.slice(5) >= '04-01' ? year + 1 : year
  return `${endsIn}-11-30`
}

/** B18, B19, B20: the location of its stock is required in some cases, and refused in others (Q8). */
function checkLocation(
  { category, operatingUnitCode }: AdjustInvoiceHeader,
  { locationCode, subLocation }: AdjustInvoiceLine,
  row: number,
  locations: readonly LocationFact[],
): Refusal[] {
  const at = { field: 'locationCode', row }
  if (category === 'other') return locationCode || subLocation ? [schemeErrors.locationNotAsked({}, at)] : []
  if (category === 'priceError' && locationCode !== TRANSFER_LOCATION)
    return [schemeErrors.transferLocationAsked({}, at)]
  if (!locationCode || !subLocation)
    return [schemeErrors.locationMissing({}, { field: locationCode ? 'subLocation' : 'locationCode', row })]
  const location = locations.find(({ code }) => code === locationCode)
  if (!location?.enabled) return [schemeErrors.locationUnknown({ location: locationCode }, at)]
  if (location.subLocation !== subLocation)
    return [schemeErrors.locationUnknown({ location: `${locationCode}/${subLocation}` }, { field: 'subLocation', row })]
  const { inventoryUnit, customerUnit, hasCustomer } = location
  const isOfOther =
    (inventoryUnit !== null && inventoryUnit !== operatingUnitCode) ||
    (hasCustomer && customerUnit !== operatingUnitCode)
  return isOfOther ? [schemeErrors.warehouseMismatch({}, at)] : []
}

function checkOnce(lines: readonly AdjustInvoiceLine[]): Refusal[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ invoiceLine }, row) => {
    const before = first.get(invoiceLine)
    if (before !== undefined)
      return [schemeErrors.invoiceLineTwice({ first: before + 1 }, { field: 'invoiceLine', row })]
    first.set(invoiceLine, row)
    return []
  })
}

/** The scheme's share: the difference without tax. */
export function bornesOf(lines: readonly AnyLine[], invoiceLines: readonly InvoiceLine[]): Borne[] {
  return lines.map((line, index) => {
    const change = changeOf(line, index, invoiceLines)
    const delta = change?.delta ?? zero
    const way = delta.lt(0) ? 'pays' : delta.gt(0) ? 'regains' : null
    return { fundingNo: line.fundingNo, no: change?.of.invoiceNo ?? '', amount: delta.abs(), way }
  })
}

export function adjustSteps(
  { header, lines }: { readonly header: Pick<AdjustInvoiceHeader, 'costBearing'>; readonly lines: readonly AnyLine[] },
  facts: Pick<AdjustInvoiceFacts, 'invoiceLines'> & SchemeFacts,
): EncumbranceStep[] {
  return borneSteps(header, bornesOf(lines, facts.invoiceLines), facts)
}

/**
 * The resulting notes, one of each kind per invoice: a rebill credits the whole rest, and invoices again. Net is units
 * times price in each of their lines, except for prices that are not exact to the cent.
 */
export function notesOf(
  { adjustType, postingDate }: Pick<AdjustInvoiceHeader, 'adjustType' | 'postingDate'>,
  lines: readonly AnyLine[],
  invoiceLines: readonly InvoiceLine[],
): { readonly credits: readonly InvoiceNote[]; readonly debits: readonly InvoiceNote[] } {
  const credits: NoteLine[] = []
  const debits: NoteLine[] = []
  for (const [index, each] of lines.entries()) {
    const change = changeOf(each, index, invoiceLines)
    if (!change) continue
    const { of, line, quantityLeft, netLeft, priceLeft, netAfter, delta } = change
    const price = amount(each.afterPrice ?? '0')
    if (adjustType === 'rebill') {
      credits.push({ of, line, quantity: quantityLeft, unitPrice: priceLeft, net: netLeft })
      if (netAfter.gt(0)) debits.push({ of, line, quantity: each.afterQuantity, unitPrice: price, net: netAfter })
    } else if (delta.lt(0)) {
      credits.push(...creditLines(change, each.afterQuantity, price))
    } else if (delta.gt(0)) {
      debits.push({
        of,
        line,
        quantity: each.afterQuantity,
        unitPrice: price.minus(priceLeft),
        net: delta,
        isPriceOnly: true,
      })
    }
  }
  return { credits: byInvoice(credits, postingDate), debits: byInvoice(debits, postingDate) }
}

/** Units credited at the current price, and the price reduction of the others. */
function creditLines(
  { of, line, quantityLeft, priceLeft, delta }: InvoiceChange,
  stays: number,
  price: Amount,
): NoteLine[] {
  const all = zero.minus(delta)
  const quantity = Math.max(quantityLeft - stays, 0)
  const isCheaper = stays > 0 && price.lt(priceLeft)
  const units = isCheaper ? priceLeft.times(quantity) : all
  const notes: NoteLine[] = []
  if (quantity > 0) notes.push({ of, line, quantity, unitPrice: priceLeft, net: units })
  const rest = quantity > 0 ? all.minus(units) : all
  if (rest.gt(0))
    notes.push({ of, line, quantity: stays, unitPrice: priceLeft.minus(price), net: rest, isPriceOnly: true })
  return notes
}

function byInvoice(lines: readonly NoteLine[], issuedOn: string): InvoiceNote[] {
  return [...Map.groupBy(lines, ({ of }) => of.invoiceId).values()].map((own) => {
    const due = own[0]?.of.dueOn ?? issuedOn
    return { issuedOn, dueOn: due > issuedOn ? due : issuedOn, lines: own }
  })
}

/** The total of all lines: the change of the customer's balance, and the sum of absolute changes. */
export function totalsOf(lines: readonly AnyLine[], invoiceLines: readonly InvoiceLine[]) {
  let net = zero
  let all = zero
  for (const [index, line] of lines.entries()) {
    const change = changeOf(line, index, invoiceLines)
    if (!change) continue
    const { gross } = grossOf(change)
    net = net.plus(gross)
    all = all.plus(gross.abs())
  }
  return { netEffect: amountText(net), totalAmount: amountText(all) }
}
