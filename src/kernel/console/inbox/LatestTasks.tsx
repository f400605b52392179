import { Link } from 'react-router'
import { Amount } from '#kernel/ui/Amount.tsx'
import { formatTime, minutesSince } from '#kernel/ui/time.ts'
import { isPhone, taskAddress } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import { ErrorStrip } from '../Strip.tsx'
import { useNow } from '../use-now.ts'
import { type Inbox, TASKS_PATH } from './use-inbox.ts'
import './latest-tasks.css'

/** The latest tasks under the bell: what, from whom, how much, since when. */
export function LatestTasks({ inbox, onClose }: { readonly inbox: Inbox; readonly onClose: () => void }) {
  const now = useNow()
  return (
    <div className="latest-tasks" role="dialog" aria-label={pageText('shell.notifications')}>
      <div className="latest-tasks-head">
        <h2>{pageText('home.waiting')}</h2>
        <Link to={isPhone() ? '/tasks/mobile' : TASKS_PATH} onClick={onClose}>
          {inbox.total ? pageText('inbox.all', { count: inbox.total }) : pageText('home.allTasks')}
        </Link>
      </div>
      {inbox.error ? (
        <ErrorStrip
          error={inbox.error}
          text={(reason) => pageText('list.failedFirst', { reason })}
          onRetry={inbox.retry}
        />
      ) : null}
      {inbox.tasks.length === 0 && !inbox.isPending && !inbox.error ? (
        <p className="quiet">{pageText('home.none')}</p>
      ) : (
        <ul>
          {inbox.tasks.map((task) => (
            <li key={task.taskId}>
              <Link to={taskAddress(task)} onClick={onClose}>
                <span className="latest-task-title">{task.title}</span>
                <Amount value={task.amount} currency={task.currency} />
                <span className="quiet">
                  <span className="code">{task.documentNo}</span> · {task.drafterName}
                </span>
                <span className="quiet" title={formatTime(task.createdAt)}>
                  {durationText(minutesSince(task.createdAt, now))}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
