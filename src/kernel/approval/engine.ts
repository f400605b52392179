import { approvalErrors } from '#kernel/errors/kernel-errors.ts'
import { Refused } from '#kernel/errors/errors.ts'
import type { Statement } from '#kernel/db/statement.ts'
import type { Language } from '#kernel/i18n/language.ts'
import type { Notice } from './notice.ts'
import { advance, agree, resolveRoute, type Person, type Variables } from './route.ts'
import {
  cancelOpenTasks,
  finishTask,
  insertAct,
  insertInstance,
  insertTasks,
  type InstanceRow,
  type TaskRow,
  type TemplateRow,
  updateInstance,
} from './store.ts'

/** What a task shows in a list without opening the document. */
export interface TaskSummary {
  readonly no: string
  readonly amount: string | null
  readonly currency: string | null
  /** Header fields of the document, by name, for the card's key facts. */
  readonly facts: Readonly<Record<string, string | number | null>>
}

interface Start {
  readonly documentId: string
  readonly round: number
  readonly documentType: string
  readonly templateCode: string
  readonly template: TemplateRow | undefined
  readonly holders: ReadonlyMap<string, readonly Person[]>
  readonly variables: Variables
  readonly drafterId: number
  readonly scopeId: number
  readonly contentHash: string
  readonly summary: TaskSummary
  /** The submitted header: what a link to this round shows, whatever becomes of the document. */
  readonly header: Readonly<Record<string, unknown>>
  readonly language: Language
  readonly now: Date
}

/** What an act of an approval writes, and for whom a task came or went with it. */
export interface ApprovalWrites {
  readonly writes: readonly Statement[]
  readonly inboxOf: readonly number[]
  readonly notices: readonly Notice[]
}

/** The writes that start an instance, as part of the submit's own transaction. Refused where nobody could approve. */
export function startApproval(start: Start): ApprovalWrites {
  const { documentId, round, documentType, template, now } = start
  if (!template) throw new Refused(approvalErrors.templateMissing({ template: start.templateCode }))
  const route = resolveRoute(template.steps, start.variables, start.holders, start.drafterId, start.language)
  if (route.refusals.length > 0) throw new Refused(route.refusals)
  const opened = advance(route.steps, 0, new Set())
  if (opened.current === null) throw new Error('a resolved route without an open step')
  const inboxOf = opened.people.map((person) => person.id)
  const writes = [
    insertInstance(
      documentId,
      round,
      documentType,
      start.templateCode,
      template.version,
      start.drafterId,
      start.scopeId,
      JSON.stringify(start.variables),
      JSON.stringify(opened.steps),
      opened.current,
      start.contentHash,
      now,
      JSON.stringify(start.header),
      JSON.stringify(start.summary),
    ),
    insertAct(documentId, round, null, start.drafterId, 'submit', null, start.contentHash, now, null),
    insertTasks(documentId, round, documentType, opened.current, inboxOf, JSON.stringify(start.summary), now),
  ]
  return { writes, inboxOf, notices: [{ kind: 'task', to: inboxOf }] }
}

export interface Decision {
  readonly instance: InstanceRow | undefined
  readonly tasks: readonly TaskRow[]
  readonly taskId: string
  readonly actorId: number
  readonly decision: 'agree' | 'reject'
  readonly opinion: string
  readonly contentHash: string
  readonly now: Date
}

/**
 * What one person's decision does: the writes, and whether the document is approved, rejected or still under way.
 * The drafter never decides and nobody decides twice, whatever tasks they hold.
 */
export function decideTask(input: Decision): ApprovalWrites & { readonly outcome: 'approved' | 'rejected' | null } {
  const { instance, tasks, now, actorId } = input
  const task = tasks.find((candidate) => candidate.id === input.taskId)
  if (!instance || !task || task.user_id !== actorId) throw new Refused(approvalErrors.notYourTask())
  if (instance.drafter_id === actorId) throw new Refused(approvalErrors.drafterCannotApprove())
  if (task.state !== 'open') throw new Refused(approvalErrors.taskDone())
  if (instance.state !== 'running' || instance.current_step === null) throw new Refused(approvalErrors.notRunning())
  const acted = new Set(tasks.filter((candidate) => candidate.decision !== null).map((candidate) => candidate.user_id))
  if (acted.has(actorId)) throw new Refused(approvalErrors.alreadyActed())
  if (input.contentHash !== instance.content_hash) throw new Refused(approvalErrors.contentChanged())
  if (input.opinion === '') {
    throw new Refused(
      input.decision === 'agree'
        ? approvalErrors.opinionRequired({}, { field: 'opinion' })
        : approvalErrors.reasonRequired({}, { field: 'opinion' }),
    )
  }

  const { document_id: documentId, round, current_step: current } = instance
  const record = [
    finishTask(task.id, input.decision, input.opinion, now),
    insertAct(
      documentId,
      round,
      current,
      actorId,
      input.decision,
      input.opinion,
      input.contentHash,
      now,
      task.created_at,
    ),
  ]
  if (input.decision === 'reject') {
    return {
      outcome: 'rejected',
      inboxOf: holdersOf(tasks),
      notices: [{ kind: 'rejected', to: [instance.drafter_id] }],
      writes: [
        ...record,
        cancelOpenTasks(documentId, round, now),
        updateInstance(documentId, round, 'rejected', JSON.stringify(instance.steps), current, now),
      ],
    }
  }

  const agreedBefore = new Set(
    tasks
      .filter((candidate) => candidate.step === current && candidate.decision === 'agree')
      .map((candidate) => candidate.user_id),
  )
  const next = agree(instance.steps, current, actorId, agreedBefore, acted)
  const approved = next.current === null
  const writes = [...record]
  if (next.stepDone) writes.push(cancelOpenTasks(documentId, round, now))
  if (next.people.length > 0 && next.current !== null) {
    const people = next.people.map((person) => person.id)
    writes.push(
      insertTasks(documentId, round, instance.document_type, next.current, people, JSON.stringify(task.summary), now),
    )
  }
  writes.push(
    updateInstance(
      documentId,
      round,
      approved ? 'approved' : 'running',
      JSON.stringify(next.steps),
      next.current,
      approved ? now : null,
    ),
  )
  const gone = next.stepDone ? holdersOf(tasks) : [actorId]
  const called = next.people.map((person) => person.id)
  return {
    outcome: approved ? 'approved' : null,
    writes,
    inboxOf: [...gone, ...called],
    notices: approved
      ? [{ kind: 'approved', to: [instance.drafter_id] }]
      : called.length > 0
        ? [{ kind: 'task', to: called }]
        : [],
  }
}

/** Who has an open task of these. */
function holdersOf(tasks: readonly TaskRow[]): readonly number[] {
  return tasks.filter((task) => task.state === 'open').map((task) => task.user_id)
}

/** The drafter takes the document back: open tasks end, the instance keeps its history. */
export function withdrawApproval(
  instance: InstanceRow | undefined,
  tasks: readonly TaskRow[],
  actorId: number,
  reason: string | null,
  now: Date,
): ApprovalWrites {
  if (!instance || instance.state !== 'running') throw new Refused(approvalErrors.notRunning())
  const { document_id: documentId, round } = instance
  const writes = [
    insertAct(documentId, round, instance.current_step, actorId, 'withdraw', reason, instance.content_hash, now, null),
    cancelOpenTasks(documentId, round, now),
    updateInstance(documentId, round, 'withdrawn', JSON.stringify(instance.steps), instance.current_step, now),
  ]
  const inboxOf = holdersOf(tasks)
  return { writes, inboxOf, notices: [{ kind: 'withdrawn', to: inboxOf }] }
}
