import { useEffect, useRef, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { useAtRest } from '../client/at-rest.ts'
import { loadAreaTexts, pageText } from '../client/i18n.ts'
import { useLatest } from '../notify/use-notifications.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { useSession } from '../shell/session-context.ts'
import { countText, useInbox } from './use-inbox.ts'
import { useNewTasks } from './use-new-tasks.ts'
import './bell.css'

const loadLatest = async () => {
  const [module] = await Promise.all([import('../notify/LatestNotifications.tsx'), loadAreaTexts('notify')])
  return module.LatestNotifications
}

/** The person's notifications, in the top bar. People without a menu have none. */
export function Bell() {
  const { menus } = useSession()
  return menus.length > 0 ? <WithNews /> : null
}

function WithNews() {
  const isAtRest = useAtRest()
  const inbox = useInbox(isAtRest)
  const { unread } = useLatest(isAtRest)
  const latest = useLazyDialog(loadLatest)
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const close = (): void => {
    setOpen(false)
    latest.close()
  }
  useNewTasks(inbox)
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOutside = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('mousedown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('mousedown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])
  const label = unread > 0 ? pageText('inbox.unread', { count: unread }) : pageText('shell.notifications')
  return (
    <div
      className="bell"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        close()
        box.current?.querySelector('button')?.focus()
      }}
    >
      <button
        type="button"
        className="top-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          if (isOpen) return close()
          setOpen(true)
          latest.open()
        }}
      >
        <Icon name="bell" />
        {unread > 0 ? (
          <span className="bell-count" aria-hidden="true">
            {countText(unread)}
          </span>
        ) : null}
      </button>
      {isOpen && latest.Dialog ? <latest.Dialog waiting={inbox.total} onClose={close} /> : null}
    </div>
  )
}
