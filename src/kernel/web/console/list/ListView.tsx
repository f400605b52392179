import { lazy, Suspense, use, useMemo, useRef, type MouseEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import type { TableHandle } from '#kernel/web/ui/DataTable.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { pageText } from '../client/i18n.ts'
import { ErrorBanner } from '../Banner.tsx'
import type { BulkAction } from './document/bulk.ts'
import { BulkBar } from './document/BulkBar.tsx'
import { EmptyText, isForbidden } from './EmptyText.tsx'
import { hasProblems } from './filters/FilterControl.tsx'
import { filterNames, typedFilters, type FilterSpec } from './filters/filter-spec.ts'
import { PHONE_WIDTH, useNarrow } from '#kernel/web/ui/use-narrow.ts'
import { startNavigation } from './record-navigation.ts'
import type { ListViewState } from './list-view-state.ts'
import type { ListDrawing } from './list-drawing.ts'
import { requestOf, type Filters, type ListState } from './list-state.ts'
import { ViewSlot } from './ListPage.tsx'
import { ListTable } from './ListTable.tsx'
import { NewData } from './NewData.tsx'
import { Pager, PlacePager, type PlaceTexts } from './Pager.tsx'
import { type SelectedRows, useSelection } from './selection.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListRows, type ListSource } from './use-list-rows.ts'
import { useListView } from './use-list-view.ts'
import { useTableFit } from './use-table-fit.ts'
import { ViewMenu } from './views/ViewMenu.tsx'
import './list-view.css'
// After the rules for the screen, which it overrides on paper.
import './list-print.css'

export interface ListViewProps<T> extends ListSource<T> {
  readonly caption: string
  /** Storage name of saved views and column settings; the name, unless a page shows the same list in two ways. */
  readonly list?: string
  /** Must be stable: rows rerender only when their data or the columns change. */
  readonly columns: readonly Column<T>[]
  readonly rowKey: (row: T) => string
  /** Accessible name of a row: its number. */
  readonly rowLabel?: (row: T) => string
  readonly filters: readonly FilterSpec[]
  /** Fixed filters of the page, such as its area. Must be stable. */
  readonly fixedFilters?: Readonly<Record<string, unknown>>
  readonly defaultSort?: string
  /** Filters of the standard view. Must be stable. */
  readonly startFilters?: Filters
  /** Address of a row. Its page can then navigate through the list. */
  readonly addressOf?: (row: T) => string
  /** Must be stable. Called with the row under the cursor, for the reading pane and shortcuts. */
  readonly onActive?: (row: T | null) => void
  /** A click reads a row beside the list instead of opening it. */
  readonly isReading?: boolean
  /** Null while the person's rights are unknown: rows wait, because later check boxes would shift them. */
  readonly bulk?: readonly BulkAction<T>[] | null
  /** Primary action, at the left of the toolbar and in an empty list; one that acts on the selection is made from it. */
  readonly primary?: ReactNode | ((chosen: SelectedRows<T>) => ReactNode)
  readonly totals?: (filters: Readonly<Record<string, unknown>>) => ReactNode
  /** Tools at the right end of the toolbar that work on the displayed list (an export). */
  readonly tools?: (view: ListViewState) => ReactNode
  /** Replaces table and pages with another view of the filtered rows: a map. */
  readonly instead?: (view: ListViewState) => ReactNode
  /** For a list without numbered pages. */
  readonly ways?: PlaceTexts
  /** For an empty list. */
  readonly emptyText?: string
  readonly emptyHint?: string
}

const ListCards = lazy(() => import('./cards/ListCards.tsx').then((module) => ({ default: module.ListCards }))) as <T>(
  props: ListDrawing<T>,
) => ReactNode

/** Every list has filter bar, toolbar, table, totals and pagination, in this order; in a window as narrow as a phone's its rows are cards. While other rows are loading, it is unknown whether it is empty. */
export function ListView<T>(props: ListViewProps<T>) {
  const { rowKey, rowLabel = rowKey } = props
  const bulk = props.bulk ?? []
  const names = filterNames(props.filters)
  const setup = useListView(props.list ?? props.name, props.columns, names, props.defaultSort, props.startFilters)
  const { state } = setup
  const typed = useMemo(
    () => ({ ...typedFilters(props.filters, state.filters), ...props.fixedFilters }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the specs carry labels and options; only their kinds matter here
    [state.filters, props.fixedFilters],
  )
  const isRefused = hasProblems(props.filters, state.filters)
  const rows = useListRows(props, state, typed, setup.isReady && !isRefused)
  const isWaiting = rows.isFirst || props.bulk === null
  const records = isRefused || isWaiting ? [] : rows.records
  const selection = useSelection({ rows: records, rowKey, rowLabel, filters: typed })
  const { open, begin } = useOpenRow(props, records, state, typed, rows.total)
  const { handle, box } = useListBox(bulk.length > 0, props.addressOf !== undefined)
  const view: ListViewState = {
    name: props.name,
    filters: typed,
    sort: state.sort ? [state.sort] : [],
    columns: setup.columns.map(({ key, title }) => ({ key, title })),
    total: rows.total,
    isCapped: rows.isCapped,
  }
  const isPhone = useNarrow(PHONE_WIDTH)
  const shown = isForbidden(rows.error) ? [] : records
  const primary = typeof props.primary === 'function' ? props.primary(selection.chosen) : props.primary
  const bulkBar = <BulkBar name={props.name} actions={bulk} selection={selection} rows={rows} />
  const news = <NewData kind={props.name} readAt={rows.readAt} onRefresh={rows.refresh} />
  const failure = <Failure error={rows.error} hasRows={records.length > 0} onRetry={rows.refresh} />
  const totals = isRefused ? null : props.totals?.(typed)
  const pager = isRefused ? null : <ListPager state={state} rows={rows} rowKey={rowKey} ways={props.ways} />
  const empty =
    rows.isStale && !rows.error ? null : (
      <EmptyText
        error={rows.error}
        isRefused={isRefused}
        hasFilters={Object.keys(state.filters).length > 0}
        title={props.emptyText}
        hint={props.emptyHint}
        // On a phone it stands at the bottom already.
        primary={isPhone ? null : primary}
        onClear={() => state.setFilters({})}
      />
    )
  const drawn: ListDrawing<T> = {
    list: props,
    setup,
    rows: shown,
    selection: bulk.length > 0 ? selection : null,
    isWaiting: isWaiting && !isRefused,
    isStale: rows.isStale && !rows.error,
    onReset: () => state.setFilters(setup.view?.content.filters ?? props.startFilters ?? {}),
    parts: { primary, bulk: bulkBar, news, failure, totals, empty, pager, tools: props.tools?.(view) },
    instead: props.instead && !isRefused ? props.instead(view) : null,
  }
  return (
    <div className="list-view" ref={box} onClickCapture={beginAt(isPhone ? '.list-card a' : 'tbody a', begin)}>
      <ViewHead setup={setup} list={props.list ?? props.name} />
      {isPhone ? (
        <Suspense fallback={null}>
          <ListCards {...drawn} />
        </Suspense>
      ) : (
        <ListTable {...drawn} box={box} handle={handle} onOpen={open} onRefresh={rows.refresh} />
      )}
    </div>
  )
}

/** The page of a row can navigate through the list that a link of it was in. */
const beginAt = (links: string, begin: () => void) => (event: MouseEvent) => {
  if ((event.target as Element).closest(links)) begin()
}

function useListBox(isSelecting: boolean, isOpening: boolean) {
  const handle = useRef<TableHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  useTableFit(box)
  useListKeys(handle, box, { isSelecting, isOpening })
  return { handle, box }
}

interface ListPagerProps<T> {
  readonly state: ListState
  readonly rows: Pick<ReturnType<typeof useListRows<T>>, 'records' | 'edges' | 'error' | 'total' | 'isCapped'>
  readonly rowKey: (row: T) => string
  readonly ways: PlaceTexts | undefined
}

/** The way to other rows. */
function ListPager<T>({ state, rows, rowKey, ways }: ListPagerProps<T>) {
  if (rows.error && rows.records.length === 0) return null
  const { records, edges, total, isCapped } = rows
  const frame = { limit: state.limit, total, isCapped, onLimit: state.setLimit }
  if (edges && ways) {
    const [first, last] = [records[0], records.at(-1)]
    return (
      <PlacePager
        {...frame}
        edges={edges}
        page={state.place ? null : state.page}
        texts={ways}
        newest={first && rowKey(first)}
        oldest={last && rowKey(last)}
        onPage={state.setPage}
        onPlace={state.setPlace}
      />
    )
  }
  return <Pager {...frame} page={state.page} mayHaveMore={records.length === state.limit} onPage={state.setPage} />
}

interface FailureProps {
  readonly error: unknown
  readonly hasRows: boolean
  readonly onRetry: () => void
}

/** The error above the previous rows. */
function Failure({ error, hasRows, onRetry }: FailureProps) {
  if (!error || isForbidden(error)) return null
  const text = (reason: string): string => pageText(hasRows ? 'list.failed' : 'list.failedFirst', { reason })
  return <ErrorBanner error={error} text={text} onRetry={onRetry} />
}

function ViewHead<T>({ setup, list }: { readonly setup: ReturnType<typeof useListView<T>>; readonly list: string }) {
  const slot = use(ViewSlot)
  if (!slot) return null
  return createPortal(
    <ViewMenu
      list={list}
      views={setup.saved.views}
      mayShare={setup.saved.mayShare}
      view={setup.view}
      isModified={setup.isModified}
      defaultId={setup.defaultId}
      content={setup.content}
      onShow={setup.state.showView}
      onReset={setup.reset}
      onDefault={setup.setDefault}
    />,
    slot,
  )
}

/** Opens a row here, or in a browser tab; its page can navigate through these rows in order. */
function useOpenRow<T>(
  { name, list, addressOf, fetchPage }: Pick<ListViewProps<T>, 'name' | 'list' | 'addressOf' | 'fetchPage'>,
  records: readonly T[],
  state: ListState,
  typed: Readonly<Record<string, unknown>>,
  total: number | null,
): { readonly open: (row: T, isNewTab: boolean) => void; readonly begin: () => void } {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const begin = (): void => {
    if (!addressOf) return
    const { limit } = state
    const load = async (page: number): Promise<readonly string[]> => {
      const request = { ...requestOf(state, typed), page }
      return (await fetchPage(request, AbortSignal.timeout(30_000))).records.map(addressOf)
    }
    const place = { name: list ?? name, list: pathname + search, offset: (state.page - 1) * limit }
    startNavigation({ ...place, addresses: records.map(addressOf), total, limit }, load)
  }
  return {
    begin,
    open: (row, isNewTab) => {
      if (!addressOf) return
      if (isNewTab) return void window.open(addressOf(row), '_blank', 'noopener')
      begin()
      void navigate(addressOf(row))
    },
  }
}
