import type { BatchDecision } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { taskText } from './task-texts.ts'
import type { Batch } from './use-batch.ts'

export function titleOf(decision: BatchDecision, rows: readonly InboxRow[]): string {
  const isAgree = decision === 'approve'
  if (rows.length === 1)
    return taskText(isAgree ? 'batch.agreeOne' : 'batch.rejectOne', { no: rows[0]?.documentNo ?? '' })
  return taskText(isAgree ? 'batch.agreeMany' : 'batch.rejectMany', { count: rows.length })
}

export function outcomeText(phase: Batch['phase'], done: number, failed: number): string {
  if (phase === 'stopped') return taskText('batch.stopped')
  return failed > 0 ? taskText('batch.finished', { done, failed }) : taskText('batch.finishedAll', { done })
}
