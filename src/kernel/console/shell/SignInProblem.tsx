import { Button } from 'antd'
import { pageText } from '../client/i18n.ts'
import { leaveForSignIn } from '../client/session.ts'

/** Shown when signing in failed: the error, and the way back, which is taken by itself unless that would loop. */
export function SignInProblem({ message, leavingSoon }: { readonly message: string; readonly leavingSoon: boolean }) {
  return (
    <main className="message-page message-page-alone" role="alert">
      <h1>{pageText('signIn.title')}</h1>
      <p>{message}</p>
      {leavingSoon ? <p className="quiet">{pageText('signIn.back')}</p> : null}
      <Button type="primary" onClick={() => leaveForSignIn(true)}>
        {pageText('signIn.again')}
      </Button>
    </main>
  )
}
