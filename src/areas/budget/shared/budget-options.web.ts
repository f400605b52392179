import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { optionOf, prefetchOptionsOf, useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import type { Option, OptionList } from '#kernel/web/console/form/options.ts'
import { anyArea, anyCountry } from '#areas/organisation/references.facade.ts'
import { departmentReference, poolReference, projectReference } from '../references.facade.ts'
import type { BudgetLine } from '../budget-line/budget-line.list.ts'
import { budgetApi, type BudgetLevel, regionBase } from './budget-api.web.ts'

export interface AreaOption extends Option {
  readonly idcCode: string
  readonly currency: string
}

/** The areas that a person may raise documents in, of this template of approval. */
export function useAreas(templateCode?: string): OptionList<AreaOption> {
  const areas = useOptionsOf(anyArea, NOTHING, templateCode)
  return useMemo(() => {
    const options = areas.options.map((option) => {
      const { idcCode = '', currency = '' } = option.sets ?? {}
      return { ...option, idcCode, currency }
    })
    return { ...areas, options }
  }, [areas])
}

/** Preloaded, because a list of one area needs it before its rows. */
export function prefetchAreas(): void {
  prefetchOptionsOf(anyArea, NOTHING)
}

const NOTHING: Values = {}

/** Lists of an area are loaded again where its data centre changes (B23). */
export const useDepartments = (idcCode: string, areaId: string) =>
  useOptionsOf(departmentReference, { idcCode, areaId })
export const usePools = (idcCode: string) => useOptionsOf(poolReference, { idcCode })
export const useCountries = (idcCode: string) => useOptionsOf(anyCountry, { idcCode })

/** For documents without a country: choosing a project then sets none. */
export function withoutCountry(projects: OptionList): OptionList {
  return { ...projects, options: projects.options.map((option) => ({ ...option, sets: {} })) }
}

/** Projects of the area by code or name, searched on the server because the list may be long. */
export async function searchProjects(idc: string, keyword: string, signal: AbortSignal): Promise<readonly Option[]> {
  const body = { page: 1, limit: 50, keyword }
  const path = `${regionBase(idc)}/budget/project/list`
  const found = await post<{ records: readonly Record<string, unknown>[] }>(path, body, { signal, handles: true })
  return found.records.map((row) => optionOf(projectReference.selector, row))
}

/** Most budgets that one field offers. */
export const BUDGETS = 500

/** The budgets with the header's values, so that B7 holds from the start; `sets` are a line's values once its budget is chosen. */
export function useBudgets(
  header: Values,
  isAsked: boolean,
  level: BudgetLevel | 'all',
  sets: (line: BudgetLine) => Values,
): OptionList {
  const { idcCode = '', year, month, projectPoolCode, budgetDeptCode, productClass, currency } = header
  const period = { year: Number(year), month: Number(month) }
  const filters = { level, ...period, projectPoolCode, budgetDeptCode, productClass, currency }
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: queryKeys.list('budgetLine', ['giving', idcCode, filters]),
    queryFn: () => budgetApi.lines(idcCode, { page: 1, limit: BUDGETS, ...filters }, { handles: true }),
    enabled: isAsked && Boolean(idcCode && projectPoolCode && budgetDeptCode && year && month),
  })
  return useMemo(
    () => ({
      options: isError ? [] : (data?.records ?? []).map((line) => budgetOption(line, sets(line))),
      isLoading,
      onRetry: isError ? () => void refetch() : undefined,
    }),
    [data, isLoading, isError, refetch, sets],
  )
}

/** Country and project; many project names begin with the country. */
function budgetName({ countryName, projectName }: BudgetLine): string {
  const says = countryName && projectName?.startsWith(countryName)
  return [says ? '' : countryName, projectName].filter(Boolean).join(' ')
}

export function budgetOption(line: BudgetLine, sets: Values): Option {
  return {
    value: line.budgetCode,
    label: `${line.budgetCode} / ${budgetName(line)}`,
    detail: `${formatAmount(line.available)} ${line.currency}`,
    search: `${line.countryCode} ${line.projectCode} ${line.fscId} ${line.subBusiCode}`,
    sets,
  }
}
