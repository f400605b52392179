import { type ReactNode, useEffect } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { ApiError } from './client/api.ts'
import { pageText } from './client/i18n.ts'
import { notify, tellFailure } from './client/live/notices.ts'
import { copyText } from './client/share.ts'
import './banner.css'

interface BannerProps {
  readonly kind: 'error' | 'warning' | 'info'
  readonly children: ReactNode
  readonly action?: ReactNode
}

export function Banner({ kind, children, action }: BannerProps) {
  return (
    <div className={`banner banner-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={kind === 'info' ? 'info' : 'alert'} />
      <div className="banner-text">{children}</div>
      {action}
    </div>
  )
}

interface ErrorBannerProps {
  readonly error: unknown
  /** By default the rows could not be loaded. */
  readonly text?: (reason: string) => string
  readonly onRetry: () => void
}

/** A failed read: the cause, the request id for support, and a retry; beside the strip a toast (spec section 8). */
export function ErrorBanner({ error, text = notLoaded, onRetry }: ErrorBannerProps) {
  useEffect(() => tellFailure(error), [error])
  const requestId = error instanceof ApiError ? error.requestId : ''
  const reason = error instanceof Error ? error.message : pageText('http.unknown')
  return (
    <Banner kind="error" action={<Retry onRetry={onRetry} />}>
      {text(reason)}{' '}
      {requestId ? (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            void copyText(requestId).then(
              () => notify('success', pageText('message.copySuccess')),
              () => notify('error', pageText('message.copyFailed')),
            )
          }}
        >
          {pageText('common.requestId', { id: requestId })}
        </button>
      ) : null}
    </Banner>
  )
}

function notLoaded(reason: string): string {
  return pageText('list.failedFirst', { reason })
}

/** Options that the whole page needs could not be loaded. */
export function OptionsFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Banner kind="error" action={<Retry onRetry={onRetry} />}>
      {pageText('options.failed')}
    </Banner>
  )
}

function Retry({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <button type="button" className="link-button" onClick={onRetry}>
      {pageText('common.retry')}
    </button>
  )
}
