import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Column } from '#kernel/ui/table-columns.ts'
import { myTasks, type Task } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { amountColumn, documentColumn, textColumn, timeColumn, waitingColumn } from '../list/columns.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { ListView } from '../list/ListView.tsx'
import { ViewPicker } from '../list/ViewPicker.tsx'

type View = 'open' | 'done'

/** What waits for me, and what I have done. */
export default function MyTasksPage() {
  const [query, setQuery] = useSearchParams()
  const view: View = query.get('view') === 'done' ? 'done' : 'open'
  const columns = useMemo(() => taskColumns(view), [view])
  const status = useMemo(() => ({ status: view }), [view])
  return (
    <ListPage
      title={pageText('tasks.title')}
      tabs={
        <ViewPicker
          label={pageText('tasks.title')}
          value={view}
          views={[
            { key: 'open', text: pageText('tasks.open') },
            { key: 'done', text: pageText('tasks.done') },
          ]}
          onChange={(next) => setQuery(next === 'done' ? { view: 'done' } : {}, { replace: true })}
        />
      }
    >
      <ListView<Task>
        key={view}
        name="tasks"
        list={`tasks.${view}`}
        caption={pageText('tasks.title')}
        columns={columns}
        rowKey={idOf}
        rowLabel={noOf}
        filters={[]}
        fixedFilters={status}
        fetchPage={({ page, limit }) => myTasks(view, page, limit)}
        addressOf={urlOf}
        emptyText={pageText(view === 'open' ? 'tasks.noneOpen' : 'tasks.noneDone')}
      />
    </ListPage>
  )
}

const idOf = (task: Task): string => task.taskId
const noOf = (task: Task): string => task.documentNo
const urlOf = (task: Task): string => task.url

function taskColumns(view: View): readonly Column<Task>[] {
  return [
    documentColumn('no', pageText('tasks.no'), {
      no: noOf,
      address: urlOf,
      label: (task) => pageText('tasks.openTask', { no: task.documentNo }),
    }),
    textColumn('title', pageText('tasks.titleColumn'), (task) => task.title),
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
