import { Link } from 'react-router'
import { ErrorBanner } from '../Banner.tsx'
import { pageText } from '../client/i18n.ts'
import type { HomeDevice } from './HomeCards.tsx'

function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return <ErrorBanner error={error} text={(reason) => pageText('home.failed', { reason })} onRetry={onRetry} />
}

/** The home page on a desk. */
export const DESK: HomeDevice = { Link, Failure, isPhone: false }
