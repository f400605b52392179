import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useId, useState } from 'react'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { useFirstFocus } from '../tasks/use-first-focus.ts'
import { Banner } from '../Banner.tsx'
import { pageText } from '../client/i18n.ts'
import { importText } from './import-text.ts'
import { countText } from './run-figures.ts'
import type { useImportActs } from './use-import-acts.ts'

interface ConfirmDialogProps {
  readonly run: ImportRunView
  readonly acts: ReturnType<typeof useImportActs>
  readonly go: (reason: string) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks why rows with a warning are right, before they are written. */
export function ConfirmDialog({ run, acts, go, onClose }: ConfirmDialogProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const field = useFirstFocus<TextAreaRef>()
  const id = useId()
  const isMissing = isTried && reason.trim() === ''
  const send = async (): Promise<void> => {
    setTried(true)
    if (reason.trim() === '') field.current?.focus()
    else if (await go(reason.trim())) onClose()
  }
  return (
    <Dialog
      title={importText('confirm.title')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{importText('run.keep')}</Button>
          <Button type="primary" loading={acts.acting !== null} onClick={() => void send()}>
            {importText('confirm.go')}
          </Button>
        </>
      }
    >
      <p>{importText('confirm.text', { count: countText(run.rows.asked) })}</p>
      <label htmlFor={id}>{importText('confirm.reason')}</label>
      <Input.TextArea
        ref={field}
        id={id}
        rows={3}
        maxLength={500}
        value={reason}
        aria-required="true"
        aria-invalid={isMissing}
        {...(isMissing ? { 'aria-describedby': `${id}e`, status: 'error' as const } : {})}
        onChange={(event) => setReason(event.target.value)}
      />
      {isMissing ? (
        <p className="field-error" id={`${id}e`}>
          {importText('confirm.missing')}
        </p>
      ) : null}
      {acts.refusal ? <Banner kind="error">{acts.refusal}</Banner> : null}
    </Dialog>
  )
}
