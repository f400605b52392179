import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd-mobile/es/components/button'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { goTo, useAddress } from '#kernel/web/console/phone/address.ts'
import { Failure } from '#kernel/web/console/phone/parts/Failure.tsx'
import { LoadingPart } from '#kernel/web/console/phone/parts/Loading.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { type DeviceRow, type DeviceStatus, STATUS_COLOURS, STATUSES } from '../device-wire.ts'
import { splitDeviceNumbers } from '../imei.ts'
import { deviceApi, devicePhoneAddress, PHONE_LIST } from '../device-api.web.ts'
import { deviceText } from '../device-texts.web.ts'
import './device-phone.css'

const PAGE = 20

/** Devices on a phone: searched by one or several numbers, or by state. */
export default function DeviceListPhonePage() {
  usePhoneTitle(deviceText('list.title'))
  const { query } = useAddress()
  const number = query.get('number') ?? ''
  const status = STATUSES.find((each) => each === query.get('status'))
  // A document's page links to its frozen stock: that filter stays during searches.
  const frozenBy = query.get('frozenBy') ?? ''
  const frozenLine = Number(query.get('frozenLine'))
  const stock = {
    ...(frozenBy === '' ? {} : { frozenBy }),
    ...(frozenBy !== '' && Number.isSafeInteger(frozenLine) && frozenLine > 0 ? { frozenLine } : {}),
  }
  const asked = {
    ...stock,
    ...(number === '' ? {} : { number: [...splitDeviceNumbers(number)] }),
    ...(status ? { status } : {}),
  }
  const list = useInfiniteQuery({
    queryKey: queryKeys.list('device', ['phone', asked]),
    queryFn: ({ signal, pageParam }) =>
      deviceApi.page({ ...asked, limit: PAGE, ...(pageParam ? { from: pageParam } : {}) }, { signal, handles: true }),
    initialPageParam: '',
    getNextPageParam: ({ edges, records }) => (edges?.hasOlder ? (records.at(-1)?.id ?? null) : null),
    retry: false,
  })
  const rows = list.data?.pages.flatMap(({ records }) => records)
  const show = (next: { readonly number: string; readonly status: string }): void => {
    const given = Object.entries({ ...next, ...textsIn(stock) }).filter(([, value]) => value !== '')
    goTo(`${PHONE_LIST}?${new URLSearchParams(given)}`, 'replace')
  }
  return (
    <main className="phone-page">
      <header className="phone-head device-phone-head">
        <h1>{deviceText('list.title')}</h1>
        {frozenBy === '' ? null : (
          <p className="quiet">
            {deviceText('filters.frozenBy')} <span className="code">{frozenBy}</span>
          </p>
        )}
      </header>
      <SearchForm key={`${number} ${status}`} number={number} status={status} onSearch={show} />
      {list.isError ? <Failure error={list.error} onRetry={() => void list.refetch()} /> : null}
      {rows ? <Cards rows={rows} /> : list.isError ? null : <LoadingPart />}
      {list.hasNextPage ? (
        <Button block fill="none" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {deviceText('list.more')}
        </Button>
      ) : null}
    </main>
  )
}

function textsIn(values: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

interface SearchFormProps {
  readonly number: string
  readonly status: DeviceStatus | undefined
  readonly onSearch: (next: { readonly number: string; readonly status: string }) => void
}

function SearchForm({ number, status, onSearch }: SearchFormProps) {
  return (
    <form
      className="device-phone-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const data = new FormData(event.currentTarget)
        onSearch({ number: textOf(data, 'number').trim(), status: textOf(data, 'status') })
      }}
    >
      <input
        name="number"
        defaultValue={number}
        inputMode="text"
        autoComplete="off"
        aria-label={deviceText('filters.number')}
        placeholder={deviceText('list.hint')}
      />
      <select name="status" defaultValue={status ?? ''} aria-label={deviceText('fields.status')}>
        <option value="">{deviceText('fields.status')}</option>
        {STATUSES.map((each) => (
          <option key={each} value={each}>
            {deviceText(`status.${each}`)}
          </option>
        ))}
      </select>
      <Button type="submit" color="primary">
        {deviceText('list.search')}
      </Button>
    </form>
  )
}

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

function Cards({ rows }: { readonly rows: readonly DeviceRow[] }) {
  if (rows.length === 0) return <p className="quiet">{deviceText('list.nothing')}</p>
  return (
    <ul className="device-cards">
      {rows.map((row) => (
        <li key={row.id}>
          <PhoneLink to={devicePhoneAddress(row)}>
            <span className="device-card-head">
              <span className="code">{row.imei1 ?? row.sn}</span>
              <StateMark colour={STATUS_COLOURS[row.status]} text={deviceText(`status.${row.status}`)} />
            </span>
            <span>{row.skuName}</span>
            <span className="quiet">
              {row.holderName ?? deviceText(`holders.${row.holderType}`)}
              {row.isHolding ? '' : ` (${deviceText('detail.no')})`} · {timeText(row.heldFrom)}
            </span>
          </PhoneLink>
        </li>
      ))}
    </ul>
  )
}
