import { ApiError } from '../../client/api.ts'
import { pageText } from '../../client/i18n.ts'

/** Stays until the next attempt: the act may have arrived, and repeating it is safe (intent.ts). */
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
