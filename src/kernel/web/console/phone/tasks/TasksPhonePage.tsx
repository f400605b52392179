import {
  type InfiniteData,
  type RefetchOptions,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQueryClient,
} from '@tanstack/react-query'
import Button from 'antd-mobile/es/components/button'
import { lazy, Suspense, useEffect, useState } from 'react'
import { BATCH_LIMIT, type BatchDecision } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { type Box, BOXES } from '#kernel/services/tasks/inbox-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import type { Page } from '../../client/paging.ts'
import type { Filters } from '../../list/list-state.ts'
import { addressedFilters, filtersOf } from '../../tasks/filters.ts'
import { whyNotDecide } from '../../tasks/row-texts.ts'
import { taskText } from '../../tasks/task-texts.ts'
import { keyOf, tasksApi } from '../../tasks/tasks-api.ts'
import { renameAddress, useAddress } from '../address.ts'
import { Failure } from '../parts/Failure.tsx'
import { PhoneListTools } from '../parts/PhoneListTools.tsx'
import { NewTasks } from './NewTasks.tsx'
import { keepOrder } from './task-order.ts'
import { TaskBoxes, useBoxCounts } from './TaskBoxes.tsx'
import { TaskCard } from './TaskCard.tsx'
import { PhoneHead } from '../parts/PhoneHead.tsx'
import { usePhoneTitle } from '../use-phone-title.ts'
import { SheetFrame } from '../parts/SheetFrame.tsx'
import { PullArea } from '../parts/PullArea.tsx'
import '../action-bar.css'
import '../parts/loading.css'
import '../parts/show-more.css'
import './tasks-phone-page.css'

const TaskFilterSheet = lazy(() =>
  import('./TaskFilterSheet.tsx').then((module) => ({ default: module.TaskFilterSheet })),
)
const WaitingDrafts = lazy(() =>
  import('../../setting/WaitingDrafts.tsx').then((module) => ({ default: module.WaitingDrafts })),
)
const BatchSheet = lazy(() => import('./BatchSheet.tsx').then((module) => ({ default: module.BatchSheet })))

const PER_PAGE = 20

/** A person who returns from a task finds the box with their filters. */
const kept = new Map<Box, Filters>()

/** The inbox as cards: the phone's home. */
export default function TasksPhonePage() {
  const address = useAddress()
  const [box, setBox] = useState<Box>(() => BOXES.find((each) => each === address.query.get('view')) ?? 'open')
  const [addressed, setAddressed] = useState<Filters>(() => addressedFilters(address.query))
  usePhoneTitle(pageText('tasks.title'))
  return (
    <Cards
      key={box}
      box={box}
      addressed={addressed}
      onBox={(next) => {
        setBox(next)
        setAddressed({})
        renameAddress(boxAddress(address.path, next))
      }}
      // Other filters than the link's: who returns finds those.
      onFilters={() => renameAddress(boxAddress(address.path, box))}
    />
  )
}

const boxAddress = (path: string, box: Box): string => (box === 'open' ? path : `${path}?view=${box}`)

