import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { useAreas } from '../shared/budget-options.web.ts'
import { type GivenPage, listQuery } from './given-query.web.ts'

/** The list's address, once a link's parameters are translated; null until then. */
export function useListQuery(page: GivenPage, areas: ReturnType<typeof useAreas>) {
  const [query, setQuery] = useSearchParams()
  const isKnown = !query.has('topAreaId') || areas.options.length > 0
  const next = isKnown ? listQuery(query, page, areas.options) : null
  const address = next?.toString()
  useEffect(() => {
    if (address !== undefined) setQuery(address, { replace: true })
  }, [address, setQuery])
  return { query, setQuery, isReady: isKnown && next === null }
}
