import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { deniedTexts, isDenied } from '#kernel/web/console/denied.ts'
import { goTo, useAddress } from '#kernel/web/console/phone/address.ts'
import { Collapsible } from '#kernel/web/console/phone/parts/Collapsible.tsx'
import { DescriptionList } from '#kernel/web/console/phone/parts/DescriptionList.tsx'
import { Failure } from '#kernel/web/console/phone/parts/Failure.tsx'
import { LoadingPart } from '#kernel/web/console/phone/parts/Loading.tsx'
import { MenuButton } from '#kernel/web/console/phone/parts/MenuButton.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { PhoneMessage } from '#kernel/web/console/phone/PhoneMessage.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { PRICE_STATES } from '../list/price-row.list.ts'
import { priceListText } from '../price-texts.web.ts'
import { priceRowApi } from './price-row-api.web.ts'
import { EndedNote, type LinkTo, PriceChanges, priceFacts, PriceLine } from './PriceRowParts.tsx'

const link: LinkTo = (id, children) => <PhoneLink to={`/process/price/mobile/info?id=${id}`}>{children}</PhoneLink>

const documentLink: LinkTo = (address, children) => <PhoneLink to={address}>{children}</PhoneLink>

const PriceCalendar = lazy(() =>
  import('../calendar/PriceCalendar.tsx').then((module) => ({ default: module.PriceCalendar })),
)

const Page = lazy(() => import('../check/InquiryPhonePage.tsx'))

/** The price inquiry, which is fetched by way of this page: the names of its files would be part of every first load. */
export function Inquiry() {
  return (
    <Suspense fallback={<LoadingPart />}>
      <Page />
    </Suspense>
  )
}

/** One price of the list on a phone: its time first, then its fields and its history. */
export default function PriceRowPhonePage() {
  const { query } = useAddress()
  const id = query.get('id') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('priceRow', id),
    queryFn: ({ signal }) => priceRowApi.detail(id, { signal, handles: true }),
    staleTime: 0,
    retry: false,
  })
  const title = data?.row.skuName ?? priceListText('page.row')
  usePhoneTitle(title)
  const list = { text: priceListText('title'), act: () => goTo('/process/price/mobile/list') }
  if (isDenied(error)) return <PhoneMessage {...deniedTexts(error)} action={list} />
  return (
    <main className="phone-page">
      <header className="phone-head">
        <MenuButton />
        <h1>{title}</h1>
        {data ? (
          <StateMark colour={PRICE_STATES[data.row.state]} text={priceListText(`states.${data.row.state}`)} />
        ) : null}
      </header>
      {error && !data ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <EndedNote detail={data} link={link} />
          <Collapsible title={priceListText('page.line')} isOpenAtFirst>
            <PriceLine intervals={data.intervals} shownId={data.row.id} link={link} />
          </Collapsible>
          <Collapsible title={priceListText('page.calendar')}>
            <Suspense fallback={<LoadingPart />}>
              <PriceCalendar id={data.row.id} device="mobile" link={documentLink} />
            </Suspense>
          </Collapsible>
          <Collapsible title={priceListText('page.facts')} isOpenAtFirst>
            <DescriptionList pairs={priceFacts(data)} />
          </Collapsible>
          <Collapsible title={priceListText('page.history')}>
            <PriceChanges id={id} currency={data.row.currency} device="mobile" link={documentLink} />
          </Collapsible>
        </>
      ) : error ? null : (
        <LoadingPart />
      )}
    </main>
  )
}