function useCards(box: Box, filters: Filters) {
  const query = useInfiniteQuery({
    queryKey: ['tasks', box, 'phone', filters],
    queryFn: ({ pageParam }) => tasksApi.page(box, { page: pageParam, limit: PER_PAGE, ...filtersOf(filters) }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => {
      const isFull = last.records.length === PER_PAGE
      return isFull && all.length * PER_PAGE < (last.recordTotal ?? Infinity) ? all.length + 1 : undefined
    },
    staleTime: 0,
  })
  const rows = query.data?.pages.flatMap((page) => page.records) ?? []
  useKeptOrder(box, filters, query.data?.pages)
  const client = useQueryClient()
  /** Reads the cards again, and how many wait in each box. */
  const refresh = (options?: RefetchOptions): Promise<unknown> =>
    Promise.all([query.refetch(options), client.invalidateQueries({ queryKey: ['tasks', 'boxes'] })])
  return { query, rows, total: query.data?.pages[0]?.recordTotal ?? null, showMore: () => showMore(query), refresh }
}

/**
 * Pages are counted from the first card of the box. If a card left since the previous page was loaded, the next page
 * would skip one: the totals of the two pages differ, and all pages are reloaded.
 */
async function showMore({
  fetchNextPage,
  refetch,
}: Pick<UseInfiniteQueryResult<InfiniteData<Page<InboxRow>>>, 'fetchNextPage' | 'refetch'>) {
  const { data } = await fetchNextPage()
  if (new Set(data?.pages.map((page) => page.recordTotal)).size > 1) await refetch()
}

/** After a decision the person continues with the next card: as many are reloaded as were shown. */
function useKeptOrder(box: Box, filters: Filters, pages: readonly { readonly records: readonly InboxRow[] }[] = []) {
  useEffect(() => {
    if (box !== 'open') return
    const of = (records: readonly InboxRow[]) => records.map((row) => row.mobileUrl)
    const limit = Math.min(pages.length * PER_PAGE, 500)
    keepOrder({
      addresses: pages.flatMap((page) => of(page.records)),
      load: async () => of((await tasksApi.page('open', { limit, ...filtersOf(filters) })).records),
    })
  }, [box, filters, pages])
}

interface CardsProps {
  readonly box: Box
  /** Filters of the link that led here; the person's own of before do not add to them. */
  readonly addressed: Filters
  readonly onBox: (box: Box) => void
  readonly onFilters: () => void
}

function Cards({ box, addressed, onBox, onFilters }: CardsProps) {
  const [filters, setFilters] = useState<Filters>(() =>
    Object.keys(addressed).length > 0 ? addressed : (kept.get(box) ?? {}),
  )
  const [isFiltering, setFiltering] = useState(false)
  const [picked, setPicked] = useState<ReadonlyMap<string, InboxRow> | null>(null)
  const [decision, setDecision] = useState<BatchDecision | null>(null)
  const cards = useCards(box, filters)
  const { query, rows, total } = cards
  const isFiltered = Object.keys(filters).length > 0
  const mayPick = box === 'open' && rows.length > 0
  const pick = (row: InboxRow): void =>
    setPicked((all) => {
      const next = new Map(all)
      if (!next.delete(keyOf(row)) && next.size < BATCH_LIMIT && whyNotDecide(row) === null) next.set(keyOf(row), row)
      return next
    })
  const apply = (next: Filters): void => {
    kept.set(box, next)
    setFilters(next)
    setPicked(null)
    onFilters()
  }
  return (
    <>
      <main>
        <PullArea isDisabled={picked !== null} onRefresh={() => cards.refresh({ throwOnError: true })}>
          <div className={picked ? 'phone-page task-picking' : 'phone-page'}>
            <PhoneHead title={pageText('tasks.title')} />
            <TaskBoxes box={box} total={box === 'open' && !isFiltered ? null : total} onBox={onBox} />
            <Tools
              filters={filters}
              isPicking={picked !== null}
              mayPick={mayPick}
              onFilter={() => setFiltering(true)}
              onPicking={(on) => setPicked(on ? new Map() : null)}
            />
            {box === 'open' ? (
              <>
                <NewTasks readAt={query.dataUpdatedAt} onRefresh={() => void cards.refresh()} />
                <Suspense fallback={null}>
                  <WaitingDrafts Frame={SheetFrame} />
                </Suspense>
              </>
            ) : null}
            <CardList
              box={box}
              cards={cards}
              isFiltered={isFiltered}
              picked={picked}
              onPick={pick}
              onHold={mayPick ? (row) => setPicked(new Map([[keyOf(row), row]])) : null}
            />
          </div>
        </PullArea>
      </main>
      {picked ? <PickBar count={picked.size} onDecide={setDecision} /> : null}
      <Suspense fallback={null}>
        {isFiltering ? (
          <TaskFilterSheet box={box} filters={filters} onApply={apply} onClose={() => setFiltering(false)} />
        ) : null}
        {decision && picked ? (
          <BatchSheet
            decision={decision}
            rows={[...picked.values()]}
            onClose={(done) => {
              setDecision(null)
              if (done > 0) setPicked(null)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

interface CardListProps {
  readonly box: Box
  readonly cards: ReturnType<typeof useCards>
  readonly isFiltered: boolean
  readonly picked: ReadonlyMap<string, InboxRow> | null
  readonly onPick: (row: InboxRow) => void
  readonly onHold: ((row: InboxRow) => void) | null
}

function CardList({ box, cards, isFiltered, picked, onPick, onHold }: CardListProps) {
  const { query, rows, total } = cards
  // Where no task is listed, what is counted are the settings above the list.
  const isCounted = useBoxCounts()?.open && box === 'open'
  return (
    <>
      {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeletons /> : null}
      {query.isSuccess && rows.length === 0 ? (
        <p className="phone-empty">
          <Icon name="check" size={20} />
          {isFiltered ? pageText('list.noMatch') : taskText(`none.${isCounted ? 'beside' : box}`)}
        </p>
      ) : null}
      <ul className="cards">
        {rows.map((row) => (
          <TaskCard
            key={keyOf(row)}
            row={row}
            isPicked={picked ? picked.has(keyOf(row)) : null}
            onPick={() => onPick(row)}
            onHold={onHold && whyNotDecide(row) === null ? () => onHold(row) : null}
          />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          block
          fill="none"
          className="show-more"
          loading={query.isFetchingNextPage}
          onClick={() => void cards.showMore()}
        >
          {total === null ? pageText('list.next') : pageText('phone.showMore', { count: total - rows.length })}
        </Button>
      ) : null}
    </>
  )
}

interface ToolsProps {
  readonly filters: Filters
  readonly isPicking: boolean
  readonly mayPick: boolean
  readonly onFilter: () => void
  readonly onPicking: (on: boolean) => void
}

function Tools({ filters, isPicking, mayPick, onFilter, onPicking }: ToolsProps) {
  return (
    <PhoneListTools count={Object.keys(filters).length} onFilter={onFilter}>
      {mayPick || isPicking ? (
        <button type="button" aria-pressed={isPicking} onClick={() => onPicking(!isPicking)}>
          {isPicking ? taskText('phone.done') : taskText('phone.select')}
        </button>
      ) : null}
    </PhoneListTools>
  )
}

interface PickBarProps {
  readonly count: number
  readonly onDecide: (decision: BatchDecision) => void
}

/** Actions on the selected cards, above the safe area. */
function PickBar({ count, onDecide }: PickBarProps) {
  return (
    <footer className="action-bar">
      <span className="task-picked" role="status">
        {taskText('phone.selected', { count })}
      </span>
      <Button color="danger" fill="outline" disabled={count === 0} onClick={() => onDecide('reject')}>
        {taskText('reject')}
      </Button>
      <Button color="primary" disabled={count === 0} onClick={() => onDecide('approve')}>
        {taskText('agree')}
      </Button>
    </footer>
  )
}

function Skeletons() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3].map((each) => (
        <div key={each} className="phone-skeleton" style={{ height: 124 }} />
      ))}
    </div>
  )
}
