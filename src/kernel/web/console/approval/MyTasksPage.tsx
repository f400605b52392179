import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useRef, useState, useEffect, type RefObject } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { BATCH_LIMIT, type BatchDecision } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { type Box, BOXES, type BoxCounts } from '#kernel/services/tasks/inbox-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { usePreference } from '../client/preferences.ts'
import { ExportButton } from '../downloads/ExportButton.tsx'
import type { BulkAction, BulkResult } from '../list/document/bulk.ts'
import { ListPage } from '../list/ListPage.tsx'
import { ListView } from '../list/ListView.tsx'
import { ViewPicker } from '../list/views/ViewPicker.tsx'
import { useShortcut } from '../shell/shortcuts/shortcuts.ts'
import { columnsOf } from '../tasks/columns.tsx'
import { filtersOf, queryOf, useInboxFilters } from '../tasks/filters.ts'
import { ReadingPane } from '../tasks/ReadingPane.tsx'
import { whyNotDecide } from '../tasks/row-texts.ts'
import { taskText } from '../tasks/task-texts.ts'
import { addressOf, keyOf, tasksApi } from '../tasks/tasks-api.ts'
import { DialogFrame } from './verbs/DialogFrame.tsx'
import '../tasks/inbox.css'

const CommentDialog = lazy(() =>
  import('../tasks/CommentDialog.tsx').then((module) => ({ default: module.CommentDialog })),
)
const WaitingDrafts = lazy(() =>
  import('../setting/WaitingDrafts.tsx').then((module) => ({ default: module.WaitingDrafts })),
)
const BatchDialog = lazy(() => import('../tasks/BatchDialog.tsx').then((module) => ({ default: module.BatchDialog })))

/** The inbox: tasks waiting for me, done by me, approvals raised by me or copied to me; for administrators everything. */
export default function MyTasksPage() {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const counts = useQuery({ queryKey: ['tasks', 'boxes'], queryFn: tasksApi.boxes })
  const box = BOXES.find((each) => each === query.get('view')) ?? 'open'
  const boxes = BOXES.filter((each) => each !== 'all' || counts.data?.hasAll || box === 'all')
  // Filters do not carry over to another box, except the type in the address.
  const show = (next: Box): void => {
    const type = query.get('documentType')
    setQuery({ ...(next === 'open' ? {} : { view: next }), ...(type ? { documentType: type } : {}) }, { replace: true })
  }
  return (
    <ListPage
      title={pageText('tasks.title')}
      aside={<Link to="/tasks/absence">{taskText('absence')}</Link>}
      tabs={
        <ViewPicker
          label={taskText('boxesLabel')}
          value={box}
          views={boxes.map((key) => ({ key, text: tabText(key, counts.data) }))}
          onChange={show}
        />
      }
    >
      {box === 'open' ? (
        <Suspense fallback={null}>
          <WaitingDrafts Frame={DialogFrame} onOpen={(address) => void navigate(address)} />
        </Suspense>
      ) : null}
      <InboxList key={box} box={box} hasDrafts={box === 'open' && (counts.data?.open ?? 0) > 0} />
    </ListPage>
  )
}

/** Counts of boxes that need attention: waiting, unread, in progress. */
function tabText(box: Box, counts: BoxCounts | undefined): string {
  const text = taskText(`boxes.${box}`)
  const count = { open: counts?.open, copies: counts?.copiesUnread, mine: counts?.mineRunning, done: 0, all: 0 }[box]
  return count ? `${text} ${count > 9999 ? '9999+' : count}` : text
}

interface PendingBatch {
  readonly decision: BatchDecision
  readonly rows: readonly InboxRow[]
  /** Ends the toolbar's waiting state, where it began there. */
  readonly settle?: (result: BulkResult | null) => void
}

interface InboxListProps {
  readonly box: Box
  /** Where no task is listed, what is counted are the settings above the list. */
  readonly hasDrafts: boolean
}

