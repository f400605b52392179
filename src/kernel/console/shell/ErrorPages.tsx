import { Component, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { useMissingRight } from './missing-right.ts'
import { HOME_PATH } from './tabs.ts'
import './message-page.css'

export function ForbiddenPage() {
  const from = new URLSearchParams(useLocation().search).get('from') ?? ''
  return <ErrorPage code="403" title={pageText('errorPage.forbidden')} hint={useMissingRight(from)} />
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
}

function ErrorPage({ code, title, hint }: ErrorPageProps) {
  return (
    <div className="message-page">
      <p className="message-page-code">{code}</p>
      <h1>{title}</h1>
      <p>{hint}</p>
      <Link to={HOME_PATH}>{pageText('errorPage.home')}</Link>
    </div>
  )
}

/** Keeps the shell standing when one page fails while it is drawn. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="message-page" role="alert">
        <h1>{pageText('errorPage.crash')}</h1>
        <p>{pageText('errorPage.serverHint')}</p>
        <button type="button" className="link-button" onClick={() => this.setState({ failed: false })}>
          {pageText('common.retry')}
        </button>
      </div>
    )
  }
}
