import { useEffect, useRef, useState } from 'react'
import { Icon } from '#kernel/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { useSession } from '../shell/session-context.ts'
import { countText } from './TaskCount.tsx'
import { TASKS_PATH, useInbox } from './use-inbox.ts'
import { useNewTasks } from './use-new-tasks.ts'
import './bell.css'

const loadLatest = async () => (await import('./LatestTasks.tsx')).LatestTasks

/** What came in for the person, in the top bar. */
export function Bell() {
  const { menus } = useSession()
  return menus.some((menu) => menu.url === TASKS_PATH) ? <WithTasks /> : null
}

function WithTasks() {
  const inbox = useInbox()
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
  const label = inbox.total ? pageText('inbox.waiting', { count: inbox.total }) : pageText('shell.notifications')
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
        {inbox.total ? (
          <span className="bell-count" aria-hidden="true">
            {countText(inbox.total)}
          </span>
        ) : null}
      </button>
      {isOpen && latest.Dialog ? <latest.Dialog inbox={inbox} onClose={close} /> : null}
    </div>
  )
}
