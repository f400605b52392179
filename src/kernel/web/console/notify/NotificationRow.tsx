import { Link } from 'react-router'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { formatTime, minutesSince } from '#kernel/web/ui/time.ts'
import { durationText } from '../duration.ts'
import { notificationAddress, type Notification } from './notify-api.ts'
import { notifyText } from './notify-text.ts'
import type { NotificationMarks } from './use-notifications.ts'
import './notification-row.css'

interface NotificationRowProps {
  readonly notification: Notification
  readonly now: number
  readonly marks: NotificationMarks
  readonly onOpen?: () => void
  /** The row also shows the opinion and a button that marks the notification. */
  readonly isFull?: boolean
}

/** One event: what, on which document, with which text, how long ago. Opening it marks it as read. */
export function NotificationRow({ notification, now, marks, onOpen, isFull = false }: NotificationRowProps) {
  const isUnread = notification.readAt === null
  const { documentNo, title, text, amount, currency, opinion, at } = notification
  // What has no number is named by the text that goes with it: the setting to publish, the right that was changed.
  const about = documentNo === '' && opinion !== null ? `${title} · ${opinion}` : title
  return (
    <li className={isUnread ? 'notification notification-unread' : 'notification'}>
      <Link
        to={notificationAddress(notification)}
        onClick={() => {
          if (isUnread) marks.mark(notification, true)
          onOpen?.()
        }}
      >
        <span className="notification-title">
          {isUnread ? <span className="unseen">{notifyText('unread')}: </span> : null}
          {text}
        </span>
        <time className="quiet" dateTime={at} title={formatTime(at)}>
          {ageText(at, now)}
        </time>
        <span className="notification-about quiet">
          {documentNo === '' ? null : (
            <>
              <span className="code">{documentNo}</span> ·{' '}
            </>
          )}
          {about}
        </span>
        {amount === null ? null : <Amount value={amount} currency={currency} />}
        {isFull && opinion !== null && documentNo !== '' ? (
          <span className="notification-opinion">{opinion}</span>
        ) : null}
      </Link>
      {isFull ? (
        <button
          type="button"
          className="icon-button notification-mark"
          aria-label={`${notifyText(isUnread ? 'markRead' : 'markUnread')}: ${documentNo || title}`}
          title={notifyText(isUnread ? 'markRead' : 'markUnread')}
          onClick={() => marks.mark(notification, isUnread)}
        >
          <Icon name={isUnread ? 'check' : 'undo'} />
        </button>
      ) : null}
    </li>
  )
}

/** Relative time within a day, the date before that. */
function ageText(at: string, now: number): string {
  const minutes = minutesSince(at, now)
  return minutes < 1440 ? durationText(minutes) : formatTime(at).slice(0, 10)
}
