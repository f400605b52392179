import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Amount } from '#kernel/ui/Amount.tsx'
import { DataTable, type Column } from '#kernel/ui/DataTable.tsx'
import { formatTime, minutesSince } from '#kernel/ui/time.ts'
import { myTasks, type Task } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { durationText } from '../duration.ts'
import { useListState } from '../list/list-state.ts'
import { Pager } from '../list/Pager.tsx'
import { ViewPicker } from '../list/ViewPicker.tsx'
import { ErrorStrip } from '../Strip.tsx'
import { useNow } from '../use-now.ts'

type View = 'open' | 'done'

/** What waits for me, and what I have done. */
export default function MyTasksPage() {
  const [query, setQuery] = useSearchParams()
  const view: View = query.get('view') === 'done' ? 'done' : 'open'
  const state = useListState([], undefined)
  const navigate = useNavigate()
  const now = useNow()
  const tasks = useQuery({
    queryKey: queryKeys.tasks(view, state.page, state.limit),
    queryFn: () => myTasks(view, state.page, state.limit),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const records = tasks.data?.records ?? []
  return (
    <>
      <header className="page-head">
        <h1>{pageText('tasks.title')}</h1>
      </header>
      <ViewPicker
        label={pageText('tasks.title')}
        value={view}
        views={[
          { key: 'open', text: pageText('tasks.open') },
          { key: 'done', text: pageText('tasks.done') },
        ]}
        onChange={(next) => setQuery(next === 'done' ? { view: 'done' } : {}, { replace: true })}
      />
      {tasks.isError ? (
        <ErrorStrip
          error={tasks.error}
          text={(reason) => pageText('list.failedFirst', { reason })}
          onRetry={() => void tasks.refetch()}
        />
      ) : null}
      <DataTable
        caption={pageText('tasks.title')}
        columns={taskColumns(now)}
        rows={records}
        rowKey={(task) => task.taskId}
        isStale={tasks.isPlaceholderData}
        skeletonRows={tasks.isPending ? 6 : 0}
        onOpen={(task, isNewTab) => {
          if (isNewTab) window.open(task.url)
          else void navigate(task.url)
        }}
        empty={
          tasks.isError ? null : (
            <div className="empty">
              <strong>{pageText(view === 'open' ? 'tasks.noneOpen' : 'tasks.noneDone')}</strong>
            </div>
          )
        }
      />
      <Pager
        page={state.page}
        limit={state.limit}
        total={tasks.data?.recordTotal ?? (tasks.data ? records.length : null)}
        isCapped={tasks.data?.capped ?? false}
        mayHaveMore={records.length === state.limit}
        onPage={state.setPage}
        onLimit={state.setLimit}
      />
    </>
  )
}

function taskColumns(now: number): readonly Column<Task>[] {
  return [
    {
      key: 'no',
      title: pageText('tasks.no'),
      width: 150,
      isFrozen: true,
      render: (task) => (
        <Link to={task.url} className="code" aria-label={pageText('tasks.openTask', { no: task.documentNo })}>
          {task.documentNo}
        </Link>
      ),
    },
    { key: 'title', title: pageText('tasks.titleColumn'), render: (task) => task.title },
    { key: 'step', title: pageText('tasks.step'), render: (task) => task.stepName },
    { key: 'drafter', title: pageText('tasks.drafter'), render: (task) => task.drafterName },
    {
      key: 'amount',
      title: pageText('tasks.amount'),
      align: 'right',
      render: (task) => <Amount value={task.amount} currency={task.currency} />,
    },
    {
      key: 'waiting',
      title: pageText('approval.waiting'),
      align: 'right',
      render: (task) => (
        <span title={formatTime(task.createdAt)}>{durationText(minutesSince(task.createdAt, now))}</span>
      ),
    },
    {
      key: 'facts',
      title: pageText('tasks.facts'),
      render: (task) => (
        <span className="quiet">{task.facts.map((fact) => `${fact.label} ${fact.value}`).join(' · ') || '/'}</span>
      ),
    },
  ]
}
