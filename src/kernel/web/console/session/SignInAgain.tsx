import { useId, useRef, useState } from 'react'
import { pageText } from '../client/i18n.ts'
import { discardInput } from '../client/session/session.ts'
import type { SessionOverlayState } from '../client/session/session-end.ts'
import { openWindow, signInAddress, useModal, useTicket, useWindowId } from './sign-in-window.ts'
import './sign-in-again.css'

export interface SignInAgainProps {
  readonly cover: SessionOverlayState
  /** Start address for another account. */
  readonly home: string
  readonly onLifted: () => void
}

type Progress = 'asking' | 'waiting' | 'checking' | 'failed'

/** Signs in again without leaving the page: the provider's pages open in a separate window. */
export function SignInAgain({ cover, home, onLifted }: SignInAgainProps) {
  const [progress, setProgress] = useState<Progress>('asking')
  const id = useWindowId()
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
          // Where the browser allows no popup window, the link opens a tab.
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
