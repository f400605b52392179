import { useQuery } from '@tanstack/react-query'
import { post } from '../../client/api.ts'
import { queryKeys } from '../../client/query-keys.ts'
import type { ReportingRates } from '#kernel/base/money/reporting.ts'

/** A year's budget rates for a reader of several areas; null for others, undefined until they have come. */
export function useReportingRates(year: number): ReportingRates | null | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.sum('currencyRate', ['reporting', year]),
    queryFn: ({ signal }) => post<ReportingRates | null>('/aps/reportingRates', { year }, { signal, handles: true }),
  })
  return data
}
