import { useMemo } from 'react'
import { useAreas, useSpendableBudgets } from '#areas/budget/budget.web.facade.ts'
import { useTradeTerms } from '#areas/customer/trade-terms.web.facade.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { post } from '#kernel/web/console/client/api.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { type FormOptions, thisMonth } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { schemeSpecialPrice } from './scheme-special-price.doc.ts'
import { useBudgetWords } from '../shared/budget-words.web.ts'
import type { SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits, serverTotal, timesOf } from '../decision/line-limits.web.ts'

const TEMPLATE = schemeSpecialPrice.actions.submit.approval
function useFormOptions(header: Values): FormOptions {
  const { idcCode = '', validFrom = '', validTo = '' } = header
  const terms = useTradeTerms(header)
  const words = useBudgetWords(documentTexts(schemeSpecialPrice).lineField('availableAmount'))
  const budgets = useSpendableBudgets({ idcCode, firstDay: validFrom, lastDay: validTo, words })
  return useMemo(() => ({ fields: { tradeTermCode: terms }, lines: { budgetCode: budgets } }), [terms, budgets])
}

/** Defaults: from today to the end of the next month. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const areas = useAreas(TEMPLATE)
  if (areas.onRetry) return { onRetry: areas.onRetry }
  const area = areas.options.find((option) => option.value === query.get('topAreaId')) ?? areas.options[0]
  if (!area) return null
  const { year, month } = thisMonth()
  return {
    header: {
      areaId: area.value,
      ...area.sets,
      customerCode: query.get('customerCode') ?? '',
      validFrom: homeDay(),
      validTo: new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10),
      funding: 'budget',
      settlement: 'onInvoice',
      stackable: 'no',
      reason: '',
    },
  }
}

const FUNDED = new Set(['unitSupport', 'totalSupport', 'budgetCode', 'availableAmount'])

export const form: FormSpec<SchemeChecked> = {
  definition: schemeSpecialPrice,
  asksTitle: true,
  resets: {
    areaId: {
      fields: ['customerCode', 'endCustomerCode', 'tradeTermCode', 'currency'],
      lines: ['skuCode', 'budgetCode'],
    },
    customerCode: { fields: ['tradeTermCode'] },
    funding: { lines: ['unitSupport', 'budgetCode'] },
  },
  useOptions: useFormOptions,
  useStart,
  // The margin is shown to deciders only.
  lineColumns: ({ funding }) =>
    (schemeSpecialPrice.view?.lines?.columns ?? []).filter(
      (column) => column !== 'margin' && (funding === 'budget' || !FUNDED.has(column)),
    ),
  requiredColumns: ({ funding }) => (funding === 'budget' ? ['unitSupport', 'budgetCode'] : []),
  limits: lineLimits(schemeSpecialPrice, 'unitSupport', [
    {
      of: ['availableAmount'],
      shared: 'budgetCode',
      currency: 'availableCurrency',
      taken: ({ unitSupport, quantityCap }) => timesOf(unitSupport, quantityCap),
    },
  ]),
  total: serverTotal,
  check: (input, options) => post<SchemeChecked>(`${schemeSpecialPrice.api}/check`, input, options),
  lineValue: ({ lines }, column, row) => {
    const value = lines.find((line) => line.row === row)?.values[column]
    return value === null || value === undefined ? null : String(value)
  },
}
