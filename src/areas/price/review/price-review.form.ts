import { useMemo } from 'react'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { useTradeTerms } from '#areas/customer/trade-terms.web.facade.ts'
import { post } from '#kernel/web/console/client/api.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import type { FormOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { priceReview } from './price-review.doc.ts'

interface PriceChecked extends CheckResult {
  readonly lines: readonly { readonly row: number; readonly values: Readonly<Record<string, string | number | null>> }[]
}

function useFormOptions(header: Values): Partial<FormOptions> {
  const terms = useTradeTerms(header, { ofAll: true })
  return useMemo(() => ({ fields: { tradeTermCode: terms } }), [terms])
}

/** Defaults: from tomorrow on, without tax, for good; a classification or customer may come with the address. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const areas = useAreas(priceReview.actions.submit.approval)
  if (areas.onRetry) return { onRetry: areas.onRetry }
  const area = areas.options.find((option) => option.value === query.get('topAreaId')) ?? areas.options[0]
  if (!area) return null
  const of = (name: string) => query.get(name) ?? ''
  return {
    header: {
      areaId: area.value,
      ...area.sets,
      classificationCode: of('classificationCode'),
      customerCode: of('customerCode'),
      tradeTermCode: of('tradeTermCode'),
      taxMode: 'exclusive',
      mode: 'replace',
      retro: 'no',
      effectiveFrom: homeDay(),
    },
  }
}

/** The form of a price review, on desktop and phone. */
export const form: FormSpec<PriceChecked> = {
  definition: priceReview,
  resets: {
    areaId: {
      fields: ['classificationCode', 'customerCode', 'associatedCode', 'tradeTermCode', 'currency'],
      lines: ['skuCode'],
    },
    customerCode: { fields: ['tradeTermCode'] },
  },
  useOptions: useFormOptions,
  useStart,
  formFields: ({ taxMode }) =>
    (priceReview.view?.form ?? []).filter((field) => field !== 'taxRate' || taxMode === 'inclusive'),
  check: (input, options) => post<PriceChecked>(`${priceReview.api}/check`, input, options),
  lineValue({ lines }, column, row) {
    const value = lines.find((line) => line.row === row)?.values[column]
    return value === null || value === undefined ? null : String(value)
  },
}
