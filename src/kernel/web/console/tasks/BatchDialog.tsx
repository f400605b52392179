import { Button } from 'antd'
import type { BatchDecision } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import { BatchBody } from './BatchBody.tsx'
import { outcomeText, titleOf } from './batch-texts.ts'
import { taskText } from './task-texts.ts'
import { addressOf } from './tasks-api.ts'
import { type Batch, useBatch } from './use-batch.ts'

interface BatchDialogProps {
  readonly decision: BatchDecision
  readonly rows: readonly InboxRow[]
  /** Called with the number decided; 0 without decisions. */
  readonly onClose: (done: number) => void
}

/** Decides one or many tasks from the list: the dry run first, then each separately. */
export function BatchDialog({ decision, rows, onClose }: BatchDialogProps) {
  const batch = useBatch(decision, rows)
  // A running batch cannot be closed.
  const close = (): void => {
    if (batch.phase !== 'running') onClose(batch.doneCount)
  }
  return (
    <Dialog
      title={titleOf(decision, rows)}
      closeLabel={pageText('common.close')}
      width={rows.length === 1 ? 640 : 880}
      onClose={close}
      footer={<Foot batch={batch} onClose={close} />}
    >
      <BatchBody batch={batch} addressOf={addressOf} />
    </Dialog>
  )
}

function Foot({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const { phase, included, failed, doneCount, decision } = batch
  const count = included.length
  const isReject = decision === 'reject'
  if (phase === 'ready' || phase === 'running')
    return (
      <>
        <Button disabled={phase === 'running'} onClick={onClose}>
          {pageText('common.cancel')}
        </Button>
        <Button
          type="primary"
          danger={isReject}
          loading={phase === 'running'}
          disabled={count === 0 || phase === 'running'}
          onClick={batch.start}
        >
          {taskText(isReject ? 'batch.rejectCount' : 'batch.agreeCount', { count })}
        </Button>
      </>
    )
  return (
    <div className="batch-foot">
      <span role="status">{outcomeText(phase, doneCount, failed.length)}</span>
      {phase === 'stopped' || failed.length > 0 ? (
        <Button onClick={batch.retry}>
          {phase === 'stopped' ? taskText('batch.goOn') : taskText('batch.retry', { count: failed.length })}
        </Button>
      ) : null}
      <Button type="primary" autoFocus onClick={onClose}>
        {taskText('batch.close')}
      </Button>
    </div>
  )
}
