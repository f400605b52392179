import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import { areaTexts, pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { SmallPicture } from '#kernel/web/console/record/form/SmallPicture.tsx'
import { recordApi, type RecordWire } from '#kernel/web/console/record/record-api.ts'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { AUDIT_COLOURS, type AuditResult, storeImage } from '../records/store-image.record.ts'
import { store as storeRecord } from '../records/store.record.ts'
import type { StoreRecordTexts } from '../records/records.en.ts'
import { OWN_STORE, type OwnStore as Store, type OwnStoreName, type OwnStores } from './own-store.ts'
import { ownStoreText } from './own-store-texts.web.ts'
import './own-store.css'

const text = areaTexts<StoreRecordTexts>('store-records')

/** So many images stand on the page; the others in their list. */
const SHOWN = 12

/** What differs between the widths: the link of its router, the control that chooses a store, the addresses of images. */
export interface OwnStoreDevice {
  readonly Link: ComponentType<{ readonly to: string; readonly className?: string; readonly children: ReactNode }>
  readonly Failure: ComponentType<{ readonly error: Error; readonly onRetry: () => void }>
  readonly Choice: ComponentType<{
    readonly stores: readonly OwnStoreName[]
    readonly value: string
    readonly onChange: (code: string) => void
  }>
  readonly newImage: (storeCode: string) => string
  readonly image: (id: string) => string
}

interface OwnStoreProps {
  readonly device: OwnStoreDevice
  /** The store that the address names; null: the first. */
  readonly asked: string | null
  readonly onChoose: (code: string) => void
}

/** The store of its own people at both widths: which of several, its facts, its images. */
export function OwnStore({ device, asked, onChoose }: OwnStoreProps) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(storeRecord.name, ['own', asked]),
    queryFn: ({ signal }) =>
      post<OwnStores>('/aps/store/own', asked === null ? {} : { storeCode: asked }, { signal, handles: true }),
  })
  if (error) return <device.Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="quiet">{pageText('common.loading')}</p>
  const { stores, store } = data
  if (!store) return <p role="status">{ownStoreText('missing')}</p>
  return (
    <div className="own-store">
      {stores.length > 1 ? <device.Choice stores={stores} value={store.code} onChange={onChoose} /> : null}
      <Facts store={store} />
      <Images store={store} device={device} />
    </div>
  )
}

function Facts({ store }: { readonly store: Store }) {
  const field = (name: keyof StoreRecordTexts['store']['fields']) => text(`store.fields.${name}`)
  const pairs: readonly (readonly [string, string | null])[] = [
    [field('code'), store.code],
    [field('type'), text(`store.options.type.${store.type as 'counter'}`)],
    [field('customerCode'), store.customer],
    [field('address'), `${store.address}, ${store.city}, ${store.country}`],
    [field('location'), store.location],
    [field('openingHours'), store.openingHours],
  ]
  return (
    <section className="card" aria-label={store.name}>
      <h2>{store.name}</h2>
      {store.isEnabled ? null : <p className="quiet">{ownStoreText('disabled')}</p>}
      <DescriptionList className={null} pairs={pairs} />
    </section>
  )
}

/** The newest images, each with its preview and its audit. */
function Images({ store: { code }, device }: { readonly store: Store; readonly device: OwnStoreDevice }) {
  const { Link, Failure } = device
  const may = useButtons(OWN_STORE.code)
  const maySee = may?.(storeImage.rights.view) ?? false
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.list(storeImage.name, ['own', code]),
    queryFn: ({ signal }) =>
      recordApi(storeImage).page({ page: 1, limit: 20, storeCode: code }, { signal, handles: true }),
    enabled: maySee,
  })
  if (!maySee) return null
  return (
    <section className="card own-store-images" aria-label={ownStoreText('images')}>
      <header>
        <h3>{ownStoreText('images')}</h3>
        <Link to={`${storeImage.page}?${new URLSearchParams({ storeCode: code })}`}>{ownStoreText('allImages')}</Link>
        {may?.(storeImage.rights.edit) ? (
          <Link to={device.newImage(code)} className="own-store-new">
            {ownStoreText('newImage')}
          </Link>
        ) : null}
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data?.records.length === 0 ? <p className="quiet">{ownStoreText('noImage')}</p> : null}
      <ul>
        {data?.records.slice(0, SHOWN).map((row) => (
          <Image key={row.id} row={row} device={device} />
        ))}
      </ul>
    </section>
  )
}

function Image({ row, device: { Link, image } }: { readonly row: RecordWire; readonly device: OwnStoreDevice }) {
  const { values, names } = row
  const result = values['result'] as AuditResult
  return (
    <li>
      <SmallPicture imageKey={String(values['image'])} name={names['image'] ?? ''} size="card" />
      <Link to={image(row.id)}>{text(`storeImage.options.type.${values['type'] as 'front'}`)}</Link>
      <time>{formatTime(String(values['takenAt']))}</time>
      <StateMark colour={AUDIT_COLOURS[result]} text={text(`storeImage.options.result.${result}`)} />
      {values['reason'] ? <span className="quiet">{values['reason']}</span> : null}
    </li>
  )
}
