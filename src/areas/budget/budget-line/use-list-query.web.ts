import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { budgetApi } from '../shared/budget-api.web.ts'
import type { useAreas } from '../shared/budget-options.web.ts'
import { budgetOfNoArea, type GivenPage, listQuery } from './given-query.web.ts'

/** The list's address, once a link's parameters are translated and the area of its budget is known; not ready until then. */
export function useListQuery(page: GivenPage, areas: ReturnType<typeof useAreas>) {
  const [query, setQuery] = useSearchParams()
  const isKnown = !query.has('topAreaId') || areas.options.length > 0
  const next = isKnown ? listQuery(query, page, areas.options) : null
  const budgetCode = areas.options.length > 1 ? budgetOfNoArea(query, page) : null
  const { data, isError } = useQuery({
    queryKey: queryKeys.detail('budgetLine', ['idc', budgetCode]),
    queryFn: () => budgetApi.idcOf(budgetCode!),
    enabled: next === null && budgetCode !== null,
    retry: false,
  })
  const isOfArea = budgetCode === null || isError || data?.idcCode === null
  const address = (data?.idcCode ? ofArea(query, data.idcCode) : next)?.toString()
  useEffect(() => {
    if (address !== undefined) setQuery(address, { replace: true })
  }, [address, setQuery])
  return { query, setQuery, isReady: isKnown && next === null && isOfArea }
}

function ofArea(query: URLSearchParams, idcCode: string): URLSearchParams {
  const next = new URLSearchParams(query)
  next.set('idcCode', idcCode)
  return next
}
