import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kernel/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'

interface LeaveDialogProps {
  readonly title: string
  /** What was asked for. */
  readonly next: 'close' | 'reload'
  readonly onKeep: () => Promise<void>
  readonly onDiscard: () => void
  readonly onStay: () => void
}

/** Leaving with unsaved input: keep it, discard it, or stay. */
export function LeaveDialog({ title, next, onKeep, onDiscard, onStay }: LeaveDialogProps) {
  const [isSaving, setSaving] = useState(false)
  return (
    <Dialog
      title={pageText('shell.leaveTitle')}
      closeLabel={pageText('common.close')}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>{pageText('shell.leaveStay')}</Button>
          <Button danger onClick={onDiscard}>
            {pageText('shell.leaveDiscard')}
          </Button>
          <Button
            type="primary"
            loading={isSaving}
            onClick={() => {
              setSaving(true)
              void onKeep().finally(() => setSaving(false))
            }}
          >
            {pageText(next === 'reload' ? 'shell.reloadKeep' : 'shell.leaveKeep')}
          </Button>
        </>
      }
    >
      {pageText('shell.leaveText', { title })}
    </Dialog>
  )
}
