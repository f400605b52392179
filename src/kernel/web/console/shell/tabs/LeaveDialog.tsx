import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { shortTimeText } from '#kernel/web/ui/time.ts'
import { pageText } from '../../client/i18n.ts'
import type { StoredDraft } from '../../client/unsaved.ts'

interface LeaveDialogProps {
  readonly title: string
  /** The requested action. */
  readonly next: 'close' | 'reload'
  /** The server's draft of the input. */
  readonly stored: StoredDraft | null
  readonly onKeep: () => Promise<void>
  readonly onDiscard: () => Promise<void>
  readonly onStay: () => void
}

/** Leaving with unsaved input: save, discard, or stay. */
export function LeaveDialog({ title, next, stored, onKeep, onDiscard, onStay }: LeaveDialogProps) {
  const [running, setRunning] = useState<'keep' | 'discard' | null>(null)
  const run = (choice: 'keep' | 'discard', act: () => Promise<void>): void => {
    setRunning(choice)
    void act().finally(() => setRunning(null))
  }
  return (
    <Dialog
      title={pageText('shell.leaveTitle')}
      closeLabel={pageText('common.close')}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>{pageText('shell.leaveStay')}</Button>
          <Button
            danger
            loading={running === 'discard'}
            disabled={running === 'keep'}
            onClick={() => run('discard', onDiscard)}
          >
            {pageText('shell.leaveDiscard')}
          </Button>
          <Button
            type="primary"
            loading={running === 'keep'}
            disabled={running === 'discard'}
            onClick={() => run('keep', onKeep)}
          >
            {pageText(next === 'reload' ? 'shell.reloadKeep' : 'shell.leaveKeep')}
          </Button>
        </>
      }
    >
      <p>{pageText('shell.leaveText', { title })}</p>
      {stored ? <p>{storedText(stored)}</p> : null}
    </Dialog>
  )
}

/** The input that Discard would lose, as text. */
function storedText({ no, savedAt, isGone }: StoredDraft): string {
  return isGone
    ? pageText('shell.leaveDeletes', { no })
    : pageText('shell.leaveStays', { no, time: shortTimeText(savedAt) })
}
