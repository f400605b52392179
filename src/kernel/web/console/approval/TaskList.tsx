import { Link } from 'react-router'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { formatTime, minutesSince } from '#kernel/web/ui/time.ts'
import { type Task, taskAddress } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { useNow } from '../use-now.ts'
import { durationText } from '../duration.ts'
import './task-list.css'

/** Tasks as a short list: title, sender, amount, waiting time. */
export function TaskList({ tasks, isLoading }: { readonly tasks: readonly Task[]; readonly isLoading: boolean }) {
  const now = useNow()
  if (isLoading) {
    return (
      <ul className="task-list" aria-busy="true">
        {[0, 1, 2].map((row) => (
          <li key={row} className="task-skeleton" />
        ))}
      </ul>
    )
  }
  return (
    <ul className="task-list">
      {tasks.map((task) => (
        <li key={task.taskId}>
          <Link to={taskAddress(task)} className="task">
            <span className="task-main">
              <strong>{task.title}</strong>
              <span className="quiet">
                {task.documentNo} · {task.drafterName} · {task.stepName}
              </span>
            </span>
            <span className="task-facts quiet">
              {task.facts.slice(0, 3).map((fact) => (
                <span key={fact.label}>
                  {fact.label} {fact.value}
                </span>
              ))}
            </span>
            <Amount value={task.amount} currency={task.currency} />
            <span className="task-age quiet" title={formatTime(task.createdAt)}>
              {durationText(minutesSince(task.createdAt, now))}
            </span>
          </Link>
        </li>
      ))}
      {tasks.length === 0 ? <li className="quiet">{pageText('tasks.noneOpen')}</li> : null}
    </ul>
  )
}
