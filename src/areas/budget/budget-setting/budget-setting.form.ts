import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import {
  fixedOptions,
  type FormOptions,
  type OptionList,
  thisMonth,
  yearOptions,
} from '#kernel/web/console/form/options.ts'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { budgetSetting } from './budget-setting.doc.ts'
import { budgetApi } from '../shared/budget-api.web.ts'
import { budgetsAsked, checkOfArea, useAreaStart } from '../shared/budget-form.web.ts'
import { usePools } from '../shared/budget-options.web.ts'
import { budgetPerson } from '../shared/budget-references.ts'
import { settingColumns } from './setting-columns.web.ts'

interface SettingChecked extends CheckResult {
  readonly lines: readonly { readonly row: number; readonly values: Readonly<Record<string, string>> }[]
}

/** The form of a change of control, on desktop and phone: the new values once, and the budgets. */
export const form: FormSpec<SettingChecked> = {
  definition: budgetSetting,
  resets: { areaId: { fields: ['ownerAccount'], lines: ['targetCode'] }, year: { lines: ['targetCode'] } },
  useOptions,
  useStart,
  lineColumns: settingColumns,
  check: checkOfArea('/budget/setting/check'),
  lineValue: ({ lines }, column, row) => {
    const value = lines.find((line) => line.row === row)?.values[column]
    if (!value) return null
    return column.endsWith('Mode') ? documentTexts(budgetSetting).option('mode', value) : value
  },
}

/** Most budgets that one field offers. */
const BUDGETS = 500

function useTargets({ target, idcCode = '', year }: Values): OptionList {
  const pools = usePools(target === 'pool' ? idcCode : '')
  const filters = { year: Number(year) }
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: queryKeys.list('budgetLine', ['controlled', idcCode, year]),
    queryFn: () => budgetApi.lines(idcCode, { page: 1, limit: BUDGETS, ...filters }, { handles: true }),
    enabled: target === 'line' && idcCode !== '' && Boolean(year),
  })
  return useMemo(() => {
    if (target === 'pool') return pools
    const options = (data?.records ?? []).map((line) => ({
      value: line.budgetCode,
      label: `${line.budgetCode} / ${line.countryName} ${line.projectName}`,
      detail: `${formatAmount(line.available)} ${line.currency}`,
      search: `${line.countryCode} ${line.projectCode} ${line.month}`,
    }))
    return { options, isLoading, onRetry: isError ? () => void refetch() : undefined }
  }, [target, pools, data, isLoading, isError, refetch])
}

/** Budgets are monthly, so a validity begins and ends with a month. */
function monthStarts(year: string): OptionList {
  const first = Number(year) || thisMonth().year
  const days = [first, first + 1].flatMap((each) =>
    Array.from({ length: 12 }, (_, at) => `${each}-${String(at + 1).padStart(2, '0')}-01`),
  )
  return fixedOptions([...days, `${first + 2}-01-01`].map((day) => ({ value: day, label: day })))
}

function useOptions(header: Values): FormOptions {
  const { idcCode = '', year = '', owner, validity } = header
  const owners = useOptionsOf(budgetPerson, { idcCode: owner === 'person' ? idcCode : '' })
  const targets = useTargets(header)
  return useMemo(() => {
    const days = validity === 'between' ? monthStarts(year) : fixedOptions([])
    return {
      fields: {
        year: yearOptions(year),
        ownerAccount: owners,
        validFrom: days,
        validTo: days,
      },
      lines: { targetCode: targets },
    }
  }, [owners, targets, year, validity])
}

/** The address contains the area, the target kind, and the budgets selected in their list. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  return useAreaStart(query, ['line', 'pool'], (place) => ({
    header: {
      target: query.get('applyType') === 'pool' ? 'pool' : 'line',
      ...place,
      year: query.get('year') ?? String(thisMonth().year),
      mode: 'keep',
      owner: 'keep',
      validity: 'keep',
      reason: '',
    },
    lines: budgetsAsked(query).map((targetCode) => ({ targetCode })),
  }))
}
