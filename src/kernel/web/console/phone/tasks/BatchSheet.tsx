import Button from 'antd-mobile/es/components/button'
import type { BatchDecision } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { BatchBody } from '../../tasks/BatchBody.tsx'
import { outcomeText, titleOf } from '../../tasks/batch-texts.ts'
import { taskText } from '../../tasks/task-texts.ts'
import { type Batch, useBatch } from '../../tasks/use-batch.ts'
import { Sheet } from '../parts/Sheet.tsx'

interface BatchSheetProps {
  readonly decision: BatchDecision
  readonly rows: readonly InboxRow[]
  /** Called with the number decided; 0 without decisions. */
  readonly onClose: (done: number) => void
}

/** The desktop's dry run and acts, in a sheet. */
export function BatchSheet({ decision, rows, onClose }: BatchSheetProps) {
  const batch = useBatch(decision, rows)
  // A running batch cannot be closed.
  const close = (): void => {
    if (batch.phase !== 'running') onClose(batch.doneCount)
  }
  return (
    <Sheet title={titleOf(decision, rows)} onClose={close} isTall footer={<Foot batch={batch} onClose={close} />}>
      <BatchBody batch={batch} addressOf={(row) => row.mobileUrl} />
    </Sheet>
  )
}

function Foot({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const { phase, included, failed, doneCount, decision } = batch
  const isRunning = phase === 'running'
  const isReject = decision === 'reject'
  if (phase === 'ready' || isRunning) {
    const text = taskText(isReject ? 'batch.rejectCount' : 'batch.agreeCount', { count: included.length })
    return (
      <Button
        block
        color={isReject ? 'danger' : 'primary'}
        loading={isRunning}
        loadingText={text}
        disabled={isRunning || included.length === 0}
        onClick={batch.start}
      >
        {text}
      </Button>
    )
  }
  return (
    <div className="batch-end">
      <p role="status">{outcomeText(phase, doneCount, failed.length)}</p>
      {phase === 'stopped' || failed.length > 0 ? (
        <Button block onClick={batch.retry}>
          {phase === 'stopped' ? taskText('batch.goOn') : taskText('batch.retry', { count: failed.length })}
        </Button>
      ) : null}
      <Button block color="primary" onClick={onClose}>
        {taskText('batch.close')}
      </Button>
    </div>
  )
}
