import { downloadCenterText } from '#kernel/web/console/downloads/download-center-text.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#kernel/web/ui/DataTable.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { dayBounds, formatTime } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { Pager } from '../list/Pager.tsx'
import { useNarrow } from '#kernel/web/ui/use-narrow.ts'
import { ErrorBanner } from '../Banner.tsx'
import { useNow } from '../use-now.ts'
import { DownloadFilters, type DownloadTaskFilters } from './DownloadFilters.tsx'
import {
  downloadKeys,
  downloadsApi,
  type DownloadTask,
  durationMinutes,
  PAGE_ROWS,
  type TaskQuestion,
} from './downloads-api.ts'
import { type DownloadAction, TaskAction } from './TaskAction.tsx'
import { Progress, resultText, TaskState, typeText } from './TaskState.tsx'
import { importAddress } from '../imports/import-api.ts'
import './download-center.css'

/** Spec section 2. */
const MAX_HEIGHT = 450
/** Below this width a table would hide the actions of a task. */
const NARROW = 720

interface DownloadCenterProps {
  readonly filters: DownloadTaskFilters
  readonly onFilters: (filters: DownloadTaskFilters) => void
}

/** The person's own tasks: running, ready, and failed with the reason. */
export function DownloadCenter({ filters, onFilters }: DownloadCenterProps) {
  const asked = JSON.stringify(filters)
  const [at, setAt] = useState({ asked, page: 1 })
  // Other filters reset the page, whatever changed them.
  const page = at.asked === asked ? at.page : 1
  /** Typed text is cleared with the filters. */
  const [clears, setClears] = useState(0)
  const client = useQueryClient()
  const now = useNow()
  const question = questionOf(filters, page)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: downloadKeys.page(question),
    queryFn: ({ signal }) => downloadsApi.page(question, { signal, handles: true }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const act = useCallback(
    (work: Promise<unknown>): void => {
      // The call has shown the refusal; the list shows the state either way.
      void work.catch(() => undefined).then(() => client.invalidateQueries({ queryKey: downloadKeys.all }))
    },
    [client],
  )
  const columns = useMemo(() => taskColumns(now, act), [now, act])
  const isNarrow = useNarrow(NARROW)
  const records = data?.records ?? []
  const clear = (): void => {
    onFilters({})
    setClears(clears + 1)
  }
  const hasFilters = Object.values(filters).some(Boolean)
  const empty = error || isPlaceholderData ? null : <Nothing hasFilters={hasFilters} onClear={clear} />
  return (
    <div className="download-center">
      <div className="download-head">
        <DownloadFilters
          key={clears}
          filters={filters}
          onChange={(next) => {
            onFilters(next)
          }}
        />
        <Link className="download-imports" to="/imports">
          {pageText('imports.mine')}
        </Link>
      </div>
      {error ? (
        <ErrorBanner
          error={error}
          text={(reason) => pageText(records.length > 0 ? 'list.failed' : 'list.failedFirst', { reason })}
          onRetry={() => void refetch()}
        />
      ) : null}
      {isNarrow && records.length > 0 ? (
        <TaskCards tasks={records} now={now} act={act} />
      ) : (
        <DataTable
          caption={pageText('downloads.title')}
          columns={columns}
          rows={records}
          rowKey={(task) => task.id}
          maxHeight={MAX_HEIGHT}
          isStale={isPlaceholderData}
          skeletonRows={isPending ? 5 : 0}
          empty={empty}
        />
      )}
      {error && records.length === 0 ? null : (
        <Pager
          page={page}
          limit={PAGE_ROWS}
          total={data?.recordTotal ?? null}
          isCapped={false}
          mayHaveMore={records.length === PAGE_ROWS}
          onPage={(next) => setAt({ asked, page: next })}
        />
      )}
    </div>
  )
}

function questionOf({ type, status, day }: DownloadTaskFilters, page: number): TaskQuestion {
  return {
    ...(type ? { type } : {}),
    ...(status ? { status } : {}),
    ...(day ? { createTimeStart: dayBounds(day).start.toISOString() } : {}),
    page,
    limit: PAGE_ROWS,
  }
}

function Nothing({ hasFilters, onClear }: { readonly hasFilters: boolean; readonly onClear: () => void }) {
  return (
    <div className="empty">
      <strong>{hasFilters ? pageText('list.noMatch') : downloadCenterText('none')}</strong>
      {hasFilters ? (
        <button type="button" className="link-button" onClick={onClear}>
          {pageText('list.clear')}
        </button>
      ) : (
        <span>{downloadCenterText('noneHint')}</span>
      )}
    </div>
  )
}

function taskColumns(now: number, act: DownloadAction): readonly Column<DownloadTask>[] {
  return [
    {
      key: 'name',
      title: downloadCenterText('name'),
      render: (task) => <TaskName task={task} />,
    },
    { key: 'type', title: downloadCenterText('type'), render: (task) => typeText(task.type) },
    { key: 'status', title: downloadCenterText('status'), render: (task) => <TaskState {...task} /> },
    {
      key: 'progress',
      title: downloadCenterText('progress'),
      align: 'right',
      render: (task) => <Progress task={task} />,
    },
    {
      key: 'duration',
      title: downloadCenterText('duration'),
      align: 'right',
      render: (task) => pageText('common.minutes', { minutes: durationMinutes(task, now) }),
    },
    { key: 'created', title: downloadCenterText('created'), render: (task) => formatTime(task.createTime) },
    {
      key: 'result',
      title: downloadCenterText('result'),
      render: (task) => (
        <span className="download-result" title={resultText(task)}>
          {resultText(task) || '/'}
        </span>
      ),
    },
    { key: 'actions', title: downloadCenterText('actions'), render: (task) => <TaskAction task={task} act={act} /> },
  ]
}

interface TaskCardsProps {
  readonly tasks: readonly DownloadTask[]
  readonly now: number
  readonly act: DownloadAction
}

/** The tasks as cards where there is no room for a table. */
function TaskCards({ tasks, now, act }: TaskCardsProps) {
  return (
    <ul className="download-cards">
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskName task={task} />
          <div className="download-card-state">
            <TaskState {...task} />
            <span className="download-card-facts">
              {[
                typeText(task.type),
                formatTime(task.createTime),
                pageText('common.minutes', { minutes: durationMinutes(task, now) }),
              ].join(' · ')}
            </span>
          </div>
          {task.status === 1 && task.phase !== 'checked' ? <Progress task={task} /> : null}
          {resultText(task) ? <p className="download-card-result">{resultText(task)}</p> : null}
          <TaskAction task={task} act={act} />
        </li>
      ))}
    </ul>
  )
}

/** The name of an import links to its page, where its rows are corrected, run and undone. */
function TaskName({ task: { importId, name } }: { readonly task: DownloadTask }) {
  if (!importId)
    return (
      <span className="download-name" title={name}>
        {name}
      </span>
    )
  return (
    <Link className="download-name" title={name} to={importAddress(importId)}>
      {name}
    </Link>
  )
}
