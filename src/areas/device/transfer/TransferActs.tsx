import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import { isPhone } from '#kernel/web/console/client/approval.ts'
import { formAddress } from '#kernel/web/console/client/document-api.ts'
import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { SectionProps } from '#kernel/web/console/document/page-spec.ts'
import { ItemBox } from '#kernel/web/console/items/ItemBox.tsx'
import '#kernel/web/console/items/items.css'
import { deviceTransfer, RECEIPT_STEPS } from './device-transfer.doc.ts'
import type { TransferActTexts } from './transfer-acts.en.ts'

const t = await loadPartTexts<TransferActTexts>('transferActs', {
  en: () => import('./transfer-acts.en.ts'),
  zh: () => import('./transfer-acts.zh.ts'),
})

interface Arrival {
  readonly arrival: 'all' | 'named' | null
  readonly total: number
  readonly arrived: number
  readonly unknown: readonly string[]
}

const RECEIPT: readonly string[] = RECEIPT_STEPS
const MOVED: readonly string[] = ['transferred', 'partial', 'closed']

/** What the receiver says of the devices before they agree. */
export function Receipt({ detail: { approval } }: SectionProps) {
  const isReceipt =
    approval?.myTask && approval.steps.some(({ key, status }) => status === 'current' && RECEIPT.includes(key))
  return isReceipt ? <Arrived formInstanceId={approval.formInstanceId} /> : null
}

/** What may be done after the approval: to try again what failed, to end it, and the way back. */
export function AfterTransfer({ detail: { approval, document } }: SectionProps) {
  if (document.isEarlierRound || !approval) return null
  const mayEnd = approval.allowed.includes('close')
  return (
    <>
      {mayEnd ? <Ending formInstanceId={approval.formInstanceId} state={document.state} /> : null}
      {MOVED.includes(document.state) ? <Reverse id={document.id} /> : null}
    </>
  )
}

function Ending({ formInstanceId, state }: { readonly formInstanceId: string; readonly state: string }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const act = async (path: string): Promise<void> => {
    setBusy(true)
    // The call has shown what failed.
    await post(path, { formInstanceId }).catch(() => undefined)
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === deviceTransfer.name })
    setBusy(false)
  }
  return (
    <section className="form-section items">
      <h2>{t('rest')}</h2>
      <p className="quiet">{t('restHint')}</p>
      <div className="items-tools">
        {state === 'processing' ? null : (
          <PlainButton disabled={isBusy} onClick={() => void act('/aps/gs/transfer/flow/retry')}>
            {t('retry')}
          </PlainButton>
        )}
        <PlainButton disabled={isBusy} onClick={() => void act('/aps/gs/transfer/flow/close')}>
          {t('close')}
        </PlainButton>
      </div>
    </section>
  )
}

interface ButtonProps {
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function PlainButton({ disabled = false, onClick, children }: ButtonProps) {
  return (
    <button type="button" className="items-button" disabled={disabled} onClick={onClick}>
      {children}
    </button>
  )
}

/** An empty question answers what was said before. */
const told = (formInstanceId: string, said: object = {}) =>
  post<Arrival>('/aps/gs/transfer/arrived', { formInstanceId, ...said })

function Arrived({ formInstanceId }: { readonly formInstanceId: string }) {
  const client = useQueryClient()
  const key = ['transferArrival', formInstanceId] as const
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => post<Arrival>('/aps/gs/transfer/arrival', { formInstanceId }),
    staleTime: 0,
  })
  const say = async (said: object): Promise<Arrival | null> => {
    const answer = await told(formInstanceId, said).catch(() => null)
    if (answer) client.setQueryData(key, answer)
    return answer
  }
  return (
    <section className="form-section items">
      <h2>{t('title')}</h2>
      <p>{t('hint')}</p>
      <div className="items-tools">
        <PlainButton onClick={() => void say({ all: true })}>{t('all')}</PlainButton>
        {data?.arrival ? <PlainButton onClick={() => void say({ again: true })}>{t('again')}</PlainButton> : null}
      </div>
      <ItemBox
        label={t('box')}
        add={t('name')}
        Button={PlainButton}
        onText={async (text) => {
          const answer = await say({ text })
          return answer && answer.unknown.length > 0 ? t('unknown', { numbers: answer.unknown.join(', ') }) : ''
        }}
      />
      <p role="status">
        <strong>
          {data?.arrival === 'all'
            ? t('allArrived', { total: data.total })
            : t('arrived', { arrived: data?.arrived ?? 0, total: data?.total ?? 0 })}
        </strong>
      </p>
    </section>
  )
}

function Reverse({ id }: { readonly id: string }) {
  const [isBusy, setBusy] = useState(false)
  const reverse = async (): Promise<void> => {
    setBusy(true)
    const draft = await post<{ no: string }>('/aps/gs/transfer/reverse', { id }).catch(() => null)
    const address = draft && formAddress(deviceTransfer, isPhone() ? 'mobile' : 'pc', draft.no)
    if (address) location.assign(address)
    else setBusy(false)
  }
  return (
    <section className="form-section items">
      <h2>{t('back')}</h2>
      <p className="quiet">{t('backHint')}</p>
      <PlainButton disabled={isBusy} onClick={() => void reverse()}>
        {t('reverse')}
      </PlainButton>
    </section>
  )
}
