import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { isChunkFailure } from '../client/chunks.ts'
import { pageText } from '../client/i18n.ts'
import { reloadKeepingInput } from '../client/unsaved.ts'
import { useMissingRight } from './missing-right.ts'
import { HOME_PATH } from './tabs/tab-key.ts'
import './message-page.css'

const RequestAccess = lazy(() =>
  import('../access-request/RequestAccess.tsx').then((module) => ({ default: module.RequestAccess })),
)

/** Form to request missing access; lazy-loaded, for people who are refused. */
export function AskFor(props: { readonly target?: string }) {
  return (
    <Suspense fallback={null}>
      <RequestAccess {...props} />
    </Suspense>
  )
}

export function ForbiddenPage() {
  const from = new URLSearchParams(useLocation().search).get('from') ?? ''
  return (
    <ErrorPage code="403" title={pageText('errorPage.forbidden')} hint={useMissingRight(from)}>
      {/^\/(?!\/)/.test(from) ? (
        <>
          <AskFor target={from.split(/[?#]/, 1)[0] ?? from} />
          <Link to={from}>{pageText('errorPage.again')}</Link>
        </>
      ) : null}
    </ErrorPage>
  )
}

export function MissingPage() {
  return <ErrorPage code="404" title={pageText('errorPage.missing')} hint={pageText('errorPage.missingHint')} />
}

export function FaultPage() {
  return <ErrorPage code="500" title={pageText('errorPage.server')} hint={pageText('errorPage.serverHint')} />
}

interface ErrorPageProps {
  readonly code: string
  readonly title: string
  readonly hint: string
  readonly children?: ReactNode
}

function ErrorPage({ code, title, hint, children }: ErrorPageProps) {
  return (
    <div className="message-page">
      <p className="message-page-code">{code}</p>
      <h1>{title}</h1>
      <p>{hint}</p>
      {children}
      <Link to={HOME_PATH}>{pageText('errorPage.home')}</Link>
    </div>
  )
}

/** Keeps the shell when one page fails to render. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    if (isChunkFailure(this.state.error)) return <PartMissing />
    return (
      <div className="message-page" role="alert">
        <h1>{pageText('errorPage.crash')}</h1>
        <p>{pageText('errorPage.serverHint')}</p>
        <button type="button" className="link-button" onClick={() => this.setState({ error: null })}>
          {pageText('common.retry')}
        </button>
      </div>
    )
  }
}

/** The page's own script or style did not load: only a full reload helps; input elsewhere is kept. */
function PartMissing() {
  // After a mere network failure it is retried automatically.
  useEffect(() => {
    const again = (): void => void reloadKeepingInput()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  return (
    <div className="message-page" role="alert">
      <h1>{pageText('http.chunk')}</h1>
      <p>{pageText('http.chunkHint')}</p>
      <button type="button" className="link-button" onClick={() => void reloadKeepingInput()}>
        {pageText('common.reload')}
      </button>
    </div>
  )
}