function InboxList({ box, hasDrafts }: InboxListProps) {
  const columns = useMemo(() => columnsOf(box), [box])
  const filters = useInboxFilters(box)
  const [active, setActive] = useState<InboxRow | null>(null)
  const [asked, setAsked] = useState<PendingBatch | null>(null)
  const [commented, setCommented] = useState<InboxRow | null>(null)
  const preview = usePreference('inbox.preview', false)
  const decides = box === 'open'
  const body = useRef<HTMLDivElement>(null)
  const backToCursor = useCursorFocus(body, active)
  const bulk = useMemo(() => (decides ? bulkActions(setAsked) : []), [decides])
  const one = decides && active !== null && whyNotDecide(active) === null ? active : null
  const ask = (decision: BatchDecision): void => {
    // Selected rows have their own buttons; without a selection, the key applies to the row with the cursor.
    const button = document.querySelector<HTMLButtonElement>(`[data-action="${decision}"] button:not(:disabled)`)
    if (button) button.click()
    else if (one) setAsked({ decision, rows: [one] })
  }
  useShortcut('a', taskText('agreeKey'), () => ask('approve'), { isActive: decides })
  useShortcut('r', taskText('rejectKey'), () => ask('reject'), { isActive: decides })
  useShortcut('c', taskText('commentKey'), () => setCommented(active), {
    isActive: active?.state === 'running' && active.mayOpen,
  })
  useShortcut('v', taskText('previewKey'), () => preview.set(!preview.value))
  const fetchPage = useCallback(
    (request: Parameters<typeof queryOf>[0], signal: AbortSignal) => tasksApi.page(box, queryOf(request), { signal }),
    [box],
  )
  return (
    <div className={preview.value ? 'inbox-body inbox-reading' : 'inbox-body'} ref={body}>
      <ListView<InboxRow>
        name="tasks"
        list={`tasks.${box}`}
        place={box}
        caption={taskText(`boxes.${box}`)}
        columns={columns}
        rowKey={keyOf}
        rowLabel={(row) => row.documentNo}
        filters={filters}
        fetchPage={fetchPage}
        fetchCount={(typed, signal) => tasksApi.count(box, filtersOf(typed), { signal })}
        addressOf={addressOf}
        bulk={bulk}
        {...(decides ? { defaultSort: 'due' } : {})}
        onActive={setActive}
        isReading={preview.value}
        emptyText={taskText(`none.${hasDrafts ? 'beside' : box}`)}
        tools={(view) => (
          <>
            <Button
              type="text"
              icon={<Icon name="collapse" />}
              aria-pressed={preview.value}
              aria-label={taskText('preview')}
              title={taskText('preview')}
              onClick={() => preview.set(!preview.value)}
            />
            <ExportButton
              path={`/aps/task/${box}/export`}
              right={box === 'all' ? 'approval.monitor.export' : 'approval.task.export'}
              view={view}
              filters={exportFiltersOf(view.filters)}
            />
          </>
        )}
      />
      {preview.value ? <ReadingPane row={active} /> : null}
      {commented ? (
        <Suspense fallback={null}>
          <CommentDialog row={commented} onClose={() => setCommented(null)} />
        </Suspense>
      ) : null}
      {asked ? (
        <Suspense fallback={null}>
          <BatchDialog
            decision={asked.decision}
            rows={asked.rows}
            onClose={(done) => {
              setAsked(null)
              asked.settle?.(done > 0 ? { done, failed: [] } : null)
              if (done > 0) backToCursor()
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Agree and reject for the selection; the dialog first shows the dry run. */
function bulkActions(ask: (asked: PendingBatch) => void): readonly BulkAction<InboxRow>[] {
  return (['approve', 'reject'] as const).map((decision) => ({
    key: decision,
    label: taskText(decision === 'approve' ? 'agree' : 'reject'),
    whyNot: whyNotDecide,
    hasDialog: true,
    most: { rows: BATCH_LIMIT, text: taskText('most') },
    act: (target) =>
      new Promise<BulkResult>((resolve, reject) => {
        const rows = target.kind === 'rows' ? target.rows : []
        ask({
          decision,
          rows,
          // The selection stays if nothing was done.
          settle: (result) => (result ? resolve(result) : reject(new Error('nothing was decided'))),
        })
      }),
  }))
}

/**
 * After rows were decided by keyboard they disappear with their focus: it moves to the row that then has the cursor.
 * Returns the function to call when the dialog has closed.
 */
function useCursorFocus(box: RefObject<HTMLElement | null>, cursor: unknown): () => void {
  const isWanted = useRef(false)
  const focus = useRef((): void => {
    // Focus that has moved elsewhere stays.
    if (!isWanted.current || document.activeElement !== document.body) return
    isWanted.current = false
    box.current?.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus()
  })
  useEffect(() => focus.current(), [cursor])
  return () => {
    isWanted.current = true
    // The dialog first restores focus to its row, where that still exists.
    requestAnimationFrame(() => focus.current())
  }
}

/** The filters of a box as its export's body takes them: with numbers and flags instead of texts. */
function exportFiltersOf(filters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { only, waitingHours, ...others } = filters
  return {
    ...others,
    ...(only ? { [only as string]: true } : {}),
    ...(waitingHours ? { waitingHours: Number(waitingHours) } : {}),
  }
}
