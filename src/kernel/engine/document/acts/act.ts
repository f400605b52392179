import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { auditEntry, auditedBy } from '#kernel/platform/audit/audit.ts'
import { answerKey } from '#kernel/platform/db/idempotency.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { askAgain, type EffectRow } from '#kernel/engine/effects/effect-store.ts'
import { hasFailed } from '#kernel/engine/reserve/reserve-rules.ts'
import { deadlineOf, retryReserve } from '#kernel/engine/reserve/reserve-store.ts'
import { reserveStateOf } from '#kernel/engine/reserve/reserve-wire.ts'
import { effectErrors } from '#kernel/engine/effects/effects.errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { approvalErrors, documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { insertAct } from './act-store.ts'
import type { ActionReads, ActionRequest } from '../action/action-reads.ts'
import { finishAction, headValuesOf, outboxEvent } from '../action/action-writes.ts'
import type { ActionAnswer, Command } from '../action/command.ts'
import { ALL_OF_IT } from '../action/partial-approval-act.ts'
import { undoneReserve } from '../action/reserve-writes.ts'
import { type AxisStates, axisStates, moveRefusal } from '../axes/axis-states.ts'
import { headerOf, sqlOf } from '../document-sql.ts'
import type { AnyDocument, HeadRow, Subject } from '../server-document.ts'

/**
 * An act on a stored document beside its approval, by holders of its right or by the drafter: reads its input, asks the binding
 * (`checkAct`), posts (`plans`) and leaves a row that the timeline and the journal share. To retry and to close are two of them.
 */
export function act(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow,
  facts: Record<string, unknown>,
  rows: unknown[][],
) {
  const { action, command, context, definition, document, input, now } = request
  const { id, no } = head
  const round = request.instance?.round ?? head.round
  const before = reads.acts!.before(rows)[0]!
  if (!action.repeats && before.round === round)
    throw new Refused(documentErrors.doneBefore({ action: labelOf(request) }))
  const pushes = pushesMeant(command, reads, rows)
  const failed = action.retries ? failedOf(command, pushes, reads, rows) : null
  const moved = moveRefusal(definition, action, statesOf(request, pushes, reads, head, rows))
  if (moved) throw new Refused(moved)
  if (action.retries || action.closes) requireRound(request, reads, rows)
  const header = headerOf(definition, head)
  const state = head.state
  const refusals = input
    ? (document.checkAct?.[command.action]?.(input, facts, { id, no, round, header, state }) ?? [])
    : []
  if (refusals.length > 0) throw new Refused(refusals)

  const seq = before.last + 1
  const minutes = request.reserve?.deadlineMinutes ?? 30
  const writes = [
    insertAct(
      id,
      seq,
      round,
      command.action,
      context.principal.userId,
      now,
      command.opinion || null,
      (input && JSON.stringify(input)) ?? (command.push ? JSON.stringify(command.push) : null),
    ),
    ...(failed?.push ? [askAgain(id, round, now, command.push?.effect ?? null, command.push?.receiver ?? null)] : []),
    ...(failed?.reserve ? [retryReserve(id, round, now, deadlineOf(now, minutes))] : []),
    ...(action.closes ? undoneReserve(request, reads, head, rows) : []),
  ]
  const reservations = reads.acts!.reservations?.(rows) ?? []
  const subject = { id, no, round, header, content: null, input, reservations, approved: ALL_OF_IT }
  const effects = action.posts ? document.plans[command.action]!(subject as Subject<AnyDocument, unknown>, facts) : null
  const answer = {
    id,
    no,
    state: action.retries ? state : action.to,
    formInstanceId: round > 0 ? formInstanceId({ documentId: id, round }) : null,
    templateCode: null,
    nextTask: null,
  }
  if (failed && !failed.push) return finishAside(request, head, writes, answer)
  const done = { writes, inboxOf: [], notices: [], sequence: seq }
  return finishAction(request, head, headValuesOf(head), header, answer.state, done, effects, answer)
}

/** The pushes that a retry may repeat: all of them, or the one that it names. */
function pushesMeant({ push }: Command, reads: ActionReads, rows: unknown[][]): readonly EffectRow[] {
  const all = reads.effects?.(rows) ?? []
  return push ? all.filter(({ effect, receiver }) => effect === push.effect && receiver === push.receiver) : all
}

/** What a retry repeats. */
function failedOf(
  { push }: Command,
  pushes: readonly EffectRow[],
  reads: ActionReads,
  rows: unknown[][],
): { readonly push: boolean; readonly reserve: boolean } {
  return {
    push: pushes.some(({ state }) => state === 'failedPushed'),
    reserve: push === undefined && hasFailed(reads.reserve?.(rows)[0]),
  }
}

/** The axes as of now, as far as the action moves them. */
function statesOf(
  { command, definition, instance }: ActionRequest,
  effects: readonly EffectRow[],
  reads: ActionReads,
  head: HeadRow,
  rows: unknown[][],
): AxisStates {
  const reserve =
    instance && definition.reserve && !command.push
      ? reserveStateOf(definition, head, instance.round, reads.reserve?.(rows)[0])
      : null
  return axisStates(definition, {
    effects,
    reserve,
    lines: (axis) => reads.acts!.lines.find((each) => each.axis === axis)?.rows(rows) ?? [],
  })
}

/** A retry and a closing are of an approval. In a discontinued process nobody would finish what closing begins. */
function requireRound({ action }: ActionRequest, reads: ActionReads, rows: unknown[][]): void {
  if (!reads.approval?.instance(rows)[0]) throw new Refused(approvalErrors.notRunning())
  if (action.closes && reads.process!(rows)[0]?.process !== 'new') throw new Refused(effectErrors.oldProcess())
}

function labelOf({ definition, command }: ActionRequest): string {
  return `@${definition.area}.documents.${definition.name}.actions.${command.action}`
}

/** A retry that repeats no push changes nothing of the document: its version stays, so that its editors are not interrupted. The act is audited all the same. */
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
