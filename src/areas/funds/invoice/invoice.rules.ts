import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amountText, sumAmounts, zero } from '#kernel/base/money/money.ts'
import type { FundsKey } from '../account/funds-account.ts'
import { fundsErrors } from '../funds.errors.ts'
import type { OpenItem } from '../receivable/receivable.rules.ts'

// Posted invoices are never changed (domain.md 2.14): notes refer to their lines, and each line has its credited amount.

/** Percent of the net, by tax. */
export interface TaxRates {
  readonly cgst: Amount
  readonly sgst: Amount
  readonly igst: Amount
  readonly vat: Amount
}

/** A current line of a posted invoice. */
export interface InvoiceLine extends FundsKey {
  readonly id: string
  readonly invoiceId: string
  readonly invoiceNo: string
  readonly invoiceKind: 'invoice' | 'creditNote' | 'debitNote'
  readonly scopeId: number
  readonly legalEntityCode: string
  readonly warehouseCode: string | null
  readonly locationCode: string | null
  readonly issuedOn: string
  readonly dueOn: string
  readonly taxRegime: 'gst' | 'vat' | 'none'
  readonly placeOfSupply: string | null
  readonly lineNo: number
  readonly skuCode: string
  readonly minorDigits: number
  readonly quantity: number
  readonly unitPrice: Amount
  readonly net: Amount
  readonly tax: Amount
  readonly rates: TaxRates
  readonly credited: { readonly quantity: number; readonly net: Amount; readonly tax: Amount }
  /** Price increases by debit notes. */
  readonly debited: { readonly net: Amount; readonly tax: Amount }
  /** The document in approval that has locked it. */
  readonly lock: { readonly documentId: string; readonly round: number; readonly no: string } | null
  /** The unpaid part of the invoice; null: nothing was booked for it. */
  readonly item: OpenItem | null
}

/** A note's part for one invoice line: units, unit price, and so the net amount. */
export interface NoteLine {
  readonly of: InvoiceLine
  readonly line: number
  readonly quantity: number
  /** Only the unit price was wrong: no unit is taken back. */
  readonly isPriceOnly?: true
  readonly unitPrice: Amount
  readonly net: Amount
}

/** A note to one invoice. */
export interface InvoiceNote {
  readonly issuedOn: string
  readonly dueOn: string
  readonly lines: readonly NoteLine[]
}

export interface Taxes {
  readonly cgst: Amount
  readonly sgst: Amount
  readonly igst: Amount
  readonly vat: Amount
  readonly tax: Amount
}

/** Half up, away from zero: mode 1 of big.js. */
const HALF_UP = 1

/** The taxes of a net amount of a line, by the rates it was posted with. */
export function taxesOf({ rates, minorDigits }: Pick<InvoiceLine, 'rates' | 'minorDigits'>, net: Amount): Taxes {
  const share = (rate: Amount) => net.times(rate).div(100).round(Math.min(minorDigits, 2), HALF_UP)
  const taxes = { cgst: share(rates.cgst), sgst: share(rates.sgst), igst: share(rates.igst), vat: share(rates.vat) }
  return { ...taxes, tax: sumAmounts(Object.values(taxes)) }
}

/** The taxes of each line of a credit note: crediting the rest of a line credits the rest of its tax, and never more. */
export function creditTaxes(lines: readonly NoteLine[]): readonly Taxes[] {
  const left = new Map<string, { readonly net: Amount; readonly tax: Amount }>()
  return lines.map(({ of, net }) => {
    const rest = left.get(of.id) ?? {
      net: creditable(of).net,
      tax: of.tax.plus(of.debited.tax).minus(of.credited.tax),
    }
    const taxes = taxesOf(of, net)
    const isAll = net.eq(rest.net)
    const wanted = isAll || taxes.tax.gt(rest.tax) ? rest.tax : taxes.tax
    const tax = corrected(taxes, wanted)
    left.set(of.id, { net: rest.net.minus(net), tax: rest.tax.minus(tax.tax) })
    return tax
  })
}

/** The rounding difference goes to the first tax. */
function corrected(taxes: Taxes, wanted: Amount): Taxes {
  const difference = wanted.minus(taxes.tax)
  if (difference.eq(0)) return taxes
  const name = (['igst', 'cgst', 'vat', 'sgst'] as const).find((each) => taxes[each].gt(0)) ?? 'vat'
  return { ...taxes, [name]: taxes[name].plus(difference), tax: wanted }
}

/** The creditable rest of a line, including increases by debit notes. */
export function creditable({ quantity, net, credited, debited }: InvoiceLine): {
  readonly quantity: number
  readonly net: Amount
} {
  return { quantity: quantity - credited.quantity, net: net.plus(debited.net).minus(credited.net) }
}

/** All refusals of working on these lines: another document has locked them. `own`: the document that has locked them already. */
export function checkInvoiceLocks(
  lines: readonly { readonly of: InvoiceLine; readonly line: number }[],
  own: string | null,
): Refusal[] {
  return lines.flatMap(({ of, line }) =>
    of.lock && of.lock.documentId !== own
      ? [fundsErrors.lineLocked({ no: of.invoiceNo, line: of.lineNo, by: of.lock.no }, { row: line - 1 })]
      : [],
  )
}

/** Units that a line of a note takes off the invoice line. */
export function unitsOf({ quantity, isPriceOnly }: NoteLine): number {
  return isPriceOnly ? 0 : quantity
}

/** All refusals of a credit note: only for invoices, never more units or money than the line has left. */
export function checkCredits(lines: readonly NoteLine[]): Refusal[] {
  const taken = new Map<string, { quantity: number; net: Amount }>()
  return lines.flatMap((note) => {
    const { of, line, net } = note
    const quantity = unitsOf(note)
    const at = (field: string) => ({ field, row: line - 1 })
    if (of.invoiceKind !== 'invoice') return [fundsErrors.noteOfNote({ no: of.invoiceNo }, at('invoiceNo'))]
    const before = taken.get(of.id) ?? { quantity: 0, net: zero }
    taken.set(of.id, { quantity: before.quantity + quantity, net: before.net.plus(net) })
    const left = creditable(of)
    const units = left.quantity - before.quantity
    const money = left.net.minus(before.net)
    const where = { no: of.invoiceNo, line: of.lineNo }
    return [
      ...(quantity > units ? [fundsErrors.exceedsQuantity({ ...where, quantity, left: units }, at('quantity'))] : []),
      ...(net.gt(money)
        ? [
            fundsErrors.exceedsNet(
              { ...where, amount: amountText(net), left: amountText(money), currency: of.currency },
              at('amount'),
            ),
          ]
        : []),
    ]
  })
}
