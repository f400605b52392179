import { useEffect } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { onLive } from '../client/live/live.ts'
import { countText } from '../inbox/use-inbox.ts'
import { NOTIFICATIONS_PATH } from '../notify/notify-api.ts'
import { useLatest } from '../notify/use-notifications.ts'
import { useSession } from '../shell/session-context.ts'
import './phone-bell.css'

/** The number of unread notifications; they have a page that fits a phone. */
export function PhoneBell() {
  const isPermitted = useSession().menus.some(({ url }) => url === NOTIFICATIONS_PATH)
  const { unread, retry } = useLatest(isPermitted)
  useEffect(() => onLive('notifications', retry), [retry])
  if (!isPermitted) return null
  const label = unread > 0 ? pageText('inbox.unread', { count: unread }) : pageText('shell.notifications')
  return (
    <a className="phone-icon-button phone-bell" href={NOTIFICATIONS_PATH} aria-label={label}>
      <Icon name="bell" size={20} />
      {unread > 0 ? <span aria-hidden="true">{countText(unread)}</span> : null}
    </a>
  )
}
