import { homeYear } from '#kernel/web/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatAmount } from '#kernel/base/money/money.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { type FormOptions, type Option, yearOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { budgetYearEnd } from './budget-year-end.doc.ts'
import { checkOfArea, useAreaStart } from '../shared/budget-form.web.ts'
import { useAreas } from '../shared/budget-options.web.ts'
import { type Rest, yearEndApi } from '../year-end-cockpit/year-end-api.web.ts'

interface YearEndChecked extends CheckResult {
  readonly lines: readonly { readonly row: number; readonly available: string | null; readonly level: string | null }[]
}

/** Budgets are chosen where possible: closing takes the rest, undo the lines of its run. */
const hasBudgets = (header: Values) => header['kind'] === 'carryOver' || header['kind'] === 'lapse'

/** The form of a year-end document, on desktop and phone. */
export const form: FormSpec<YearEndChecked> = {
  definition: budgetYearEnd,
  resets: {
    areaId: { fields: ['projectPoolCode'], lines: ['budgetCode'] },
    year: { lines: ['budgetCode'] },
    projectPoolCode: { lines: ['budgetCode'] },
  },
  useOptions,
  useStart,
  lineColumns: (header) =>
    hasBudgets(header)
      ? ['budgetCode', ...(header['kind'] === 'carryOver' ? ['option'] : []), 'amount', 'level', 'remark']
      : [],
  check: checkOfArea('/budget/yearEnd/check'),
  lineValue({ lines }, column, row) {
    const line = lines.find((each) => each.row === row)
    if (column === 'amount') return line?.available ?? null
    return line?.level && column === 'level' ? documentTexts(budgetYearEnd).option('level', line.level) : null
  },
}

function useOptions(header: Values): FormOptions {
  const { idcCode = '', year = '', projectPoolCode = '' } = header
  const areas = useAreas()
  const isAsked = hasBudgets(header) && idcCode !== '' && /^\d{4}$/.test(year)
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: queryKeys.list('budgetLine', ['rest', idcCode, year, projectPoolCode]),
    queryFn: () => yearEndApi.rest(idcCode, Number(year), projectPoolCode),
    enabled: isAsked,
  })
  const currency = areas.options.find((option) => option.idcCode === idcCode)?.currency ?? ''
  const budgets = useMemo(
    () => ({
      options: isError ? [] : (data ?? []).map((rest) => restOption(rest, currency)),
      isLoading,
      onRetry: isError ? () => void refetch() : undefined,
    }),
    [data, isLoading, isError, refetch, currency],
  )
  const fields = useMemo(() => ({ year: yearOptions(year) }), [year])
  return useMemo(() => ({ fields, lines: { budgetCode: budgets } }), [fields, budgets])
}

function restOption(rest: Rest, currency: string): Option {
  const month = rest.month === null ? null : pageText('form.month', { month: rest.month })
  const where = [month, rest.countryCode, rest.projectCode].filter(Boolean).join(' ')
  const level = documentTexts(budgetYearEnd).option('level', rest.level)
  return {
    value: rest.budgetCode,
    label: `${rest.budgetCode} / ${where || level}`,
    detail: `${formatAmount(rest.available)} ${currency}`,
  }
}

const KINDS = budgetYearEnd.fields.kind.options ?? []

/** The address contains kind, area and year, and for an undo the run. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const [lastYear] = useState(() => String(homeYear() - 1))
  const asked = query.get('year') ?? ''
  return useAreaStart(query, KINDS, (place) => ({
    header: {
      kind: KINDS.find((kind) => kind === query.get('applyType')) ?? 'carryOver',
      ...place,
      year: /^20\d\d$/.test(asked) ? asked : lastYear,
      projectPoolCode: query.get('projectPoolCode') ?? '',
      undoOf: query.get('undoOf') ?? '',
      reason: '',
    },
  }))
}
