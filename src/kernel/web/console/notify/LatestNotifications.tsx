import { Link } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { isPhone } from '../client/approval.ts'
import { TASKS_PATH } from '../inbox/use-inbox.ts'
import { ErrorBanner } from '../Banner.tsx'
import { useNow } from '../use-now.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { NOTIFICATION_SETTINGS_PATH, NOTIFICATIONS_PATH } from './notify-api.ts'
import { notifyText } from './notify-text.ts'
import { useLatest, useMarks } from './use-notifications.ts'
import './latest-notifications.css'

interface LatestNotificationsProps {
  /** The person's waiting tasks; null for people who can have none, or while unknown. */
  readonly waiting: number | null
  readonly onClose: () => void
}

/** The bell's popup: the latest notifications, with links to all of them and to the tasks. */
export function LatestNotifications({ waiting, onClose }: LatestNotificationsProps) {
  const now = useNow()
  const latest = useLatest(true)
  const marks = useMarks()
  const [newest] = latest.records
  return (
    <div className="latest-notifications" role="dialog" aria-label={pageText('shell.notifications')}>
      <header>
        <h2>{notifyText('title')}</h2>
        {latest.unread > 0 && newest ? (
          <button type="button" className="link-button" onClick={() => marks.markAll(newest)}>
            {notifyText('markAllRead')}
          </button>
        ) : null}
      </header>
      {latest.error ? (
        <ErrorBanner error={latest.error} text={(reason) => notifyText('failed', { reason })} onRetry={latest.retry} />
      ) : null}
      {latest.records.length === 0 && !latest.isPending && !latest.error ? (
        <p className="quiet">{notifyText('nothingNew')}</p>
      ) : (
        <ul>
          {latest.records.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              now={now}
              marks={marks}
              onOpen={onClose}
            />
          ))}
        </ul>
      )}
      <footer>
        <Link to={NOTIFICATIONS_PATH} onClick={onClose}>
          {notifyText('all')}
        </Link>
        {waiting ? (
          <Link to={isPhone() ? '/tasks/mobile' : TASKS_PATH} onClick={onClose}>
            {notifyText('tasksWaiting', { count: waiting })}
          </Link>
        ) : null}
        <Link to={NOTIFICATION_SETTINGS_PATH} onClick={onClose}>
          {notifyText('settings')}
        </Link>
      </footer>
    </div>
  )
}
