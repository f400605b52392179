import type { Refusal } from '#kernel/errors/errors.ts'
import { type Amount, amount, zero } from '#kernel/money/money.ts'
import type { SchemeExecuteHeader, SchemeExecuteLine } from './scheme-execute.doc.ts'
import { schemeErrors } from './scheme.errors.ts'

// Tax on what a claim pays out: it comes on top, or is a part of the amount already.

type TaxMode = SchemeExecuteHeader['taxMode']

type TaxedLine = Pick<SchemeExecuteLine, 'gstAmount' | 'tdsAmount'> & { readonly amount: string | null }

/** What comes on top of the amount: tax that is included says only what of it is tax. */
function onTop(gst: Amount, taxMode: TaxMode): Amount {
  return taxMode === 'included' ? zero : gst
}

/** Percent of what is paid without it: central, state and integrated tax together can by law not be more. */
const MOST_GST = 40

/** The tax on it is one that there can be, and no more is deducted than is paid. */
export function checkTax(
  { taxMode }: Pick<SchemeExecuteHeader, 'taxMode'>,
  line: SchemeExecuteLine,
  row: number,
): Refusal[] {
  const [asked, gst] = [amount(line.amount), amount(line.gstAmount ?? '0')]
  const net = taxMode === 'included' ? asked.minus(gst) : asked
  const refusals: Refusal[] = []
  if (gst.gt(0) && taxMode === null) refusals.push(schemeErrors.taxModeMissing({}, { field: 'taxMode' }))
  if (gst.gt(0) && taxMode === 'none') refusals.push(schemeErrors.gstNotAsked({}, { field: 'gstAmount', row }))
  else if (gst.gt(net.times(MOST_GST).div(100)))
    refusals.push(schemeErrors.gstBeyond({ percent: MOST_GST }, { field: 'gstAmount', row }))
  if (amount(line.tdsAmount ?? '0').gt(asked.plus(onTop(gst, taxMode))))
    refusals.push(schemeErrors.taxBeyond({}, { field: 'tdsAmount', row }))
  return refusals
}

/** What is sent in money: with the tax on top of it, without the tax that is deducted. */
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
