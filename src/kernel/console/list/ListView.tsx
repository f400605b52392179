import { Button } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DataTable, type Column, type RowSelection } from '#kernel/ui/DataTable.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { ApiError } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import type { Page, PageRequest } from '../client/paging.ts'
import { queryKeys } from '../client/query-keys.ts'
import { ErrorStrip } from '../Strip.tsx'
import { FilterBar, filterNames, type FilterSpec } from './FilterBar.tsx'
import { requestOf, useListState, type Filters, type ListState } from './list-state.ts'
import type { ListViewState } from './list-view-state.ts'
import { Pager } from './Pager.tsx'
import './list-view.css'

export interface ListViewProps<T> {
  /** Name in the data cache: that of the document or record. */
  readonly name: string
  readonly caption: string
  readonly columns: readonly Column<T>[]
  readonly rowKey: (row: T) => string
  readonly filters: readonly FilterSpec[]
  /** Turns the address's texts into what the calls take. Must not change between renders without reason. */
  readonly typedFilters: (filters: Filters) => Readonly<Record<string, unknown>>
  readonly fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<Page<T>>
  readonly fetchCount: (
    filters: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<{ recordTotal: number | null; capped: boolean }>
  readonly defaultSort?: string
  readonly onOpen?: (row: T, isNewTab: boolean) => void
  readonly selection?: RowSelection<T> | undefined
  /** Primary action, at the left of the toolbar and again where nothing exists yet. */
  readonly primary?: ReactNode
  readonly totals?: (filters: Readonly<Record<string, unknown>>) => ReactNode
  /** At the right end of the toolbar: what works on the list as it stands (an export). */
  readonly tools?: (view: ListViewState) => ReactNode
  readonly emptyHint?: string
}

/** Filter bar, toolbar, table, totals, pagination: every list is these blocks in this order. */
export function ListView<T>(props: ListViewProps<T>) {
  const state = useListState(filterNames(props.filters), props.defaultSort)
  const typed = props.typedFilters(state.filters)
  const { rows, total, isCapped, refresh } = useRows(props, state, typed)
  const records = rows.data?.records ?? []
  const isFirst = rows.isPending
  const hasFilters = Object.keys(state.filters).length > 0
  return (
    <>
      <FilterBar specs={props.filters} filters={state.filters} onSearch={state.setFilters} />
      <div className="list-tools">
        {props.primary}
        <div className="list-tools-end">
          <Button
            type="text"
            icon={<Icon name="refresh" />}
            aria-label={pageText('list.refresh')}
            title={pageText('list.refresh')}
            onClick={refresh}
          />
          {props.tools?.({
            name: props.name,
            filters: typed,
            sort: state.sort ? [state.sort] : [],
            columns: props.columns.map(({ key, title }) => ({ key, title })),
            total,
            isCapped,
          })}
        </div>
      </div>
      {rows.isError ? (
        <ErrorStrip
          error={rows.error}
          text={(reason) => pageText(records.length > 0 ? 'list.failed' : 'list.failedFirst', { reason })}
          onRetry={() => void rows.refetch()}
        />
      ) : null}
      <DataTable
        caption={props.caption}
        columns={props.columns}
        rows={records}
        rowKey={props.rowKey}
        selection={props.selection}
        sort={state.sort}
        onSort={state.setSort}
        isStale={rows.isPlaceholderData}
        skeletonRows={isFirst ? 8 : 0}
        {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        empty={
          // While other rows are on their way nothing is known to be empty.
          rows.isPlaceholderData ? null : (
            <EmptyText
              error={rows.error}
              hasFilters={hasFilters}
              hint={props.emptyHint}
              primary={props.primary}
              onClear={() => state.setFilters({})}
            />
          )
        }
      />
      {props.totals?.(typed)}
      <Pager
        page={state.page}
        limit={state.limit}
        total={total}
        isCapped={isCapped}
        mayHaveMore={records.length === state.limit}
        onPage={state.setPage}
        onLimit={state.setLimit}
      />
    </>
  )
}

/** What the list shows: a page of rows, and how many there are in all, counted apart where the rows do not say it. */
function useRows<T>(props: ListViewProps<T>, state: ListState, typed: Readonly<Record<string, unknown>>) {
  const request = requestOf(state, typed)
  const rows = useQuery({
    queryKey: queryKeys.list(props.name, request),
    queryFn: ({ signal }) => props.fetchPage(request, signal),
    placeholderData: keepPreviousData,
  })
  const known =
    rows.data?.recordTotal ??
    (rows.data && !rows.isPlaceholderData ? countedByRows(state, rows.data.records.length) : null)
  const needsCount = rows.isSuccess && !rows.isPlaceholderData && known === null
  const count = useQuery({
    queryKey: queryKeys.count(props.name, typed),
    queryFn: ({ signal }) => props.fetchCount(typed, signal),
    enabled: needsCount,
    staleTime: 60_000,
  })
  return {
    rows,
    total: known ?? count.data?.recordTotal ?? null,
    isCapped: rows.data?.capped || count.data?.capped || false,
    refresh: () => {
      void rows.refetch()
      if (needsCount) void count.refetch()
    },
  }
}

/** A page that is not full is the last one: it says the total itself, and nobody has to count. */
function countedByRows(state: ListState, length: number): number | null {
  const isLast = length < state.limit && (length > 0 || state.page === 1)
  return isLast ? (state.page - 1) * state.limit + length : null
}

interface EmptyTextProps {
  readonly error: unknown
  readonly hasFilters: boolean
  readonly hint: string | undefined
  readonly primary: ReactNode
  readonly onClear: () => void
}

/** Three different reasons for an empty list: no right, no match, nothing yet. */
function EmptyText({ error, hasFilters, hint, primary, onClear }: EmptyTextProps) {
  if (error) {
    const isForbidden = error instanceof ApiError && error.status === 403
    return isForbidden ? (
      <div className="empty">
        <strong>{pageText('list.noRight')}</strong>
      </div>
    ) : null
  }
  return (
    <div className="empty">
      <strong>{pageText(hasFilters ? 'list.noMatch' : 'list.emptyTitle')}</strong>
      {hasFilters ? (
        <Button onClick={onClear}>{pageText('list.clear')}</Button>
      ) : (
        <>
          {hint ? <span>{hint}</span> : null}
          {primary}
        </>
      )}
    </div>
  )
}
