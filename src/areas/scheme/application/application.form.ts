import { useMemo } from 'react'
import { useAreas, useSpendableBudgets } from '#areas/budget/budget.web.facade.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { amountText, readAmount } from '#kernel/base/money/money.ts'
import { type FormOptions, thisMonth } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { schemeApplication } from './scheme-application.doc.ts'
import { BASES_OF, type SchemeType } from '../shared/scheme-types.ts'
import { lineColumns } from './application-columns.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
import { useBudgetWords } from '../shared/budget-words.web.ts'
import type { SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits } from '../decision/line-limits.web.ts'
import { useStores } from '../drafts-and-names/scheme-options.web.ts'

function useOptions(header: Values): Partial<FormOptions> {
  const { idcCode = '', areaId = '', startDate = '', endDate = '', productClass = '' } = header
  const stores = useStores({ areaId })
  const words = useBudgetWords(documentTexts(schemeApplication).lineField('availableAmount'))
  const budgets = useSpendableBudgets({ idcCode, firstDay: startDate, lastDay: endDate, productClass, words })
  return useMemo(() => ({ lines: { storeCode: stores, budgetCode: budgets } }), [stores, budgets])
}

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** Defaults: next month, with claims within two months of its end. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const areas = useAreas(schemeApplication.actions.submit.approval)
  if (areas.onRetry) return { onRetry: areas.onRetry }
  const area =
    areas.options.find((option) => option.value === query.get('topAreaId')) ??
    areas.options.find((option) => option.idcCode === query.get('idcCode')) ??
    areas.options[0]
  if (!area) return null
  const { year, month } = thisMonth()
  return {
    header: {
      schemeType:
        schemeApplication.fields.schemeType.options?.find((each) => each === query.get('applyType')) ?? 'sellInRebate',
      areaId: area.value,
      ...area.sets,
      productClass: 'phone',
      startDate: dayOf(year, month, 1),
      endDate: dayOf(year, month + 1, 0),
      claimDeadline: dayOf(year, month + 3, 0),
      settlementPeriod: 'month',
      rebateType: 'standard',
      withholdRate: '100.00',
      name: '',
      reason: '',
    },
  }
}

/** Fields of one scheme type only: for price protection the stock day, for price support whether it may coincide with a special price. */
const ONLY_OF: Readonly<Record<string, string>> = {
  referenceDate: 'priceProtection',
  coverageDays: 'priceProtection',
  stackable: 'priceSupport',
}

function formFields({ schemeType = '' }: Values): readonly string[] {
  return (schemeApplication.view?.form ?? []).filter((field) => (ONLY_OF[field] ?? schemeType) === schemeType)
}

/** Unit amount times planned quantity; null where the line has no unit amount. */
function plannedAmount({ unitAmount = '', plannedQuantity = '' }: Values): string | null {
  const [unit, quantity] = [readAmount(unitAmount), readAmount(plannedQuantity)]
  return typeof unit === 'string' || typeof quantity === 'string' ? null : amountText(unit.times(quantity).round(2))
}

/** The form of policy applications. */
export const form: FormSpec<SchemeChecked> = {
  definition: schemeApplication,
  resets: {
    areaId: { lines: ['customerCode', 'channelCode', 'storeCode', 'budgetCode'] },
    productClass: { lines: ['skuCode', 'spuCode', 'budgetCode'] },
  },
  removed: { budgetCode: () => schemeText('page.budgetRemoved') },
  follows: { amount: { of: ['unitAmount', 'plannedQuantity'], from: plannedAmount } },
  useOptions,
  useStart,
  formFields,
  lineColumns,
  // Only a fixed sum is not paid by product.
  columnHints: ({ schemeType = '' }): Values => {
    if (BASES_OF[schemeType as SchemeType]?.includes('fixed')) return {}
    const either = schemeText('page.oneOfTwo')
    return { skuCode: either, spuCode: either }
  },
  limits: lineLimits(schemeApplication, 'amount', [
    { of: ['availableAmount'], shared: 'budgetCode', currency: 'availableCurrency' },
  ]),
  check: (input, options) => post<SchemeChecked>(`${schemeApplication.api}/check`, input, options),
  lineValue: ({ lines }, column, row) => {
    const value = lines.find((line) => line.row === row)?.values[column]
    return value === null || value === undefined ? null : String(value)
  },
}
