import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ApiError } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'

interface EmptyTextProps {
  readonly error: unknown
  readonly hasFilters: boolean
  /** The filters are invalid: nothing was searched. */
  readonly isRefused: boolean
  readonly title: string | undefined
  readonly hint: string | undefined
  readonly primary: ReactNode
  readonly onClear: () => void
}

/** The reason for an empty list: missing right, invalid filters, no match, nothing yet. */
export function EmptyText({ error, hasFilters, isRefused, title, hint, primary, onClear }: EmptyTextProps) {
  if (isForbidden(error)) {
    const right = error.refusal?.params['right']
    return (
      <div className="empty">
        {/* The server's own words (spec section 8). */}
        <strong>{error.message}</strong>
        <span>{right ? pageText('list.askRight', { right }) : pageText('list.askAdmin')}</span>
      </div>
    )
  }
  if (error) return null
  if (isRefused || hasFilters) {
    return (
      <div className="empty">
        <strong>{pageText(isRefused ? 'list.filterProblem' : 'list.noMatch')}</strong>
        <Button onClick={onClear}>{pageText('list.clear')}</Button>
      </div>
    )
  }
  return (
    <div className="empty">
      <strong>{title ?? pageText('list.emptyTitle')}</strong>
      {hint ? <span>{hint}</span> : null}
      {primary ? <div className="empty-actions">{primary}</div> : null}
    </div>
  )
}

/** A missing right cannot be retried. */
export function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 403
}
