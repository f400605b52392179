import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { budgetApi } from '../shared/budget-api.web.ts'

/** A year of the budgets of all areas that the reader sees; those without a budget are left out. */
export function useGroup(year: number) {
  const use = useQuery({
    queryKey: queryKeys.sum('budgetLine', ['group', year]),
    queryFn: ({ signal }) => budgetApi.use(year, { signal, handles: true }),
  })
  return { use, areas: use.data?.filter(({ sums }) => sums.length > 0) ?? null }
}
