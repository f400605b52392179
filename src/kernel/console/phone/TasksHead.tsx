import { useEffect, useState } from 'react'
import { Icon } from '#kernel/ui/Icon.tsx'
import { pageText, runningLanguage } from '../client/i18n.ts'
import { onLive } from '../client/live.ts'
import { switchLanguage } from '../client/session.ts'
import { countText } from '../inbox/count-text.ts'
import { NOTIFICATIONS_PATH } from '../notify/notify-api.ts'
import { useLatest } from '../notify/use-notifications.ts'
import { useSession } from '../shell/session-context.ts'
import { isDark, toggleTheme } from './phone-theme.ts'
import './tasks-head.css'

/** The title of the phone's home, what the person was told, and how it is shown. */
export function TasksHead() {
  const [isDarkNow, setDark] = useState(isDark)
  return (
    <header className="phone-head">
      <h1>{pageText('tasks.title')}</h1>
      <Bell />
      <button
        type="button"
        className="phone-icon-button"
        aria-label={pageText(isDarkNow ? 'shell.toLight' : 'shell.toDark')}
        onClick={() => {
          toggleTheme()
          setDark(isDark())
        }}
      >
        <Icon name={isDarkNow ? 'sun' : 'moon'} size={20} />
      </button>
      <button
        type="button"
        className="phone-icon-button phone-language"
        lang={runningLanguage() === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => void switchLanguage(runningLanguage() === 'zh' ? 'en' : 'zh')}
      >
        {runningLanguage() === 'zh' ? 'English' : '中文'}
      </button>
    </header>
  )
}

/** How much of what the person was told is unread; the notifications have a page that fits a phone. */
function Bell() {
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
