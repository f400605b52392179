import { pageText } from '#kernel/web/console/client/i18n.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'

interface LoadingProps {
  readonly error: Error | null
  readonly hasData: boolean
  readonly onRetry: () => void
}

/** What stands in place of a page's content until it is there. */
export function Loading({ error, hasData, onRetry }: LoadingProps) {
  if (error)
    return (
      <ErrorBanner
        error={error}
        text={(reason) => pageText(hasData ? 'list.failed' : 'list.failedFirst', { reason })}
        onRetry={onRetry}
      />
    )
  return hasData ? null : <p className="quiet">{pageText('common.loading')}</p>
}
