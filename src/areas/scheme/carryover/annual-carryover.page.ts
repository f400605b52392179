import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAreas } from '#areas/budget/budget.web.facade.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { useOptions } from '#kernel/web/console/client/use-options.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { fixedOptions, type FormOptions, type Option, yearOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { homeYear } from '#kernel/web/ui/time.ts'
import { schemeAnnualCarryover } from './scheme-annual-carryover.doc.ts'
import type { SchemeState } from '../shared/scheme-types.ts'
import type { SchemeChecked } from '../shared/scheme-child.form.ts'
import { serverTotal } from '../decision/line-limits.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'

/** A part of a scheme that still holds money of the year, with its proposed treatment. */
interface OpenPart {
  readonly part: string
  readonly schemeNo: string
  readonly schemeName: string
  readonly state: SchemeState
  readonly customerCode: string | null
  readonly forBeneficiary: string
  readonly budgetCode: string
  readonly currency: string
  readonly committed: string
  readonly accrued: string
  readonly options: readonly string[]
}

function useOpenParts(areaId: string, year: string) {
  const isAsked = areaId !== '' && /^20\d\d$/.test(year)
  return useQuery({
    queryKey: queryKeys.list('scheme', ['carryover', areaId, year]),
    queryFn: () =>
      post<readonly OpenPart[]>(
        '/aps/scheme/annualCarryover/open',
        { areaId: Number(areaId), fromYear: Number(year) },
        { handles: true },
      ),
    enabled: isAsked,
  })
}

function partOption(open: OpenPart): Option {
  const { part, schemeName, state, customerCode, forBeneficiary, budgetCode, committed, accrued, currency } = open
  return {
    value: part,
    label: [part, schemeName, forBeneficiary].join(' · '),
    detail: `${schemeText(`states.${state}`)} · ${formatAmount(committed)} + ${formatAmount(accrued)} ${currency}`,
    search: [customerCode, budgetCode].filter(Boolean).join(' '),
  }
}

interface Run {
  readonly no: string
  readonly fromYear: number
  readonly currency: string
  readonly totalAmount: string
  readonly idcCode: string
  readonly areaId: number
}

/** Approved carry-overs of the data centre; the choice sets year and currency. */
function useRuns(idcCode: string, isAsked: boolean) {
  return useOptions(
    ['schemeDocument', 'annualCarryover', idcCode],
    isAsked && idcCode !== ''
      ? async () =>
          (
            await post<{ readonly records: readonly Run[] }>(
              `${schemeAnnualCarryover.api}/queryByPage`,
              { page: 1, limit: 200, idcCode, kind: 'carry', state: 'approved' },
              { handles: true },
            )
          ).records
      : null,
    runOption,
  )
}

const runOption = ({ no, fromYear, currency, totalAmount, areaId }: Run): Option => ({
  value: no,
  label: no,
  detail: `${fromYear} · ${formatAmount(totalAmount)} ${currency}`,
  of: { areaId: String(areaId) },
  sets: { fromYear: String(fromYear), currency },
})

function useFormOptions(header: Values): FormOptions {
  const { areaId = '', idcCode = '', fromYear = '', currency = '', kind = '' } = header
  const areas = useAreas(schemeAnnualCarryover.actions.submit.approval)
  const runs = useRuns(idcCode, kind === 'undo')
  const { data, isLoading, isError, refetch } = useOpenParts(kind === 'undo' ? '' : areaId, fromYear)
  const own = areas.options.find((option) => option.value === areaId)?.currency
  return useMemo(() => {
    const found = isError ? [] : (data ?? [])
    const currencies = new Set([...(own ? [own] : []), ...found.map((each) => each.currency)])
    return {
      fields: {
        areaId: areas,
        runNo: runs,
        fromYear: yearOptions(fromYear),
        currency: fixedOptions([...currencies].map((each) => ({ value: each, label: each }))),
      },
      lines: {
        part: {
          options: found.filter((each) => each.currency === currency).map(partOption),
          isLoading,
          onRetry: isError ? () => void refetch() : undefined,
        },
      },
    }
  }, [areas, runs, own, data, isLoading, isError, refetch, fromYear, currency])
}

/** The address contains area and year, and for an undo the run's number; every open part is proposed. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const areas = useAreas(schemeAnnualCarryover.actions.submit.approval)
  // A year is closed in the months after it.
  const [lastYear] = useState(() => String(homeYear() - 1))
  const area =
    areas.options.find((option) => option.value === query.get('topAreaId')) ??
    areas.options.find((option) => option.idcCode === query.get('idcCode')) ??
    areas.options[0]
  const asked = query.get('year') ?? ''
  const fromYear = /^20\d\d$/.test(asked) ? asked : lastYear
  const runNo = query.get('runNo') ?? ''
  const { data, isError, refetch } = useOpenParts(runNo === '' ? (area?.value ?? '') : '', fromYear)
  if (areas.onRetry) return { onRetry: areas.onRetry }
  if (isError) return { onRetry: () => void refetch() }
  if (!area || (runNo === '' && data === undefined)) return null
  const parts = (data ?? []).filter(({ options }) => options.length > 0)
  // One document has one currency: the area's first, then others with something left.
  const currency = parts.some((part) => part.currency === area.currency)
    ? area.currency
    : (parts[0]?.currency ?? area.currency)
  const header = { areaId: area.value, ...area.sets, fromYear, currency, reason: '' }
  if (runNo !== '') return { header: { ...header, kind: 'undo', runNo } }
  return {
    header: { ...header, kind: 'carry', cutOffDate: `${fromYear}-12-31` },
    lines: parts
      .filter((part) => part.currency === currency)
      .flatMap(({ part, options }) => options.map((option) => ({ part, option }))),
  }
}

export const form: FormSpec<SchemeChecked> = {
  definition: schemeAnnualCarryover,
  resets: {
    areaId: { fields: ['runNo'], lines: ['part'] },
    fromYear: { lines: ['part'] },
    currency: { lines: ['part'] },
  },
  useOptions: useFormOptions,
  useStart,
  formFields: ({ kind }) =>
    kind === 'undo'
      ? ['kind', 'areaId', 'runNo', 'fromYear', 'currency', 'reason']
      : ['kind', 'areaId', 'fromYear', 'currency', 'cutOffDate', 'reason'],
  // A run is undone as a whole.
  lineColumns: ({ kind }) =>
    kind === 'undo'
      ? []
      : [
          'part',
          'customerCode',
          'budgetCode',
          'newBudgetCode',
          'committedAmount',
          'accruedAmount',
          'option',
          'amount',
          'remark',
        ],
  total: serverTotal,
  check: (input, options) => post<SchemeChecked>(`${schemeAnnualCarryover.api}/check`, input, options),
  lineValue: ({ lines }, column, row) => {
    const value = lines.find((line) => line.row === row)?.values[column]
    return value === null || value === undefined ? null : String(value)
  },
}
/** Annual carry-overs on their pages. */
export const page = schemePage(schemeAnnualCarryover, 'schemes')
