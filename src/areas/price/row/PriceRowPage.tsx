import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { Denied } from '#kernel/web/console/Denied.tsx'
import { isDenied } from '#kernel/web/console/denied.ts'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { RecordNavigator } from '#kernel/web/console/list/RecordNavigator.tsx'
import { useTabTitle } from '#kernel/web/console/shell/tabs/tab-context.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import '#kernel/web/console/document/document.css'
import { PRICE_STATES } from '../list/price-row.list.ts'
import { priceListText } from '../price-texts.web.ts'
import { priceRowApi } from './price-row-api.web.ts'
import { EndedNote, type LinkTo, PriceChanges, priceFacts, PriceLine } from './PriceRowParts.tsx'

const PriceCalendar = lazy(() =>
  import('../calendar/PriceCalendar.tsx').then((module) => ({ default: module.PriceCalendar })),
)

const link: LinkTo = (id, children) => <Link to={`/process/price/pc/info?type=view&id=${id}`}>{children}</Link>

const documentLink: LinkTo = (address, children) => <Link to={address}>{children}</Link>

/** One price of the list: its fields, everything that stands of its key in time, and how that came about. */
export default function PriceRowPage() {
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  const { data, error } = useQuery({
    queryKey: queryKeys.detail('priceRow', id),
    queryFn: ({ signal }) => priceRowApi.detail(id, { signal, handles: true }),
    staleTime: 0,
    retry: false,
  })
  useTabTitle(data ? data.row.skuCode : null)
  if (isDenied(error)) return <Denied error={error} />
  if (!data)
    return error ? (
      <p role="alert" className="banner banner-error">
        {error.message}
      </p>
    ) : null
  const { row } = data
  return (
    <>
      <header className="document-head">
        <div className="document-head-row">
          <h1>{row.skuName}</h1>
          <StateMark colour={PRICE_STATES[row.state]} text={priceListText(`states.${row.state}`)} />
          <RecordNavigator />
        </div>
      </header>
      <EndedNote detail={data} link={link} />
      <section aria-labelledby="price-facts">
        <h2 id="price-facts">{priceListText('page.facts')}</h2>
        <DescriptionList pairs={priceFacts(data)} />
      </section>
      <section aria-labelledby="price-time">
        <h2 id="price-time">{priceListText('page.line')}</h2>
        <PriceLine intervals={data.intervals} shownId={data.row.id} link={link} />
      </section>
      <section aria-labelledby="price-calendar">
        <h2 id="price-calendar">{priceListText('page.calendar')}</h2>
        <Suspense fallback={<div aria-busy="true" />}>
          <PriceCalendar id={data.row.id} device="pc" link={documentLink} />
        </Suspense>
      </section>
      <section aria-labelledby="price-history">
        <h2 id="price-history">{priceListText('page.history')}</h2>
        <PriceChanges id={id} currency={row.currency} device="pc" link={documentLink} />
      </section>
    </>
  )
}
