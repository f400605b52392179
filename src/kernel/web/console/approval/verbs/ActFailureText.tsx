import { ApiError } from '../../client/api.ts'
import { pageText } from '../../client/i18n.ts'

/** Stays until the next try: whether the act arrived may not be known, and pressing again is safe (intent.ts). */
export function ActFailureText({ cause }: { readonly cause: unknown }) {
  if (cause === null || cause === undefined) return null
  const requestId = cause instanceof ApiError ? cause.requestId : ''
  return (
    <div className="field-error" role="alert">
      {cause instanceof Error && cause.message ? cause.message : pageText('http.unknown')}{' '}
      {requestId ? pageText('common.requestId', { id: requestId }) : null}
    </div>
  )
}
