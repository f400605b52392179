import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { startViewing } from '#kernel/web/console/client/session/start-viewing.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { accountText } from '../sessions/account-api.web.ts'

interface ViewAsDialogProps {
  readonly account: string
  readonly name: string
  readonly onClose: () => void
}

/** Asks for the reason and starts viewing as another person in the whole window. */
export function ViewAsDialog({ account, name, onClose }: ViewAsDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const id = useId()
  const start = () => {
    setRunning(true)
    startViewing(account, reason.trim(), true).catch((error: unknown) => {
      setRunning(false)
      setProblem(error instanceof Error ? error.message : pageText('http.unknown'))
    })
  }
  return (
    <Dialog
      title={accountText('sessions.viewAsAsk', { name })}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{accountText('sessions.cancel')}</Button>
          <Button type="primary" disabled={reason.trim() === ''} loading={isRunning} onClick={start}>
            {accountText('sessions.start')}
          </Button>
        </>
      }
    >
      <p className="quiet">{accountText('sessions.viewAsLead')}</p>
      <label htmlFor={id}>{accountText('sessions.reason')}</label>
      <Input.TextArea
        id={id}
        autoFocus
        rows={3}
        maxLength={500}
        value={reason}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      {problem ? (
        <p id={`${id}-problem`} className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
    </Dialog>
  )
}
