import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { Denied } from '#kernel/web/console/Denied.tsx'
import { isDenied } from '#kernel/web/console/denied.ts'
import { PageTools } from '#kernel/web/console/print/DocumentTools.tsx'
import { RecordNavigator } from '#kernel/web/console/list/RecordNavigator.tsx'
import { useTabTitle } from '#kernel/web/console/shell/tabs/tab-context.ts'
import { OptionsFailed } from '#kernel/web/console/Banner.tsx'
import '#kernel/web/console/document/document.css'
import type { DeviceDetail } from '../device-schemas.ts'
import { deviceApi, keyOf } from '../device-api.web.ts'
import { Claims, Custody, deviceFacts, DeviceStatusMark, GreyNote } from './DeviceFacts.tsx'
import { deviceText } from '../device-texts.web.ts'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'

/** One device: its product, custody, and payments. Its address identifies it by `id`, or by any number (`number`). */
export default function DeviceDetailPage() {
  const [query, setQuery] = useSearchParams()
  const key = keyOf(query)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('device', key),
    queryFn: ({ signal }) => deviceApi.detail(key!, { signal, handles: true }),
    enabled: key !== null,
    staleTime: 0,
    retry: false,
  })
  useTabTitle(data ? (data.device.imei1 ?? data.device.sn) : null)
  if (isDenied(error)) return <Denied error={error} />
  return (
    <>
      <header className="document-head">
        <div className="document-head-row">
          <h1>{deviceText('detail.title')}</h1>
          {data ? <DeviceStatusMark {...data} /> : null}
          {data ? <PageTools paper={`/aps/device/detail/pdf?id=${data.device.id}`} /> : null}
          <RecordNavigator />
        </div>
        <NumberForm key={query.get('number') ?? ''} onSearch={(number) => setQuery({ number })} />
      </header>
      {data ? <Sections detail={data} /> : null}
      {error && !data ? (
        <p role="alert" className="banner banner-error">
          {error.message}
        </p>
      ) : null}
      {error && data ? <OptionsFailed onRetry={() => void refetch()} /> : null}
      {key === null ? <p className="quiet">{deviceText('detail.none')}</p> : null}
    </>
  )
}

function NumberForm({ onSearch }: { readonly onSearch: (number: string) => void }) {
  return (
    <form
      className="device-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const number = new FormData(event.currentTarget).get('number')
        if (typeof number === 'string' && number.trim() !== '') onSearch(number.trim())
      }}
    >
      <Input name="number" aria-label={deviceText('detail.number')} placeholder={deviceText('detail.number')} />
      <Button htmlType="submit">{deviceText('list.search')}</Button>
    </form>
  )
}

function Sections({ detail }: { readonly detail: DeviceDetail }) {
  return (
    <>
      <GreyNote {...detail} />
      <div className="device-sections">
        <div>
          <section aria-labelledby="device-facts">
            <h2 id="device-facts">{deviceText('detail.facts')}</h2>
            <DescriptionList pairs={deviceFacts(detail)} />
          </section>
          {detail.claims ? (
            <section aria-labelledby="device-claims">
              <h2 id="device-claims">{deviceText('detail.claims')}</h2>
              <Claims
                claims={detail.claims}
                link={({ url, documentNo }) => (url ? <Link to={url}>{documentNo}</Link> : (documentNo ?? '/'))}
              />
            </section>
          ) : null}
        </div>
        <section aria-labelledby="device-custody">
          <h2 id="device-custody">{deviceText('detail.custody')}</h2>
          <Custody custody={detail.custody} />
        </section>
      </div>
    </>
  )
}
