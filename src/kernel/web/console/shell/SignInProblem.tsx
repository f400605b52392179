import { Button } from 'antd'
import { pageText } from '../client/i18n.ts'
import { leaveForSignIn, type SessionStart } from '../client/session/session.ts'
import './message-page.css'

/** Shown without a session: signing in failed (redirecting automatically unless that would loop), or the server did not answer. */
export function SignInProblem({ start }: { readonly start: Extract<SessionStart, { kind: 'failed' }> }) {
  const isServer = start.isServerFault === true
  return (
    <main className="message-page message-page-alone" role="alert">
      <h1>{pageText(isServer ? 'errorPage.server' : 'signIn.title')}</h1>
      <p>{start.message}</p>
      {start.leavingSoon ? <p className="quiet">{pageText('signIn.back')}</p> : null}
      <Button type="primary" onClick={() => (isServer ? location.reload() : leaveForSignIn(true))}>
        {pageText(isServer ? 'common.retry' : 'signIn.again')}
      </Button>
    </main>
  )
}
