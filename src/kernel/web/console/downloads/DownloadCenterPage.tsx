import { useSearchParams } from 'react-router'
import { isDay } from '#kernel/base/clock/day.ts'
import { pageText } from '../client/i18n.ts'
import { STATUSES, TYPES } from './downloads-api.ts'
import { DownloadCenter } from './DownloadCenter.tsx'
import type { DownloadTaskFilters } from './DownloadFilters.tsx'

/** The download centre as a page, which the home page's numbers link to. Its filters are in the address. */
export default function DownloadCenterPage() {
  const [query, setQuery] = useSearchParams()
  const filters = filtersIn(query)
  return (
    <>
      <header className="page-head">
        <h1>{pageText('downloads.title')}</h1>
      </header>
      <DownloadCenter
        filters={filters}
        onFilters={(next) => setQuery((old) => withFilters(old, next), { replace: true })}
      />
    </>
  )
}

const NAMES = ['type', 'status', 'day'] as const

function filtersIn(query: URLSearchParams): DownloadTaskFilters {
  const type = TYPES.find((known) => String(known) === query.get('type'))
  const status = STATUSES.find((known) => String(known) === query.get('status'))
  const day = query.get('day') ?? ''
  return { ...(type ? { type } : {}), ...(status ? { status } : {}), ...(isDay(day) ? { day } : {}) }
}

function withFilters(query: URLSearchParams, filters: DownloadTaskFilters): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of NAMES) {
    const value = filters[name]
    if (value === undefined) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}
