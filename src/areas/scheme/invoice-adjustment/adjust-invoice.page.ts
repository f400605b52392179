import { useMemo } from 'react'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { useOptions } from '#kernel/web/console/client/use-options.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { allRecords, coded, type FormOptions, type Option, type OptionList } from '#kernel/web/console/form/options.ts'
import { useFound } from '#kernel/web/console/form/use-found.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { amount, amountText, formatAmount } from '#kernel/base/money/money.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { schemeAdjustInvoice } from './scheme-adjust-invoice.doc.ts'
import { SCHEME_STATES, type SchemeState } from '../shared/scheme-types.ts'
import type { SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits, serverTotal } from '../decision/line-limits.web.ts'
import { type SchemeFundingLine, useParts, useSchemes, withoutPlace } from '../drafts-and-names/scheme-options.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'

interface Invoiced {
  readonly invoiceLine: string
  readonly skuCode: string
  readonly skuName: string
  readonly legalEntityCode: string
  readonly legalEntityName: string
  readonly operatingUnitCode: string
  readonly operatingUnitName: string
  readonly currency: string
  readonly taxRegime: string
  readonly price: string
  readonly quantity: number
}

interface Location {
  readonly locationCode: string
  readonly locationName: string
  readonly subLocation: string
  readonly warehouseName: string
}

type InvoicedOption = Option & { readonly line: Invoiced }

const MOST = 1000
const STATES = Object.keys(SCHEME_STATES) as SchemeState[]

const freeOf = ({ freeCommitted, freeAccrued }: SchemeFundingLine) =>
  amountText(amount(freeAccrued).plus(freeCommitted))

/** An invoice line's current values are the defaults. */
function lineOption(line: Invoiced): InvoicedOption {
  const { invoiceLine, skuCode, skuName, price, quantity } = line
  return {
    value: invoiceLine,
    label: `${invoiceLine} / ${skuName}`,
    detail: schemeText('page.unitsLeft', { quantity, price: formatAmount(price) }),
    search: skuCode,
    sets: { afterPrice: price, afterQuantity: String(quantity) },
    line,
  }
}

function locationOption({ locationCode, locationName, subLocation, warehouseName }: Location): Option {
  return {
    ...coded(locationCode, locationName),
    detail: `${warehouseName} · ${subLocation}`,
    sets: { subLocation },
  }
}

/** The operating units that invoiced the customer, with dependent values. */
function unitsOf({ options, ...list }: OptionList<InvoicedOption>): OptionList {
  const units = new Map(options.map(({ line }) => [`${line.operatingUnitCode} ${line.currency}`, line]))
  return {
    ...list,
    options: [...units.values()].map(
      ({ operatingUnitCode, operatingUnitName, legalEntityCode, taxRegime, currency }) => ({
        value: operatingUnitCode,
        label: `${operatingUnitCode} / ${operatingUnitName}`,
        detail: currency,
        sets: { currency, legalEntityCode, taxRegime },
      }),
    ),
  }
}

function entitiesOf({ options, ...list }: OptionList<InvoicedOption>): OptionList {
  const entities = new Map(options.map(({ line }) => [line.legalEntityCode, line]))
  return {
    ...list,
    options: [...entities.values()].map((line) => coded(line.legalEntityCode, line.legalEntityName)),
  }
}

function useFormOptions(header: Values): FormOptions {
  const { customerCode = '', operatingUnitCode = '', currency = '', schemeNo = '' } = header
  const key = ['invoiced', customerCode] as const
  const read = (filters: object) =>
    allRecords<Invoiced>('/aps/scheme/invoice/list', { limit: MOST, customerCode, ...filters })
  const newest = useOptions(key, customerCode ? () => read({}) : null, lineOption)
  const invoiced = useFound(newest, {
    key,
    most: MOST,
    search: (keyword) => read({ keyword: keyword.split('/')[0] }),
    toOption: lineOption,
  })
  const locations = useOptions(
    ['storage'],
    () => allRecords<Location>('/aps/scheme/location/list', { limit: MOST }),
    locationOption,
  )
  const schemes = useSchemes(STATES, schemeNo)
  const parts = useParts(schemeNo, freeOf)
  return useMemo(() => {
    const ofUnit = invoiced.options.filter(
      ({ line }) => line.operatingUnitCode === operatingUnitCode && line.currency === currency,
    )
    return {
      fields: {
        operatingUnitCode: unitsOf(invoiced),
        legalEntityCode: entitiesOf(invoiced),
        schemeNo: withoutPlace(schemes),
      },
      lines: { invoiceLine: { ...invoiced, options: ofUnit }, locationCode: locations, fundingNo: parts },
    }
  }, [invoiced, locations, schemes, parts, operatingUnitCode, currency])
}

function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const areas = useAreas(schemeAdjustInvoice.actions.submit.approval)
  if (areas.onRetry) return { onRetry: areas.onRetry }
  const area = areas.options.find((option) => option.value === query.get('topAreaId')) ?? areas.options[0]
  if (!area) return null
  return {
    header: {
      areaId: area.value,
      ...area.sets,
      customerCode: query.get('customerCode') ?? '',
      adjustType: 'creditNote',
      category: 'other',
      costBearing: 'no',
      postingDate: homeDay(),
      reason: '',
    },
  }
}

const BORNE = new Set(['fundingNo', 'budgetCode'])
const STORED = new Set(['locationCode', 'subLocation'])

export const form: FormSpec<SchemeChecked> = {
  definition: schemeAdjustInvoice,
  asksTitle: true,
  resets: {
    areaId: { fields: ['customerCode', 'operatingUnitCode', 'legalEntityCode', 'currency'], lines: ['invoiceLine'] },
    customerCode: {
      fields: ['operatingUnitCode', 'legalEntityCode', 'currency'],
      lines: ['invoiceLine', 'fundingNo'],
    },
    operatingUnitCode: { lines: ['invoiceLine'] },
    category: { lines: ['locationCode', 'subLocation'] },
    schemeNo: { lines: ['fundingNo'] },
    costBearing: { lines: ['fundingNo'] },
  },
  useOptions: useFormOptions,
  useStart,
  lineColumns({ costBearing, category }) {
    const all = schemeAdjustInvoice.view?.lines?.columns ?? []
    return all.filter(
      (column) => (costBearing === 'yes' || !BORNE.has(column)) && (category !== 'other' || !STORED.has(column)),
    )
  },
  requiredColumns: ({ category }) => ['afterPrice', ...(category === 'other' ? [] : ['locationCode', 'subLocation'])],
  limits: lineLimits(schemeAdjustInvoice, 'afterPrice', [
    { of: ['netLeft'], label: () => schemeText('page.netOf'), left: 'netAfter' },
    { of: ['freeOfScheme'], label: () => schemeText('page.freeOf') },
  ]),
  total: serverTotal,
  check: (input, options) => post<SchemeChecked>(`${schemeAdjustInvoice.api}/check`, input, options),
  lineValue: ({ lines }, column, row) => {
    const value = lines.find((line) => line.row === row)?.values[column]
    return value === null || value === undefined ? null : String(value)
  },
}
/** Invoice adjustments on their pages. */
export const page = schemePage(schemeAdjustInvoice, 'invoices')
