import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Page, PageRequest } from '../client/paging.ts'
import { queryKeys } from '../client/query-keys.ts'
import { requestOf, type ListState } from './list-state.ts'

type TypedFilters = Readonly<Record<string, unknown>>

export interface ListSource<T> {
  /** Name in the query cache: that of the document or record. */
  readonly name: string
  /** Part of the calls' address that is no filter (a region): the same query has other results there. */
  readonly place?: string
  readonly fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<Page<T>>
  /** For lists whose pages do not contain the total. */
  readonly fetchCount?: (
    filters: TypedFilters,
    signal: AbortSignal,
  ) => Promise<{ recordTotal: number | null; capped: boolean }>
}

const NO_ROWS: readonly never[] = []

/** The data of a list: a page of rows, and the total, counted separately where the rows do not contain it. */
export function useListRows<T>(source: ListSource<T>, state: ListState, typed: TypedFilters, isReady: boolean) {
  const queryClient = useQueryClient()
  const request = requestOf(state, typed)
  const rows = useQuery({
    queryKey: queryKeys.list(source.name, [source.place, request]),
    queryFn: ({ signal }) => source.fetchPage(request, signal),
    placeholderData: keepPreviousData,
    enabled: isReady,
  })
  const shown = useLast(rows.data)
  const isCurrent = rows.data !== undefined && !rows.isPlaceholderData
  const known = rows.data?.recordTotal ?? (isCurrent ? countedByRows(state, rows.data) : null)
  const needsCount = isCurrent && known === null
  const count = useQuery({
    queryKey: queryKeys.count(source.name, [source.place, typed]),
    queryFn: ({ signal }) => source.fetchCount?.(typed, signal) ?? { recordTotal: null, capped: false },
    enabled: needsCount && source.fetchCount !== undefined,
    staleTime: 60_000,
  })
  const total = known ?? count.data?.recordTotal ?? null
  usePageThatExists(state, total, isCurrent && rows.data.records.length === 0)
  return {
    records: shown?.records ?? NO_ROWS,
    /** Whether a list without numbered pages has more on either side. */
    edges: shown?.edges,
    error: rows.error,
    /** Nothing has been loaded yet. */
    isFirst: rows.isPending && shown === undefined,
    /** The visible rows belong to an earlier query. */
    isStale: rows.isPlaceholderData || (rows.data === undefined && shown !== undefined),
    total,
    isCapped: rows.data?.capped || count.data?.capped || false,
    /** When the visible rows were loaded. */
    readAt: rows.dataUpdatedAt,
    refresh: () => {
      void rows.refetch()
      if (needsCount) void count.refetch()
      void queryClient.invalidateQueries({ queryKey: ['sum', source.name] })
    },
  }
}

/** After a deletion or another filter the current page may be empty: then the last one is shown. */
function usePageThatExists(state: ListState, total: number | null, isEmpty: boolean): void {
  const last = total === null ? null : Math.max(1, Math.ceil(total / state.limit))
  const isBeyond = isEmpty && last !== null && state.page > last
  useEffect(() => {
    if (isBeyond) state.setPage(last, true)
  })
}

/** The rows from before a failure stay visible. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** A page that is not full is the last one: its total is known without counting. */
function countedByRows({ page, limit }: ListState, { records: { length }, edges }: Page<unknown>): number | null {
  if (edges?.hasNewer) return null
  const isLast = length < limit && (length > 0 || page === 1)
  return isLast ? (page - 1) * limit + length : null
}
