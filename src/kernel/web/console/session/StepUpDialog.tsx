import { useId, useRef, useState } from 'react'
import { pageText } from '../client/i18n.ts'
import type { Proof } from '../client/session/step-up.ts'
import { identityText } from './identity-text.ts'
import { openWindow, signInAddress, useModal, useTicket, useWindowId } from './sign-in-window.ts'
import './sign-in-again.css'

type Progress = 'asking' | 'waiting' | 'checking' | 'failed'

/** Requests a fresh sign-in before the action; the page below stays. */
export function StepUpDialog({ proof }: { readonly proof: Proof }) {
  const [progress, setProgress] = useState<Progress>('asking')
  const id = useWindowId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [titleId, textId] = [useId(), useId()]
  useModal(dialog, () => proof.end(false))
  useTicket(id, (ticket) => {
    setProgress('checking')
    void proof.prove(ticket).then(
      () => proof.end(true),
      () => setProgress('failed'),
    )
  })
  return (
    <dialog ref={dialog} className="sign-in-again" aria-labelledby={titleId} aria-describedby={textId}>
      <h2 id={titleId}>{identityText('proveTitle')}</h2>
      <p id={textId}>{identityText('proveText', { name: proof.name, account: proof.account })}</p>
      <a
        className="sign-in-again-go"
        href={signInAddress(id, true)}
        target="_blank"
        rel="opener"
        onClick={(event) => {
          setProgress('waiting')
          if (openWindow(event.currentTarget.href)) event.preventDefault()
        }}
      >
        {pageText('session.signIn')}
      </a>
      <p className="sign-in-again-state" role="status">
        {progress === 'asking' ? identityText('proveHint') : pageText(`session.${progress}`)}
      </p>
      <button type="button" className="sign-in-again-drop" onClick={() => proof.end(false)}>
        {identityText('proveCancel')}
      </button>
    </dialog>
  )
}
