import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { onNotice, type Toast } from '../client/live/notices.ts'

/** Spec section 8: three seconds, with a close button. At most three at once, others wait; pointer or focus keeps them open. */
const SHOWN_MS = 3_000
const AT_MOST = 3

const ICONS: Record<Toast['kind'], IconName> = { error: 'alert', warning: 'alert', success: 'check', info: 'info' }

export function Toasts() {
  const [notices, setNotices] = useState<readonly Toast[]>([])
  const host = useTopDialog(notices.length > 0)
  const box = usePlace(notices.length, host)
  useEffect(
    () =>
      onNotice((notice) =>
        setNotices((told) =>
          // A repeated message stays in its place, for another three seconds.
          told.some(({ text }) => text === notice.text)
            ? told.map((old) => (old.text === notice.text ? notice : old))
            : [...told, notice],
        ),
      ),
    [],
  )
  const remove = (id: number): void => setNotices((told) => told.filter((notice) => notice.id !== id))
  const toasts = (
    <div ref={box} className="toasts" role="status" aria-live="polite">
      {notices.slice(0, AT_MOST).map((notice) => (
        <Toast key={notice.id} notice={notice} isAnnounced={host !== null} onGone={() => remove(notice.id)} />
      ))}
    </div>
  )
  return host ? createPortal(toasts, host) : toasts
}

/** Where they cover nothing that a person presses; found by what is loaded with the first of them. */
function usePlace(count: number, host: Element | null) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (count > 0) void import('./toast-place.ts').then(({ placeToasts }) => box.current && placeToasts(box.current))
  }, [count, host])
  return box
}

/** A modal dialog makes everything else inert, so messages during one are shown inside it. */
function useTopDialog(isNeeded: boolean): Element | null {
  const [dialog, setDialog] = useState<Element | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    const look = (): void => setDialog([...document.querySelectorAll('dialog:modal')].at(-1) ?? null)
    look()
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [isNeeded])
  return isNeeded ? dialog : null
}

interface ToastProps {
  readonly notice: Toast
  /** Screen readers would ignore it in a live region mounted at the same time. */
  readonly isAnnounced: boolean
  readonly onGone: () => void
}

function Toast({ notice, isAnnounced, onGone }: ToastProps) {
  const [isHeld, setHeld] = useState(false)
  const gone = useRef(onGone)
  useEffect(() => {
    gone.current = onGone
  })
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => gone.current(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  const { action } = notice
  return (
    <div
      className={`toast toast-${notice.kind}`}
      role={isAnnounced ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICONS[notice.kind]} />
      <div className="toast-text">
        {notice.text}
        {notice.detail ? <small>{notice.detail}</small> : null}
        {notice.requestId ? <small>{pageText('common.requestId', { id: notice.requestId })}</small> : null}
        {action ? (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              action.act()
              onGone()
            }}
          >
            {action.text}
          </button>
        ) : null}
      </div>
      <button type="button" className="icon-button" aria-label={pageText('common.close')} onClick={onGone}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
