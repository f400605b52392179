import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { auditEntry, auditedBy } from '#kernel/platform/audit/audit.ts'
import { answerKey } from '#kernel/platform/db/idempotency.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { actWrite } from '#kernel/engine/approval/store.ts'
import { askAgain } from '#kernel/engine/effects/effect-store.ts'
import { hasFailed } from '#kernel/engine/reserve/reserve-rules.ts'
import { deadlineOf, retryReserve } from '#kernel/engine/reserve/reserve-store.ts'
import { effectErrors } from '#kernel/engine/effects/effects.errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { ActionReads, ActionRequest } from './action-reads.ts'
import { finishAction, headValuesOf, outboxEvent } from './action-writes.ts'
import type { ActionAnswer } from './command.ts'
import { ALL_OF_IT } from './partial-approval-act.ts'
import { undoneReserve } from './reserve-writes.ts'
import { headerOf, sqlOf } from '../document-sql.ts'
import type { HeadRow } from '../server-document.ts'

/** Retry and close: by holders of the right, on a document whose approval has ended. */
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
  // In a discontinued process nobody would finish what closing begins.
  if (reads.process && reads.process(rows)[0]?.process !== 'new') throw new Refused(effectErrors.oldProcess())
  const isPushFailed = reads.effects?.(rows).some(({ state }) => state === 'failedPushed') ?? false
  const isReserveFailed = hasFailed(reads.reserve?.(rows)[0])
  if (action.retries && !isPushFailed && !isReserveFailed) throw new Refused(effectErrors.nothingFailed())
  const { id } = head
  const { round } = instance
  const minutes = request.reserve?.deadlineMinutes ?? 30
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
    ...(action.retries && isPushFailed ? [askAgain(id, round, now)] : []),
    ...(action.retries && isReserveFailed ? [retryReserve(id, round, now, deadlineOf(now, minutes))] : []),
    ...(action.closes ? undoneReserve(request, reads, head, rows) : []),
  ]
  const state = action.retries ? head.state : action.to
  const header = headerOf(definition, head)
  const reservations = reads.approval?.reservations(rows) ?? []
  const subject = { id, no: head.no, round, header, content: null, reservations, approved: ALL_OF_IT }
  const effects = action.posts ? document.plans[command.action]!(subject, facts) : null
  const headValues = { ...headValuesOf(head), round }
  const answer = {
    id,
    no: head.no,
    state,
    formInstanceId: formInstanceId({ documentId: id, round }),
    templateCode: null,
    nextTask: null,
  }
  if (!isPushFailed && action.retries) return finishAside(request, head, writes, answer)
  return finishAction(request, head, headValues, header, state, { writes, inboxOf: [], notices: [] }, effects, answer)
}

/** A retry changes nothing of the document: its version stays, so that its editors are not interrupted. The act is audited all the same. */
function finishAside(
  request: ActionRequest,
  head: HeadRow,
  writes: readonly Statement[],
  partial: Omit<ActionAnswer, 'version'>,
) {
  const { command, context, definition, key, now } = request
  const { principal } = context
  const answer: ActionAnswer = { ...partial, version: head.version }
  const audit = auditEntry(
    {
      documentType: definition.name,
      documentId: head.id,
      action: command.action,
      ...auditedBy(context),
      subject: head.no,
      at: now,
      fromState: head.state,
      toState: head.state,
      detail: { opinion: command.opinion, taskId: null },
    },
    head.audit_hash,
  )
  return {
    writes: [
      ...writes,
      sqlOf(definition).chain(head.id, audit.hash),
      audit.statement,
      outboxEvent(request, head, { inboxOf: [], notices: [] }),
      answerKey(principal.userId, key, JSON.stringify(answer)),
    ],
    answer,
    ended: null,
  }
}
