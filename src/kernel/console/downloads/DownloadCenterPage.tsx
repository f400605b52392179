import { useSearchParams } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { STATUSES } from './downloads-api.ts'
import { DownloadCenter } from './DownloadCenter.tsx'

/** The same as a page: where the home page's numbers lead. */
export default function DownloadCenterPage() {
  const [query] = useSearchParams()
  const status = STATUSES.find((known) => String(known) === query.get('status'))
  return (
    <>
      <header className="page-head">
        <h1>{pageText('downloads.title')}</h1>
      </header>
      <DownloadCenter key={status} {...(status ? { status } : {})} />
    </>
  )
}
