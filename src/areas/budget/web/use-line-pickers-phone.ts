import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryKeys } from '#kernel/console/client/query-keys.ts'
import type { Options } from '#kernel/console/client/use-options.ts'
import { formatAmount } from '#kernel/money/money.ts'
import { budgetApi, type BudgetLine, type CountryBudgetHeader } from './budget-api.ts'
import {
  type Option,
  type ProductOption,
  type ProjectOption,
  useBusinessTypes,
  useCountries,
  useProductLines,
  useProjects,
} from './budget-options.ts'

interface BudgetOption extends Option {
  readonly detail: string
  readonly budget: BudgetLine
}

export interface LinePickers {
  readonly countries: Options
  readonly projects: Options<ProjectOption>
  readonly businessTypes: Options
  /** Of the application's product class: mixing is refused (B7). */
  readonly productLines: Options<ProductOption>
  /** The budgets that a revoke may take from; empty for a grant. */
  readonly budgets: Options<BudgetOption>
}

/** What the lines of an application choose from, fetched once for all of them. */
export function useLinePickers(header: CountryBudgetHeader): LinePickers {
  const { idcCode, projectPoolCode, productClass } = header
  const countries = useCountries(idcCode)
  const projects = useProjects(idcCode, projectPoolCode)
  const businessTypes = useBusinessTypes(idcCode)
  const products = useProductLines(idcCode)
  const budgets = useBudgets(header)
  const productLines = useMemo(
    () => ({ ...products, options: products.options.filter((option) => option.productClass === productClass) }),
    [products, productClass],
  )
  return { countries, projects, businessTypes, productLines, budgets }
}

function useBudgets(header: CountryBudgetHeader): Options<BudgetOption> {
  const { applyType, idcCode, year, month, projectPoolCode, budgetDeptCode, productClass, currency } = header
  const filters = { year, month, projectPoolCode, budgetDeptCode, productClass, currency }
  const isReady = applyType === 'revoke' && idcCode !== '' && projectPoolCode !== '' && budgetDeptCode !== ''
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: queryKeys.list('budgetLine', { idcCode, ...filters, pick: true }),
    queryFn: () => budgetApi.lines(idcCode, { page: 1, limit: 500, ...filters }, { handles: true }),
    enabled: isReady,
    staleTime: 30_000,
  })
  const options = useMemo(() => (isError ? [] : (data?.records ?? []).map(budgetOption)), [data, isError])
  return { options, isLoading, onRetry: isError ? () => void refetch() : undefined }
}

function budgetOption(budget: BudgetLine): BudgetOption {
  const { budgetCode, countryName, projectName, productLineCode, available, currency } = budget
  return {
    value: budgetCode,
    label: `${countryName} · ${projectName}`,
    detail: `${budgetCode} · ${productLineCode} · ${formatAmount(available)} ${currency}`,
    search: `${budget.countryCode} ${budget.projectCode} ${budget.fscId} ${budget.subBusiCode}`,
    budget,
  }
}
