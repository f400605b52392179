import { pageText } from '#kernel/web/console/client/i18n.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'

interface LoadingProps {
  readonly error: Error | null
  readonly hasData: boolean
  readonly onRetry: () => void
}

/** Placeholder of a page's content while it loads. */
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
