import { Button, Input } from 'antd'
import { useState } from 'react'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { notify } from '#kernel/web/console/client/live/notices.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { integrationApi, syncChanged } from '../integration-api.web.ts'
import { syncText } from '../integration-texts.web.ts'

interface MoveKeyProps {
  readonly id: string
  readonly lastKey: string | null
  readonly onClose: () => void
}

/** Asks for the key from which the next run fetches, and the reason. */
export function MoveKey({ id, lastKey, onClose }: MoveKeyProps) {
  const [key, setKey] = useState(lastKey ?? '')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const move = async (): Promise<void> => {
    setTried(true)
    if (isRunning || reason.trim() === '') return
    setRunning(true)
    try {
      await integrationApi.resetKey(id, key.trim() === '' ? null : key.trim(), reason.trim())
      notify('success', syncText('keyMoved'))
      onClose()
    } catch {
      // The call has shown the error; the input stays.
    } finally {
      setRunning(false)
      syncChanged()
    }
  }
  return (
    <Dialog
      title={syncText('resetKey')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button type="primary" loading={isRunning} onClick={() => void move()}>
            {syncText('resetKey')}
          </Button>
        </>
      }
    >
      <form
        className="sync-form"
        onSubmit={(event) => {
          event.preventDefault()
          void move()
        }}
      >
        <p className="quiet">{syncText('resetHint')}</p>
        <Field id="sync-key" label={syncText('newKey')}>
          <Input value={key} maxLength={500} onChange={(event) => setKey(event.target.value)} />
        </Field>
        <Field
          id="sync-reason"
          label={syncText('reason')}
          isRequired
          error={isTried && reason.trim() === '' ? syncText('reasonMissing') : undefined}
        >
          <Input.TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
