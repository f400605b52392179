import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { useOptions } from '#kernel/web/console/client/use-options.ts'
import { allRecords, coded, type Option, type OptionList } from '#kernel/web/console/form/options.ts'
import { useFound } from '#kernel/web/console/form/use-found.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import type { RebateType, SchemeState, SettlementPeriod } from '../shared/scheme-types.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'

interface Store {
  readonly storeCode: string
  readonly storeName: string
  readonly customerCode: string
  readonly customerName: string
}

/** Most customers or stores loaded; others are searched. */
const MOST = 1000

const storeOption = ({ storeCode, storeName, customerCode, customerName }: Store): Option => ({
  ...coded(storeCode, storeName),
  detail: customerName,
  search: customerCode,
})

/** Stores of an area, or of one customer. */
export function useStores(of: { readonly areaId: string; readonly customerCode?: string }): OptionList {
  const { areaId, customerCode = '' } = of
  const key = ['schemeStore', areaId, customerCode] as const
  const isAsked = areaId !== ''
  const read = (filters: object) =>
    allRecords<Store>('/aps/scheme/stores', {
      limit: MOST,
      areaId: Number(areaId),
      ...(customerCode === '' ? {} : { customerCode }),
      ...filters,
    })
  const list = useOptions(key, isAsked ? () => read({}) : null, storeOption)
  return useFound(list, { key, most: MOST, search: (keyword) => read({ keyword }), toOption: storeOption })
}

export interface SchemeEntry {
  readonly schemeNo: string
  readonly name: string
  readonly state: SchemeState
  readonly schemeType: string
  readonly idcCode: string
  readonly areaId: string
  readonly currency: string
  readonly ownerAccount: string
  readonly rebateType: RebateType
  readonly settlementPeriod: SettlementPeriod
  readonly startDate: string
  readonly endDate: string
  readonly endsOn: string
}

const SCHEMES = 200

/** Schemes for follow-up documents; the choice sets place, currency and owner, and what `sets` adds (must be stable). */
export function useSchemes(
  states: readonly SchemeState[],
  chosen: string,
  sets?: (scheme: SchemeEntry) => Values,
): OptionList {
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: queryKeys.list('scheme', ['pick', states.join()]),
    queryFn: () => allRecords<SchemeEntry>('/aps/scheme/list', { limit: SCHEMES, states }),
  })
  // An older one, or one in another state by now, is loaded by number.
  const isMissing = chosen !== '' && data !== undefined && !data.some(({ schemeNo }) => schemeNo === chosen)
  const one = useQuery({
    queryKey: queryKeys.list('scheme', ['one', chosen]),
    queryFn: () => allRecords<SchemeEntry>('/aps/scheme/list', { limit: 1, schemeNo: chosen }),
    enabled: isMissing,
  })
  const list = useMemo(
    () => ({
      options: isError ? [] : [...(one.data ?? []), ...(data ?? [])].map((entry) => schemeOption(entry, sets)),
      isLoading: isLoading || one.isLoading,
      onRetry: isError ? () => void refetch() : undefined,
    }),
    [data, one.data, isLoading, one.isLoading, isError, refetch, sets],
  )
  const toOption = useCallback((entry: SchemeEntry) => schemeOption(entry, sets), [sets])
  return useFound(list, {
    key: ['scheme', states.join()],
    most: SCHEMES,
    search: (keyword) => allRecords<SchemeEntry>('/aps/scheme/list', { limit: SCHEMES, states, keyword }),
    toOption,
  })
}

/** One scheme, by its chosen number. */
export function useScheme(schemeNo: string): SchemeEntry | null {
  const { data } = useQuery({
    queryKey: queryKeys.list('scheme', ['one', schemeNo]),
    queryFn: () => allRecords<SchemeEntry>('/aps/scheme/list', { limit: 1, schemeNo }),
    enabled: schemeNo !== '',
  })
  return data?.[0] ?? null
}

export function schemeOption(entry: SchemeEntry, sets?: (scheme: SchemeEntry) => Values): Option {
  const { schemeNo, name, state, idcCode, areaId, currency, ownerAccount } = entry
  return {
    value: schemeNo,
    label: `${schemeNo} / ${name}`,
    detail: `${schemeText(`states.${state}`)} · ${currency}`,
    sets: { idcCode, areaId, currency, ownerAccount, ...sets?.(entry) },
  }
}

/** A part of a scheme: the share of a line paid by one budget. */
export interface SchemeFundingLine {
  readonly fundingNo: number
  readonly lineNo: number
  readonly customerCode: string | null
  readonly channelCode: string | null
  readonly storeCode: string | null
  readonly customerName: string | null
  /** In words: the customer, their store, or the channel. */
  readonly forBeneficiary: string
  readonly productCode: string | null
  readonly productName: string | null
  readonly basis: string
  readonly budgetCode: string
  readonly currency: string
  readonly committed: string
  readonly accrued: string
  readonly executed: string
  readonly freeCommitted: string
  readonly freeAccrued: string
  readonly freeExecuted: string
}

