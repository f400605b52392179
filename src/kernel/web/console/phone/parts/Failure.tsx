import { ApiError } from '../../client/api.ts'
import { pageText } from '../../client/i18n.ts'

/** Why a part could not be loaded, with the request id for support. */
export function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : ''
  return (
    <div className="banner banner-error" role="alert">
      <p>
        {error instanceof ApiError ? error.message : pageText('http.unknown')}
        {requestId ? <small>{pageText('common.requestId', { id: requestId })}</small> : null}
      </p>
      <button type="button" onClick={onRetry}>
        {pageText('common.retry')}
      </button>
    </div>
  )
}
