import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { PAGE_SIZES, type PageRequest, type PageCursor } from '../client/paging.ts'
import type { SavedView } from './views/saved-views.ts'

export type Filters = Readonly<Record<string, string>>

export interface ListState {
  readonly filters: Filters
  readonly page: number
  /** For a list without numbered pages; null is its newest page. */
  readonly place: PageCursor | null
  readonly limit: number
  readonly sort: string | undefined
  readonly setFilters: (filters: Filters) => void
  readonly setPage: (page: number, isReplacing?: boolean) => void
  readonly setPlace: (place: PageCursor | null) => void
  readonly setLimit: (limit: number) => void
  readonly setSort: (sort: string | undefined) => void
  /** Both in one step of the browser's history. */
  readonly setSorted: (filters: Filters, sort: string | undefined) => void
  /** Switches to a view (null: the standard one) completely; unsaved changes are dropped. */
  readonly showView: (view: SavedView | null, isReplacing?: boolean) => void
}

const PAGE = 'page'
const WAY = 'way'
const FROM = 'from'
const LIMIT = 'limit'
const SORT = 'sort'
export const VIEW = 'v'
/** Chosen explicitly, so that the person's default view does not return. */
export const STANDARD = 'standard'
const NOTHING: Filters = {}
const DEFAULT_LIMIT = 20
/** A changed query starts at its first page. */
const START = { [PAGE]: null, [WAY]: null, [FROM]: null }

/** Whether the address configures the list, or leaves it to the person's default view. */
export function isAddressed(query: URLSearchParams, names: readonly string[]): boolean {
  return [...names, PAGE, WAY, LIMIT, SORT, VIEW].some((name) => query.has(name))
}

/**
 * The address holds filters, sort, page and view, so that a copied link shows the same list. Values in the address override the view's;
 * `''` is a removed filter of the view. A view that others do not see is written out in full, so that its link shows them the same rows.
 * The standard view has the filters that the list starts with, where the address names no filter: a link with filters of its own shows just those.
 */
export function useListState(
  names: readonly string[],
  defaultSort: string | undefined,
  view: SavedView | null = null,
  start: Filters = NOTHING,
): ListState {
  const [query, setQuery] = useSearchParams()
  const key = names.join(',')
  const filters = useMemo(() => filtersIn(query, key.split(','), view, start), [query, key, view, start])
  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>, replace: boolean) => {
      setQuery((old) => changed(old, changes), { replace })
    },
    [setQuery],
  )
  const content = view?.content
  const limit = Number(query.get(LIMIT) ?? content?.limit)
  const baseSort = content?.sort ?? defaultSort
  const writtenSort = (sort: string | undefined): string | null => {
    if (sort === baseSort && isSeenByAll(view)) return null
    return sort ?? (content?.sort ? (defaultSort ?? '') : null)
  }
  return {
    filters,
    page: query.has(WAY) ? 1 : Math.max(1, Math.floor(Number(query.get(PAGE))) || 1),
    limit: PAGE_SIZES.some((size) => size === limit) ? limit : DEFAULT_LIMIT,
    sort: (query.has(SORT) ? query.get(SORT) : baseSort) || undefined,
    setFilters: (next) => change({ ...written(names, next, view, start), ...START }, false),
    setPage: (page, isReplacing = false) => change({ ...START, [PAGE]: page > 1 ? String(page) : null }, isReplacing),
    place: useMemo(() => placeIn(query), [query]),
    setPlace: (place) => change({ ...START, [WAY]: place?.way ?? null, [FROM]: place?.from ?? null }, false),
    setLimit: (size) => {
      const isBase = size === (content?.limit ?? DEFAULT_LIMIT) && isSeenByAll(view)
      change({ [LIMIT]: isBase ? null : String(size), ...START }, true)
    },
    setSort: (sort) => change({ [SORT]: writtenSort(sort), ...START }, true),
    setSorted: (next, sort) =>
      change({ ...written(names, next, view, start), [SORT]: writtenSort(sort), ...START }, false),
    showView: (next, isReplacing = false) => change(addressOf(names, next, start), isReplacing),
  }
}

function placeIn(query: URLSearchParams): PageCursor | null {
  const way = (['older', 'newer', 'oldest'] as const).find((each) => each === query.get(WAY))
  const from = query.get(FROM)
  if (way === 'oldest') return { way }
  return way && from ? { way, from } : null
}

function isSeenByAll(view: SavedView | null): boolean {
  return view === null || view.isShared
}

function filtersIn(query: URLSearchParams, names: readonly string[], view: SavedView | null, start: Filters): Filters {
  const isNarrowed = names.some((name) => query.has(name))
  const base = view?.content.filters ?? (isNarrowed ? NOTHING : start)
  const pairs = names.map((name): [string, string] => [name, (query.has(name) ? query.get(name) : base[name]) ?? ''])
  return Object.fromEntries(pairs.filter(([name, value]) => name !== '' && value !== ''))
}

function written(
  names: readonly string[],
  filters: Filters,
  view: SavedView | null,
  start: Filters,
): Record<string, string | null> {
  return Object.fromEntries(
    names.map((name) => {
      const value = filters[name] ?? ''
      if (view === null && start[name] !== undefined) return [name, value]
      const base = view?.content.filters[name] ?? ''
      if (value === base) return [name, value !== '' && !isSeenByAll(view) ? value : null]
      return [name, value]
    }),
  )
}

/** The address of a view: its id, with its content where others could not load it. */
function addressOf(names: readonly string[], view: SavedView | null, start: Filters): Record<string, string | null> {
  const isExplicit = view !== null && !view.isShared
  return {
    ...written(names, view?.content.filters ?? start, view, start),
    ...START,
    [SORT]: isExplicit ? view.content.sort : null,
    [LIMIT]: isExplicit && view.content.limit ? String(view.content.limit) : null,
    [VIEW]: view?.id ?? STANDARD,
  }
}

function changed(old: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(old)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Parameters of the list call: `typed` are the address's texts converted for it (numbers, lists). */
export function requestOf(
  state: Pick<ListState, 'page' | 'place' | 'limit' | 'sort'>,
  typed: Readonly<Record<string, unknown>>,
): PageRequest {
  return {
    page: state.page,
    limit: state.limit,
    ...state.place,
    ...(state.sort ? { sort: [state.sort] } : {}),
    ...typed,
  }
}