/** The parts of a scheme with their free amounts, for lines that name one; `free` selects the document's amount. */
export function useParts(
  schemeNo: string,
  free: (part: SchemeFundingLine) => string,
): OptionList & { readonly parts: readonly SchemeFundingLine[]; readonly customers: OptionList } {
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: queryKeys.list('scheme', ['parts', schemeNo]),
    queryFn: () => post<readonly SchemeFundingLine[]>('/aps/scheme/parts', { schemeNo }, { handles: true }),
    enabled: schemeNo !== '',
  })
  return useMemo(() => {
    const parts = isError ? [] : (data ?? [])
    const list = (options: readonly Option[]): OptionList => ({
      options,
      isLoading,
      onRetry: isError ? () => void refetch() : undefined,
    })
    const customers = new Map(
      parts.flatMap(({ customerCode, customerName }) =>
        customerCode === null ? [] : [[customerCode, customerName ?? customerCode] as const],
      ),
    )
    return {
      ...list(parts.map((part) => partOption(part, free(part)))),
      parts,
      customers: list([...customers].map(([value, name]) => ({ value, label: `${value} / ${name}` }))),
    }
  }, [data, isLoading, isError, refetch, free])
}

interface SchemeCustomer {
  readonly customerCode: string
  readonly customerName: string
  readonly channelCode: string
}

const schemeCustomerOption = ({ customerCode, customerName, channelCode }: SchemeCustomer): Option => ({
  ...coded(customerCode, customerName),
  has: { channelCode },
})

/** Customers of a scheme's lines, individually or through their channel; or paid customers. */
export function useSchemeCustomers(schemeNo: string, beneficiary: 'for' | 'paid' = 'for'): OptionList {
  const key = ['schemeCustomer', schemeNo, beneficiary] as const
  const read = (filters: object) =>
    allRecords<SchemeCustomer>('/aps/scheme/customers', {
      limit: MOST,
      schemeNo,
      settled: beneficiary === 'paid',
      ...filters,
    })
  const list = useOptions(key, schemeNo === '' ? null : () => read({}), schemeCustomerOption)
  return useFound(list, { key, most: MOST, search: (keyword) => read({ keyword }), toOption: schemeCustomerOption })
}

export function partOption(part: SchemeFundingLine, free: string): Option {
  const {
    fundingNo,
    customerCode,
    channelCode,
    storeCode,
    forBeneficiary,
    productCode,
    productName,
    budgetCode,
    currency,
  } = part
  return {
    value: String(fundingNo),
    label: [`${fundingNo}`, forBeneficiary, productName, budgetCode].filter(Boolean).join(' · '),
    detail: `${formatAmount(free)} ${currency}`,
    search: [customerCode, channelCode, storeCode, productCode].filter(Boolean).join(' '),
    // A document of one customer has the lines that are for them: their own, and those of their channel.
    ...(customerCode === null ? (channelCode === null ? {} : { of: { channelCode } }) : { of: { customerCode } }),
  }
}

interface Withheld {
  readonly withholdNo: string
  readonly period: string
  readonly kind: 'regular' | 'delta'
  readonly currency: string
  /** The amount that no approved or pending reversal takes back. */
  readonly open: string
  readonly beneficiaries: string
}

const WITHHOLDS = 200

/** Approved withholds of a scheme for a reversal, each with its month, its beneficiaries and the amount that no reversal has taken back. */
export function useWithholdsOf(schemeNo: string): OptionList {
  const key = ['schemeWithhold', schemeNo] as const
  const read = (filters: object) =>
    allRecords<Withheld>('/aps/scheme/withholds', { limit: WITHHOLDS, schemeNo, ...filters })
  const list = useOptions(key, schemeNo === '' ? null : () => read({}), withheldOption)
  return useFound(list, { key, most: WITHHOLDS, search: (keyword) => read({ keyword }), toOption: withheldOption })
}

const withheldOption = ({ withholdNo, period, kind, currency, open, beneficiaries }: Withheld): Option => ({
  value: withholdNo,
  label: [withholdNo, period, ...(kind === 'delta' ? [schemeText('page.supplement')] : [])].join(' · '),
  detail: [schemeText('page.openToReverse', { amount: formatAmount(open), currency }), beneficiaries]
    .filter(Boolean)
    .join(' · '),
})

/** Schemes for a document that may also be without one: its place is its customer's. */
export function withoutPlace({ options, ...list }: OptionList): OptionList {
  return { ...list, options: options.map((option) => ({ ...option, sets: {} })) }
}
