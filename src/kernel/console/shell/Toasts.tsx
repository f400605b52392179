import { useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '#kernel/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { onNotice, type Notice } from '../client/notices.ts'

/** Spec section 8: three seconds, with a close button. At most three at once; the pointer or the focus holds them. */
const SHOWN_MS = 3_000
const AT_MOST = 3

const ICONS: Record<Notice['kind'], IconName> = { error: 'alert', warning: 'alert', success: 'check', info: 'info' }

export function Toasts() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  useEffect(
    () =>
      onNotice((notice) =>
        setNotices((shown) => [...shown.filter((old) => old.text !== notice.text), notice].slice(-AT_MOST)),
      ),
    [],
  )
  const remove = (id: number): void => setNotices((shown) => shown.filter((notice) => notice.id !== id))
  return (
    <div className="toasts" role="status" aria-live="polite">
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} onGone={() => remove(notice.id)} />
      ))}
    </div>
  )
}

function Toast({ notice, onGone }: { readonly notice: Notice; readonly onGone: () => void }) {
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
  return (
    <div
      className={`toast toast-${notice.kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICONS[notice.kind]} />
      <div className="toast-text">
        {notice.text}
        {notice.requestId ? <small>{pageText('common.requestId', { id: notice.requestId })}</small> : null}
      </div>
      <button type="button" className="icon-button" aria-label={pageText('common.close')} onClick={onGone}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
