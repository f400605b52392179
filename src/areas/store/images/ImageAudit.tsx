import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import { notify } from '#kernel/web/console/client/live/notices.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import type { RecordSectionProps } from '#kernel/web/console/record/record-sections.ts'
import { SmallPicture } from '#kernel/web/console/record/form/SmallPicture.tsx'
import { useSession } from '#kernel/web/console/shell/session-context.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import type { StoreRecordTexts } from '../records/records.en.ts'
import { AUDIT_COLOURS, type AuditResult, IMAGE_AUDIT_RIGHT, storeImage } from '../records/store-image.record.ts'
import './image-audit.css'

interface LikeImage {
  readonly id: string
  readonly code: string
  readonly image: string
  readonly storeCode: string
  readonly storeName: string
  readonly takenAt: string
  readonly result: AuditResult
  readonly identical: boolean
  readonly bits: number
}

interface Similar {
  readonly images: readonly LikeImage[]
  readonly hasUnseen: boolean
}

const text = areaTexts<StoreRecordTexts>('store-records')

/** The audit state of an image, its look, and for people with the right: passing or rejecting it. */
export function ImageAudit({ detail, isPhone, may, onChanged }: RecordSectionProps) {
  const { record } = detail
  const result = record.values['result'] as AuditResult
  const { userAccount } = useSession().user
  const isOwn = record.values['uploader'] === userAccount
  const mayAudit = result === 'pending' && may(IMAGE_AUDIT_RIGHT)
  return (
    <section className={isPhone ? 'image-audit is-phone card' : 'image-audit'}>
      <h3>{text('storeImage.audit.title')}</h3>
      <p>
        <StateMark colour={AUDIT_COLOURS[result]} text={text(`storeImage.options.result.${result}`)} />
        {result === 'rejected' ? <span> · {record.values['reason']}</span> : null}
      </p>
      <Likes detail={detail} />
      {mayAudit && isOwn ? <p className="quiet">{text('storeImage.audit.own')}</p> : null}
      {mayAudit && !isOwn ? <Decide detail={detail} onChanged={onChanged} /> : null}
    </section>
  )
}

/** This image beside similar ones. */
function Likes({ detail: { record } }: Pick<RecordSectionProps, 'detail'>) {
  const { data } = useQuery({
    queryKey: queryKeys.detail(storeImage.name, ['similar', record.id, record.version]),
    queryFn: ({ signal }) => post<Similar>(`${storeImage.api}/similar`, { id: record.id }, { signal, handles: true }),
  })
  if (!data || (data.images.length === 0 && !data.hasUnseen)) return null
  return (
    <div className="image-likes" role="group" aria-label={text('storeImage.audit.like')}>
      <p>
        <Icon name="alert" /> <strong>{text('storeImage.audit.like')}</strong>
      </p>
      {data.images.length > 0 ? (
        <ul>
          <li>
            <SmallPicture imageKey={String(record.values['image'])} name={record.names['image'] ?? ''} size="card" />
            <span>{text('storeImage.audit.this')}</span>
          </li>
          {data.images.map((image) => (
            <LikeItem key={image.id} image={image} />
          ))}
        </ul>
      ) : null}
      {data.hasUnseen ? <p>{text('storeImage.audit.unseen')}</p> : null}
    </div>
  )
}

function LikeItem({ image }: { readonly image: LikeImage }) {
  const { code, identical, bits, storeCode, storeName, takenAt, result } = image
  return (
    <li>
      <SmallPicture imageKey={image.image} name={`${code}.jpg`} size="card" />
      <strong>{identical ? text('storeImage.audit.identical') : text('storeImage.audit.similar', { bits })}</strong>
      <span>{code}</span>
      <span>
        {storeCode} / {storeName}
      </span>
      <span className="quiet">
        {timeText(takenAt)} · {text(`storeImage.options.result.${result}`)}
      </span>
    </li>
  )
}

function Decide({ detail: { record }, onChanged }: Pick<RecordSectionProps, 'detail' | 'onChanged'>) {
  const id = useId()
  const [reason, setReason] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const decide = async (result: 'passed' | 'rejected'): Promise<void> => {
    setRunning(true)
    try {
      await post(`${storeImage.api}/audit`, { id: record.id, version: record.version, result, reason })
      notify('success', text(`storeImage.audit.${result}`))
      setReason(null)
    } catch {
      // The call has shown the error; another person may have decided meanwhile.
    } finally {
      setRunning(false)
      onChanged()
    }
  }
  const isRejecting = reason !== null
  return (
    <form
      className="image-decide"
      onSubmit={(event) => {
        event.preventDefault()
        void decide('rejected')
      }}
    >
      {isRejecting ? (
        <>
          <label htmlFor={id}>{text('storeImage.audit.reason')} *</label>
          <textarea
            id={id}
            rows={3}
            required
            maxLength={500}
            value={reason}
            ref={(element) => element?.focus({ preventScroll: true })}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      ) : null}
      <div className="image-decide-acts">
        {isRejecting ? null : (
          <button
            type="button"
            className="image-button is-primary"
            disabled={isRunning}
            onClick={() => void decide('passed')}
          >
            <Icon name="check" />
            {text('storeImage.audit.pass')}
          </button>
        )}
        <button
          // Remounted, so that the click that opens the form does not submit it.
          key={String(isRejecting)}
          type={isRejecting ? 'submit' : 'button'}
          className={isRejecting ? 'image-button is-primary' : 'image-button'}
          disabled={isRunning || reason?.trim() === ''}
          {...(isRejecting ? {} : { onClick: () => setReason('') })}
        >
          {text('storeImage.audit.reject')}
        </button>
      </div>
    </form>
  )
}
