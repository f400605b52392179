import { Component, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { HOME_PATH } from './tabs.ts'
import './message-page.css'

export type ErrorPageKind = '403' | '404' | '500'

const TEXTS = {
  '403': { title: 'errorPage.forbidden', hint: 'errorPage.forbiddenHint' },
  '404': { title: 'errorPage.missing', hint: 'errorPage.missingHint' },
  '500': { title: 'errorPage.server', hint: 'errorPage.serverHint' },
} as const

export function ErrorPage({ kind }: { readonly kind: ErrorPageKind }) {
  const from = new URLSearchParams(useLocation().search).get('from') ?? ''
  const texts = TEXTS[kind]
  return (
    <div className="message-page">
      <p className="message-page-code">{kind}</p>
      <h1>{pageText(texts.title)}</h1>
      <p>{pageText(texts.hint, { path: from || '/' })}</p>
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
