import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { deniedTexts, isDenied } from '#kernel/web/console/denied.ts'
import { useAddress } from '#kernel/web/console/phone/address.ts'
import { MenuButton } from '#kernel/web/console/phone/parts/MenuButton.tsx'
import { Failure } from '#kernel/web/console/phone/parts/Failure.tsx'
import { Collapsible } from '#kernel/web/console/phone/parts/Collapsible.tsx'
import { LoadingPart } from '#kernel/web/console/phone/parts/Loading.tsx'
import { DescriptionList } from '#kernel/web/console/phone/parts/DescriptionList.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { PhoneMessage } from '#kernel/web/console/phone/PhoneMessage.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { deviceApi, keyOf, PHONE_LIST } from '../device-api.web.ts'
import { Claims, Custody, deviceFacts, DeviceStatusMark, GreyNote } from './DeviceFacts.tsx'
import { deviceText } from '../device-texts.web.ts'
import { goTo } from '#kernel/web/console/phone/address.ts'

/** One device on a phone: state first, then custody, then its product. */
export default function DeviceDetailPhonePage() {
  const { query } = useAddress()
  const key = keyOf(query)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('device', key),
    queryFn: ({ signal }) => deviceApi.detail(key!, { signal, handles: true }),
    enabled: key !== null,
    staleTime: 0,
    retry: false,
  })
  const name = data ? (data.device.imei1 ?? data.device.sn) : deviceText('detail.title')
  usePhoneTitle(name)
  const list = { text: deviceText('list.title'), act: () => goTo(PHONE_LIST) }
  if (isDenied(error)) return <PhoneMessage {...deniedTexts(error)} action={list} />
  if (key === null) return <PhoneMessage title={deviceText('detail.none')} action={list} />
  return (
    <main className="phone-page">
      <header className="phone-head device-detail-head">
        <MenuButton />
        <h1 className="code">{name}</h1>
        {data ? <DeviceStatusMark {...data} /> : null}
      </header>
      {error && !data ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <GreyNote {...data} />
          <Collapsible title={deviceText('detail.custody')} isOpenAtFirst>
            <Custody custody={data.custody} />
          </Collapsible>
          {data.claims ? (
            <Collapsible title={deviceText('detail.claims')} isOpenAtFirst>
              <Claims
                claims={data.claims}
                link={({ mobileUrl, documentNo }) =>
                  mobileUrl ? <PhoneLink to={mobileUrl}>{documentNo}</PhoneLink> : (documentNo ?? '/')
                }
              />
            </Collapsible>
          ) : null}
          <Collapsible title={deviceText('detail.facts')}>
            <DescriptionList pairs={deviceFacts(data)} />
          </Collapsible>
        </>
      ) : error ? null : (
        <LoadingPart />
      )}
    </main>
  )
}
