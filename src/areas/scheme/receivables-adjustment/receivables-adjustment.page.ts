import { useMemo } from 'react'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { useOptions } from '#kernel/web/console/client/use-options.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { allRecords, type FormOptions, type Option, type OptionList } from '#kernel/web/console/form/options.ts'
import { useFound } from '#kernel/web/console/form/use-found.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { amount, amountText, formatAmount } from '#kernel/base/money/money.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { schemeReceivablesAdjustment } from './scheme-receivables-adjustment.doc.ts'
import { SCHEME_STATES, type SchemeState } from '../shared/scheme-types.ts'
import type { SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits } from '../decision/line-limits.web.ts'
import { type SchemeFundingLine, useParts, useSchemes, withoutPlace } from '../drafts-and-names/scheme-options.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'

interface Item {
  readonly itemNo: string
  readonly kind: string
  readonly operatingUnitCode: string
  readonly operatingUnitName: string
  readonly currency: string
  readonly dueOn: string
  readonly open: string
  readonly free: string
}

const ITEMS = 1000

/** In any state: returns are possible after the end of a scheme. */
const STATES = Object.keys(SCHEME_STATES) as SchemeState[]

const freeOf = ({ freeCommitted, freeAccrued }: SchemeFundingLine) =>
  amountText(amount(freeAccrued).plus(freeCommitted))

/** A customer's receivables: an item sets operating unit and currency. */
function useItems(customerCode: string): OptionList<Option & { readonly item: Item }> {
  const key = ['receivables', customerCode] as const
  const read = (filters: object) =>
    allRecords<Item>('/aps/scheme/receivable/list', { limit: ITEMS, customerCode, ...filters })
  const list = useOptions(key, customerCode ? () => read({}) : null, itemOption)
  return useFound(list, { key, most: ITEMS, search: (keyword) => read({ keyword }), toOption: itemOption })
}

function itemOption(item: Item): Option & { readonly item: Item } {
  const { itemNo, free, currency, dueOn } = item
  return { value: itemNo, label: itemNo, detail: `${formatAmount(free)} ${currency} · ${dueOn}`, item }
}

/** The operating units of the customer's receivables, each with its currency. */
function unitsOf({ options, ...list }: ReturnType<typeof useItems>): OptionList {
  const units = new Map(options.map(({ item }) => [`${item.operatingUnitCode} ${item.currency}`, item]))
  return {
    ...list,
    options: [...units.values()].map(({ operatingUnitCode, operatingUnitName, currency }) => ({
      value: operatingUnitCode,
      label: `${operatingUnitCode} / ${operatingUnitName}`,
      detail: currency,
      sets: { currency },
    })),
  }
}

function useFormOptions(header: Values): FormOptions {
  const { customerCode = '', operatingUnitCode = '', currency = '', schemeNo = '' } = header
  const items = useItems(customerCode)
  const schemes = useSchemes(STATES, schemeNo)
  const parts = useParts(schemeNo, freeOf)
  return useMemo(() => {
    const ofUnit = items.options.filter(
      ({ item }) => item.operatingUnitCode === operatingUnitCode && item.currency === currency,
    )
    return {
      fields: {
        operatingUnitCode: unitsOf(items),
        schemeNo: withoutPlace(schemes),
      },
      lines: { itemNo: { ...items, options: ofUnit }, fundingNo: parts },
    }
  }, [items, schemes, parts, operatingUnitCode, currency])
}

function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const areas = useAreas(schemeReceivablesAdjustment.actions.submit.approval)
  if (areas.onRetry) return { onRetry: areas.onRetry }
  const area = areas.options.find((option) => option.value === query.get('topAreaId')) ?? areas.options[0]
  if (!area) return null
  const schemeNo = query.get('schemeNo') ?? ''
  return {
    header: {
      areaId: area.value,
      ...area.sets,
      customerCode: query.get('customerCode') ?? '',
      adjustReason: 'rebateOffset',
      costBearing: 'no',
      taxDocument: 'none',
      postingDate: homeDay(),
      ...(schemeNo ? { schemeNo, costBearing: 'yes', adjustReason: 'priceDifference' } : {}),
      reason: '',
    },
  }
}

const BORNE = new Set(['fundingNo', 'budgetCode'])

const isDecrease = ({ direction }: Values) => direction === 'decrease'

export const form: FormSpec<SchemeChecked> = {
  definition: schemeReceivablesAdjustment,
  asksTitle: true,
  resets: {
    areaId: { fields: ['customerCode', 'operatingUnitCode', 'currency'], lines: ['itemNo', 'toCustomerCode'] },
    customerCode: { fields: ['operatingUnitCode', 'currency'], lines: ['itemNo', 'fundingNo'] },
    operatingUnitCode: { lines: ['itemNo'] },
    schemeNo: { lines: ['fundingNo'] },
    costBearing: { lines: ['fundingNo'] },
  },
  useOptions: useFormOptions,
  useStart,
  lineColumns: ({ costBearing }) => {
    const all = schemeReceivablesAdjustment.view?.lines?.columns ?? []
    return costBearing === 'yes' ? all : all.filter((column) => !BORNE.has(column))
  },
  limits: lineLimits(schemeReceivablesAdjustment, 'amount', [
    {
      of: ['freeOpen'],
      label: () => schemeText('page.openOf'),
      shared: 'itemNo',
      when: ({ direction }) => direction !== 'increase',
    },
    { of: ['freeOfScheme'], label: () => schemeText('page.freeOf'), shared: 'fundingNo', when: isDecrease },
    { of: ['freeRebate'], label: () => schemeText('page.freeRebate'), shared: 'rebate', when: isDecrease },
  ]),
  check: (input, options) => post<SchemeChecked>(`${schemeReceivablesAdjustment.api}/check`, input, options),
  lineValue: ({ lines }, column, row) => {
    const value = lines.find((line) => line.row === row)?.values[column]
    return value === null || value === undefined ? null : String(value)
  },
}
/** Receivables adjustments on their pages. */
export const page = schemePage(schemeReceivablesAdjustment, 'items')
