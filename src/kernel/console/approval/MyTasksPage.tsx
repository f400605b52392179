import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Icon } from '#kernel/ui/Icon.tsx'
import type { Column } from '#kernel/ui/table-columns.ts'
import { myTasks, type Task, taskAddress, taskSummary } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { amountColumn, documentColumn, textColumn, timeColumn, waitingColumn } from '../list/columns.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { ListView } from '../list/ListView.tsx'
import { ViewPicker } from '../list/ViewPicker.tsx'
import './my-tasks-page.css'

type View = 'open' | 'done'

/** What waits for me, and what I have done. */
export default function MyTasksPage() {
  const [query, setQuery] = useSearchParams()
  const view: View = query.get('view') === 'done' ? 'done' : 'open'
  const columns = useMemo(() => taskColumns(view), [view])
  const type = query.get('documentType')
  const asked = useMemo(() => ({ status: view, ...(type ? { documentType: type } : {}) }), [view, type])
  const show = (next: View, ofType: string | null): void =>
    setQuery(
      { ...(next === 'done' ? { view: next } : {}), ...(ofType ? { documentType: ofType } : {}) },
      { replace: true },
    )
  return (
    <ListPage
      title={pageText('tasks.title')}
      aside={type ? <OnlyType type={type} onClear={() => show(view, null)} /> : null}
      tabs={
        <ViewPicker
          label={pageText('tasks.title')}
          value={view}
          views={[
            { key: 'open', text: pageText('tasks.open') },
            { key: 'done', text: pageText('tasks.done') },
          ]}
          onChange={(next) => show(next, type)}
        />
      }
    >
      <ListView<Task>
        key={`${view} ${type ?? ''}`}
        name="tasks"
        list={`tasks.${view}`}
        caption={pageText('tasks.title')}
        columns={columns}
        rowKey={idOf}
        rowLabel={noOf}
        filters={[]}
        fixedFilters={asked}
        fetchPage={({ page, limit }) => myTasks(view, page, limit, type ?? undefined)}
        addressOf={taskAddress}
        emptyText={pageText(view === 'open' ? 'tasks.noneOpen' : 'tasks.noneDone')}
      />
    </ListPage>
  )
}

const idOf = (task: Task): string => task.taskId
const noOf = (task: Task): string => task.documentNo

/** The address asks for one type of document: said, and taken away with a click. */
function OnlyType({ type, onClear }: { readonly type: string; readonly onClear: () => void }) {
  const { data } = useQuery({ queryKey: queryKeys.home('taskSummary'), queryFn: taskSummary })
  const label = data?.find((kind) => kind.documentType === type)?.typeLabel ?? type
  const text = pageText('tasks.allTypes', { type: label })
  return (
    <button type="button" className="filter-chip" aria-label={text} title={text} onClick={onClear}>
      {label}
      <Icon name="close" size={12} />
    </button>
  )
}

function taskColumns(view: View): readonly Column<Task>[] {
  return [
    documentColumn('no', pageText('tasks.no'), {
      no: noOf,
      address: taskAddress,
      label: (task) => pageText('tasks.openTask', { no: task.documentNo }),
    }),
    { ...textColumn('title', pageText('tasks.titleColumn'), (task) => task.title), width: 400 },
    textColumn('step', pageText('tasks.step'), (task) => task.stepName),
    textColumn('drafter', pageText('tasks.drafter'), (task) => task.drafterName),
    amountColumn('amount', pageText('tasks.amount'), (task) => task.amount, { currency: (task) => task.currency }),
    view === 'open'
      ? waitingColumn((task) => task.createdAt)
      : timeColumn('endedAt', pageText('tasks.ended'), (task) => task.endedAt),
    {
      key: 'facts',
      title: pageText('tasks.facts'),
      render: (task) => (
        <span className="quiet">{task.facts.map((fact) => `${fact.label} ${fact.value}`).join(' · ') || '/'}</span>
      ),
    },
  ]
}
