import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, zero } from '#kernel/base/money/money.ts'
import type { SchemeExecuteHeader, SchemeExecuteLine } from '../execution/scheme-execute.doc.ts'
import { schemeErrors } from '../scheme.errors.ts'

// Tax on a claim's payment: added to it, or included in the amount.

type TaxMode = SchemeExecuteHeader['taxMode']

type TaxedLine = Pick<SchemeExecuteLine, 'gstAmount' | 'tdsAmount'> & { readonly amount: string | null }

/** Tax added to the amount; included tax only states its share. */
function onTop(gst: Amount, taxMode: TaxMode): Amount {
  return taxMode === 'included' ? zero : gst
}

/** The customer's billing country, and its tax rates for claims in percent (decision 071). */
export interface TaxFact {
  readonly country: string
  readonly rates: readonly string[]
}

/** Of the net amount, to the cent, with any rounding. */
const isAt = (rate: string, gst: Amount, net: Amount) => gst.minus(net.times(rate).div(100)).abs().lte('0.01')

/** The tax rate exists, and deductions do not exceed the payment. */
export function checkTax(
  { taxMode }: Pick<SchemeExecuteHeader, 'taxMode'>,
  line: SchemeExecuteLine,
  row: number,
  { country, rates }: TaxFact,
): Refusal[] {
  const [asked, gst] = [amount(line.amount), amount(line.gstAmount ?? '0')]
  const net = taxMode === 'included' ? asked.minus(gst) : asked
  const refusals: Refusal[] = []
  if (gst.gt(0) && taxMode === null) refusals.push(schemeErrors.taxModeMissing({}, { field: 'taxMode' }))
  if (gst.gt(0) && taxMode === 'none') refusals.push(schemeErrors.gstNotAsked({}, { field: 'gstAmount', row }))
  else if (gst.gt(0) && !rates.some((rate) => isAt(rate, gst, net)))
    refusals.push(
      rates.length === 0
        ? schemeErrors.gstNotSet({ country }, { field: 'gstAmount', row })
        : schemeErrors.gstBeyond({ country, rates: rates.join(', ') }, { field: 'gstAmount', row }),
    )
  if (amount(line.tdsAmount ?? '0').gt(asked.plus(onTop(gst, taxMode))))
    refusals.push(schemeErrors.taxBeyond({}, { field: 'tdsAmount', row }))
  return refusals
}

/** The transferred sum: with added tax, without deducted tax. */
export function paidFor(lines: readonly TaxedLine[], taxMode: TaxMode): Amount {
  return lines.reduce(
    (sum, { amount: asked, gstAmount, tdsAmount }) =>
      sum
        .plus(asked ?? '0')
        .plus(onTop(amount(gstAmount ?? '0'), taxMode))
        .minus(tdsAmount ?? '0'),
    zero,
  )
}
