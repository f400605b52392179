import { formInstanceId } from '#kernel/approval/form-instance.ts'
import { actWrite } from '#kernel/approval/store.ts'
import { askAgain } from '#kernel/effects/effect-store.ts'
import { effectErrors } from '#kernel/effects/effects.errors.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { approvalErrors } from '#kernel/errors/kernel-errors.ts'
import type { ActionReads, ActionRequest } from './action-reads.ts'
import { finishAction } from './action-writes.ts'
import { headerOf } from './document-sql.ts'
import type { HeadRow } from './server-document.ts'

/** Retry and close: by whoever holds the right, on a document whose approval is over. */
export function operate(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow,
  facts: Record<string, unknown>,
  rows: unknown[][],
) {
  const { action, command, context, definition, document, now } = request
  const instance = reads.approval?.instance(rows)[0]
  if (!instance) throw new Refused(approvalErrors.notRunning())
  // A process that is no longer run has nobody who would finish what closing begins.
  if (reads.process && reads.process(rows)[0]?.process !== 'new') throw new Refused(effectErrors.oldProcess())
  if (reads.effects && !reads.effects(rows).some(({ state }) => state === 'failedPushed'))
    throw new Refused(effectErrors.nothingFailed())
  const { id, round } = head
  const reason = command.opinion || null
  const writes = [
    actWrite(instance, now, {
      step: null,
      taskId: null,
      actorId: context.principal.userId,
      principalId: null,
      act: action.retries ? 'retry' : 'close',
      opinion: reason,
      waitedSince: null,
      detail: {},
    }),
    ...(action.retries ? [askAgain(id, round, now)] : []),
  ]
  const header = headerOf(definition, head)
  const reservations = reads.approval?.reservations(rows) ?? []
  const subject = { id, round, header: header as never, content: null, reservations }
  const effects = action.posts ? document.plans[command.action]!(subject, facts) : null
  const headValues = {
    id,
    no: head.no,
    round,
    scopeId: head.scope_id,
    contentHash: head.content_hash,
    drafterId: head.drafter_id,
    createdAt: head.created_at,
    submittedAt: head.submitted_at,
    draft: head.draft ? JSON.stringify(head.draft) : null,
  }
  const answer = {
    id,
    no: head.no,
    state: action.to,
    formInstanceId: formInstanceId({ documentId: id, round }),
    templateCode: null,
    nextTask: null,
  }
  return finishAction(
    request,
    head,
    headValues,
    header,
    action.to,
    { writes, inboxOf: [], notices: [] },
    effects,
    answer,
  )
}
