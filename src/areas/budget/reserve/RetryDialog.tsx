import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { createIntent, underIntent } from '#kernel/web/console/client/intent.ts'
import type { BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { repairApi, type RetryAnswer } from './repair-api.web.ts'
import { repairText } from './repair-texts.web.ts'

interface RetryDialogProps {
  readonly rows: readonly BoardRow[]
  readonly onDone: (answer: RetryAnswer) => void
  readonly onCancel: () => void
}

/** The reason of a retry is stored in the timeline. Refusals are shown here, each with its reason. */
export function RetryDialog({ rows, onDone, onCancel }: RetryDialogProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [refused, setRefused] = useState<RetryAnswer | null>(null)
  const intent = useMemo(() => createIntent(), [])
  const send = async (): Promise<void> => {
    setTried(true)
    if (isRunning || reason.trim() === '') return
    const order = { ids: rows.map(({ id }) => id), reason: reason.trim() }
    setRunning(true)
    try {
      const answer = await underIntent(intent, order, (idempotencyKey) => repairApi.retry(order, { idempotencyKey }))
      if (answer.failed.length === 0) onDone(answer)
      else setRefused(answer)
    } catch {
      // The call has shown the error; the input stays.
    } finally {
      setRunning(false)
    }
  }
  const leave = (): void => (refused && refused.done > 0 ? onDone(refused) : onCancel())
  return (
    <Dialog
      title={repairText('retryTitle', { count: rows.length })}
      closeLabel={pageText('common.close')}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{pageText(refused ? 'common.close' : 'common.cancel')}</Button>
          {refused ? null : (
            <Button type="primary" loading={isRunning} onClick={() => void send()}>
              {repairText('retry')}
            </Button>
          )}
        </>
      }
    >
      <form
        className="reserve-retry"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p className="quiet">{repairText('retryNote')}</p>
        <Field
          id="reserve-reason"
          label={repairText('reason')}
          isRequired
          error={isTried && reason.trim() === '' ? repairText('reasonMissing') : undefined}
        >
          <Input.TextArea
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {refused ? (
          <ul role="alert" className="reserve-refused">
            {refused.failed.map(({ no, msg }) => (
              <li key={`${no} ${msg}`}>
                <span className="code">{no}</span> {msg}
              </li>
            ))}
          </ul>
        ) : null}
      </form>
    </Dialog>
  )
}
