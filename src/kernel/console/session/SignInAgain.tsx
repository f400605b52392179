import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { pageText, runningLanguage } from '../client/i18n.ts'
import { discardInput } from '../client/session.ts'
import type { Cover } from '../client/session-end.ts'
import './sign-in-again.css'

export interface SignInAgainProps {
  readonly cover: Cover
  /** Where another account starts. */
  readonly home: string
  readonly onLifted: () => void
}

type Progress = 'asking' | 'waiting' | 'checking' | 'failed'

/** The way back in without leaving the page: the provider's pages open in a window of their own. */
export function SignInAgain({ cover, home, onLifted }: SignInAgainProps) {
  const [progress, setProgress] = useState<Progress>('asking')
  const [id] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(''),
  )
  const dialog = useRef<HTMLDialogElement>(null)
  const [titleId, textId] = [useId(), useId()]
  useModal(dialog)
  useTicket(id, (ticket) => {
    setProgress('checking')
    void cover.renew(ticket).then(
      (account) => (account === 'same' ? onLifted() : location.replace(home)),
      () => setProgress('failed'),
    )
  })
  return (
    <dialog ref={dialog} className="sign-in-again" aria-labelledby={titleId} aria-describedby={textId}>
      <h2 id={titleId}>{pageText('session.endedTitle')}</h2>
      <p id={textId}>{pageText('session.endedText', { name: cover.name, account: cover.account })}</p>
      <a
        className="sign-in-again-go"
        href={signInAddress(id)}
        target="_blank"
        rel="opener"
        onClick={(event) => {
          setProgress('waiting')
          // Where the browser allows no window of that size, the link opens a tab.
          if (openWindow(event.currentTarget.href)) event.preventDefault()
        }}
      >
        {pageText('session.signIn')}
      </a>
      <p className="sign-in-again-state" role="status">
        {progress === 'asking' ? pageText('session.otherHint') : pageText(`session.${progress}`)}
      </p>
      <button type="button" className="sign-in-again-drop" onClick={discardInput}>
        {pageText('session.discard')}
      </button>
    </dialog>
  )
}

function signInAddress(id: string): string {
  const lang = runningLanguage()
  const returnTo = `/api/v1/auth/signed-in?${new URLSearchParams({ for: id, lang })}`
  return `/api/v1/auth/authorize?${new URLSearchParams({ lang, returnTo })}`
}

function openWindow(address: string): boolean {
  // A phone has no windows; its new tab is what the link does by itself.
  if (matchMedia('(pointer: coarse)').matches) return false
  return window.open(address, 'sign-in', 'popup,width=520,height=720') !== null
}

/** Stays open whatever is pressed, and keeps the page's own shortcuts from acting under it. */
function useModal(element: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return undefined
    const stayOpen = (event: Event): void => event.preventDefault()
    const keepKeys = (event: KeyboardEvent): void => {
      const isPress = event.key === 'Enter' || event.key === ' '
      if (!isPress || !dialog.contains(event.target as Node)) event.stopImmediatePropagation()
    }
    dialog.setAttribute('closedby', 'none')
    dialog.addEventListener('cancel', stayOpen)
    window.addEventListener('keydown', keepKeys, { capture: true })
    dialog.showModal()
    return () => {
      dialog.removeEventListener('cancel', stayOpen)
      window.removeEventListener('keydown', keepKeys, { capture: true })
      dialog.close()
    }
  }, [element])
}

/** The sign-in window hands its ticket over to the page that waits under this id, and learns that it may close. */
function useTicket(id: string, onTicket: (ticket: string) => void): void {
  const taken = useRef(onTicket)
  useEffect(() => {
    taken.current = onTicket
  })
  useEffect(() => {
    const channel = new BroadcastChannel('sign-in')
    channel.addEventListener('message', ({ data }: MessageEvent<{ to?: unknown; ticket?: unknown }>) => {
      if (data.to !== id || typeof data.ticket !== 'string') return
      channel.postMessage({ to: id, taken: true })
      taken.current(data.ticket)
    })
    return () => channel.close()
  }, [id])
}
