import { auditEntry, auditedBy } from '#kernel/platform/audit/audit.ts'
import type { ApprovalWrites } from '#kernel/engine/approval/engine/engine.ts'
import { answerKey } from '#kernel/platform/db/idempotency.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { effectsOfAction } from '#kernel/engine/effects/effect-store.ts'
import { RESERVE_KIND } from '#kernel/engine/reserve/reserve-store.ts'
import { leadsTo } from '#kernel/engine/definition/state-after.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import type { ActionRequest } from './action-reads.ts'
import type { ActionAnswer } from './command.ts'
import { type HeadValues, sqlOf } from '../document-sql.ts'
import type { Postings, HeadRow } from '../server-document.ts'

/** The head of a stored document, as its next version has it. */
export function headValuesOf(head: HeadRow) {
  return {
    id: head.id,
    no: head.no,
    round: head.round,
    scopeId: head.scope_id,
    contentHash: head.content_hash,
    drafterId: head.drafter_id,
    createdAt: head.created_at,
    submittedAt: head.submitted_at,
    draft: head.draft ? JSON.stringify(head.draft) : null,
  }
}

/**
 * The writes in order: document, lines and approval, audit, outbox, answer; the accounts last, where they are locked for the shortest time.
 */
export function finishAction(
  request: ActionRequest,
  head: HeadRow | null,
  headValues: Omit<HeadValues, 'state' | 'version' | 'updatedBy' | 'updatedAt' | 'auditHash'>,
  header: Readonly<Record<string, string | number | null | undefined>>,
  state: string,
  approval: Omit<ApprovalWrites, 'state'> & {
    readonly behalfOfId?: number | null
    /** What a save or submit changed, for the audit. */
    readonly changed?: Readonly<Record<string, unknown>>
    /** Of an act: its place among those of the document, which is the sequence of its journal. */
    readonly sequence?: number
  },
  effects: Postings | null,
  partial: Omit<ActionAnswer, 'version'>,
  /** The action of the definition that took effect: for an ended approval, its end. */
  did: string = request.command.action,
) {
  const { principal } = request.context
  const version = (head?.version ?? 0) + 1
  const answer: ActionAnswer = { ...partial, version }
  const audit = auditEntry(
    {
      documentType: request.definition.name,
      documentId: headValues.id,
      ...auditedBy(request.context),
      behalfOfId: approval.behalfOfId ?? null,
      subject: headValues.no,
      action: request.command.action,
      at: request.now,
      fromState: head?.state ?? null,
      // A removed document has no state.
      toState: request.action.removes ? null : state,
      detail: request.action.removes
        ? { no: headValues.no, header, draft: head?.draft ?? null }
        : request.content
          ? { header, ...approval.changed }
          : {
              opinion: request.command.opinion,
              taskId: request.command.taskId,
              ...(request.command.less ? { less: request.command.less } : {}),
              ...(request.input ? { input: request.input } : {}),
            },
    },
    head?.audit_hash ?? null,
  )
  const sql = sqlOf(request.definition)
  const values: HeadValues = {
    ...headValues,
    state,
    version,
    updatedBy: principal.userId,
    updatedAt: request.now,
    auditHash: audit.hash,
  }
  // Where the action is complete: an approval that is not the last one leaves the state unchanged.
  const own = request.definition.actions[did]
  const isComplete =
    request.action.removes === true || (own !== undefined && state !== head?.state && leadsTo(own, state))
  // An act on an approved document leaves its state unchanged, and is done each time.
  const isAct = approval.sequence !== undefined && !request.action.retries
  const statements: Statement[] = [
    head
      ? request.action.removes
        ? sql.remove(head.id, head.version)
        : sql.update(values, header, head.version)
      : sql.insert(values, header),
    ...approval.writes,
    ...(effects?.writes ?? []),
    ...(isComplete ? effectsOfAction(request.definition, did, values, header, request.now) : []),
    audit.statement,
    outboxEvent(request, values, approval, isComplete || isAct ? did : null, approval.sequence),
    answerKey(principal.userId, request.key, JSON.stringify(answer)),
  ]
  if (effects) {
    statements.push(
      post({
        key: {
          documentType: request.definition.name,
          documentId: values.id,
          round: values.round,
          action: did,
          ...(approval.sequence === undefined ? {} : { sequence: approval.sequence }),
        },
        actorId: principal.userId,
        at: request.now,
        legs: effects.legs,
        ...(effects.reserve ? { reserve: effects.reserve } : {}),
        ...(effects.resolve ? { resolve: effects.resolve } : {}),
      }),
    )
  }
  const { id, no, round, drafterId } = values
  // Follow-up writes by other writers may begin; a draft may be saved again and again.
  const follows = isComplete || request.action.content === 'draft'
  return { writes: statements, answer, ended: follows ? { did, id, no, round, drafterId, header } : null }
}

/** The outbox message after the commit. */
export function outboxEvent(
  request: ActionRequest,
  { id, no, round }: Pick<HeadValues, 'id' | 'no' | 'round'>,
  { inboxOf, notices }: Pick<ApprovalWrites, 'inboxOf' | 'notices'>,
  /** The action that it completed. */
  did: string | null = null,
  sequence?: number,
): Statement {
  const { definition, context, command, now } = request
  const act = { round, no, actorId: context.principal.userId, at: now.toISOString() }
  const news = { ...act, notices, opinion: command.less?.reason || command.opinion || null }
  return documentChanged({
    documentType: definition.name,
    documentId: id,
    action: command.action,
    kinds: [definition.name, ...(definition.changes ?? []), ...(definition.reserve ? [RESERVE_KIND] : [])],
    inboxOf: [...new Set(inboxOf)],
    ...(notices.length > 0 ? news : {}),
    ...(did === null ? {} : { completed: { did, ...act, ...(sequence === undefined ? {} : { sequence }) } }),
  })
}
