import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { PAGE_SIZES, type PageRequest } from '../client/paging.ts'

export type Filters = Readonly<Record<string, string>>

export interface ListState {
  readonly filters: Filters
  readonly page: number
  readonly limit: number
  readonly sort: string | undefined
  readonly setFilters: (filters: Filters) => void
  readonly setPage: (page: number) => void
  readonly setLimit: (limit: number) => void
  readonly setSort: (sort: string | undefined) => void
}

const PAGE = 'page'
const LIMIT = 'limit'
const SORT = 'sort'
const DEFAULT_LIMIT = 20

/**
 * The address holds filters, sort and page: copy the link, get the same list. `kept` are other parameters of the
 * page (its view, its region) that a change of filters leaves alone.
 */
export function useListState(names: readonly string[], defaultSort: string | undefined): ListState {
  const [query, setQuery] = useSearchParams()
  const key = names.join(',')
  const filters = useMemo(() => {
    const pairs = key.split(',').map((name): [string, string] => [name, query.get(name) ?? ''])
    return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
  }, [query, key])
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>, replace: boolean) => {
      setQuery(
        (old) => {
          const next = new URLSearchParams(old)
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace },
      )
    },
    [setQuery],
  )
  const limit = Number(query.get(LIMIT))
  return {
    filters,
    page: Math.max(1, Math.floor(Number(query.get(PAGE))) || 1),
    limit: PAGE_SIZES.some((size) => size === limit) ? limit : DEFAULT_LIMIT,
    sort: query.get(SORT) ?? defaultSort,
    setFilters: (next) =>
      change({ ...Object.fromEntries(names.map((name) => [name, next[name]])), [PAGE]: undefined }, false),
    setPage: (page) => change({ [PAGE]: page > 1 ? String(page) : undefined }, false),
    setLimit: (size) => change({ [LIMIT]: size === DEFAULT_LIMIT ? undefined : String(size), [PAGE]: undefined }, true),
    setSort: (sort) => change({ [SORT]: sort === defaultSort ? undefined : sort, [PAGE]: undefined }, true),
  }
}

/** What the list call takes: `typed` are the address's texts as the call wants them (numbers, lists). */
export function requestOf(state: ListState, typed: Readonly<Record<string, unknown>>): PageRequest {
  return { page: state.page, limit: state.limit, ...(state.sort ? { sort: [state.sort] } : {}), ...typed }
}
