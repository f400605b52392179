import { useMemo } from 'react'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { useTradeTerms } from '#areas/customer/trade-terms.web.facade.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { post } from '#kernel/web/console/client/api.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import type { FormOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { homeDay } from '#kernel/web/ui/time.ts'

export interface PriceChecked extends CheckResult {
  readonly lines: readonly { readonly row: number; readonly values: Readonly<Record<string, string | number | null>> }[]
}

function useFormOptions(header: Values): Partial<FormOptions> {
  const terms = useTradeTerms(header, { ofAll: true })
  return useMemo(() => ({ fields: { tradeTermCode: terms } }), [terms])
}

/** Fields that belong to an area. */
const OF_AREA = ['classificationCode', 'customerCode', 'associatedCode', 'tradeTermCode', 'currency']

/** The form of a document that asks for prices, on desktop and phone. */
export function priceForm(definition: AnyDefinition): FormSpec<PriceChecked> {
  const { fields, view, api, actions } = definition
  /** Defaults: from today on, without tax, for good; a classification or customer may come with the address. */
  function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
    const areas = useAreas(actions['submit']!.approval!)
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
        effectiveFrom: homeDay(),
        ...(fields['retro'] ? { retro: 'no' } : {}),
      },
    }
  }
  return {
    definition,
    resets: {
      areaId: { fields: OF_AREA.filter((name) => name in fields), lines: ['skuCode'] },
      customerCode: { fields: ['tradeTermCode'] },
    },
    useOptions: useFormOptions,
    shownWithValue: ['costBasis', 'costOrigin', 'margin', 'floorMargin'],
    // Names of products differ at their ends.
    widths: { skuCode: 320 },
    useStart,
    formFields: ({ taxMode }) => (view?.form ?? []).filter((field) => field !== 'taxRate' || taxMode === 'inclusive'),
    check: (input, options) => post<PriceChecked>(`${api}/check`, input, options),
    lineValue({ lines }, column, row) {
      const value = lines.find((line) => line.row === row)?.values[column]
      return value === null || value === undefined ? null : String(value)
    },
  }
}
