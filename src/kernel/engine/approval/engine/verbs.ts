import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { type RunningApproval, finish, type InstanceRow, record, tell } from './running-approval.ts'
import { cancelAll, reopenFrom, retire, settle, stageOf } from './stages.ts'
import {
  checkDecision,
  choose,
  decides,
  mayBeShown,
  named,
  needReason,
  ownTask,
  recordOf,
  notifyOutcome,
  type VerbInput,
} from './verb-input.ts'
import { originOf } from './votes.ts'

// Verbs that decide or end an approval, and comments.

export function agree(approval: RunningApproval, input: VerbInput): void {
  const task = ownTask(approval, input, decides)
  checkDecision(approval, input)
  if (input.opinion === '') throw new Refused(approvalErrors.opinionRequired({}, { field: 'opinion' }))
  choose(approval, input)
  const reduced = input.reduce?.()
  if (reduced) approval.isReduced = true
  finish(task, 'agree', input.opinion)
  recordOf(approval, task, input, 'agree', reduced ? { reduced } : {})
  retire(approval, task)
  settle(approval, task.step)
  // The final notification says that it is less.
  if (reduced && approval.state === 'running') tell(approval, 'reduced', [approval.instance.drafter_id])
  notifyOutcome(approval)
}

/** One rejection ends the approval; in a voting step it is the refusal of one part. */
export function reject(approval: RunningApproval, input: VerbInput): void {
  const task = ownTask(approval, input, decides)
  checkDecision(approval, input)
  needReason(input)
  finish(task, 'reject', input.opinion)
  recordOf(approval, task, input, 'reject')
  const isVote = approval.steps[task.step]?.mode === 'share' && originOf(approval, task).kind !== 'escalated'
  if (isVote) {
    retire(approval, task)
    settle(approval, task.step)
  } else approval.state = 'rejected'
  if (approval.state !== 'rejected') return
  cancelAll(approval)
  tell(approval, 'rejected', [approval.instance.drafter_id])
}

/** Returns to an earlier step, whose people decide again, or to the drafter, which ends the round. */
export function sendBack(approval: RunningApproval, input: VerbInput): void {
  const task = ownTask(approval, input, decides)
  checkDecision(approval, input)
  needReason(input)
  const { toStep } = input
  const target =
    toStep === null ? null : returnable(approval, task.step).find((index) => approval.steps[index]?.key === toStep)
  if (target === undefined) throw new Refused(approvalErrors.noSuchStep({}, { field: 'toStep' }))
  finish(task, 'return', input.opinion)
  recordOf(approval, task, input, 'return', { toStep })
  if (target === null) {
    approval.state = 'returned'
    cancelAll(approval)
    tell(approval, 'returned', [approval.instance.drafter_id])
  } else reopenFrom(approval, target)
}

/** Steps of earlier stages that somebody decided in this round. */
export function returnable(approval: Pick<InstanceRow, 'steps'>, from: number): readonly number[] {
  const [first] = stageOf(approval.steps, from)
  return approval.steps.flatMap((step, index) => (index < first && step.status === 'done' ? [index] : []))
}

/** A comment by anyone who may see the approval. */
export function comment(approval: RunningApproval, input: VerbInput): void {
  if (input.opinion === '') throw new Refused(approvalErrors.opinionRequired({}, { field: 'opinion' }))
  const files = input.files.length > 0 ? { files: input.files } : {}
  record(approval, {
    act: 'comment',
    actorId: input.actorId,
    opinion: input.opinion,
    detail: { ...named(input.people), ...files },
  })
  const holders = approval.tasks.filter((task) => task.state === 'open').map((task) => task.user_id)
  const meant = input.people.filter(mayBeShown)
  const to = [approval.instance.drafter_id, ...holders, ...meant.map((person) => person.id)]
  tell(
    approval,
    'commented',
    to.filter((id) => id !== input.actorId),
  )
}

/**
 * Gives people a copy to read; those who have one or take part need none. A copy may be read and passed on, so it goes
 * only to people who could be given the document otherwise (docs/decisions/078).
 */
export function circulate(approval: RunningApproval, input: VerbInput, readers: ReadonlySet<number>): void {
  if (input.people.length === 0 || input.people.length > MOST_COPIES)
    throw new Refused(approvalErrors.choosePeople({ most: MOST_COPIES }, { field: 'people' }))
  const readIt = new Set([...readers, approval.instance.drafter_id, ...approval.tasks.map((task) => task.user_id)])
  for (const person of input.people) {
    if (!person.active || !person.mayView)
      throw new Refused(approvalErrors.targetCannotRead({ account: person.account }, { field: 'people' }))
    if (!mayBeShown(person) && !readIt.has(person.id))
      throw new Refused(approvalErrors.targetOutside({ account: person.account }, { field: 'people' }))
  }
  const fresh = input.people.filter((person) => !readers.has(person.id) && person.id !== input.actorId)
  for (const person of fresh)
    approval.copies.push({ userId: person.id, senderId: input.actorId, message: input.opinion || null })
  record(approval, {
    act: 'circulate',
    actorId: input.actorId,
    opinion: input.opinion || null,
    detail: named(input.people),
  })
  tell(
    approval,
    'copied',
    fresh.map((person) => person.id),
  )
}

const MOST_COPIES = 50

/** The drafter urges the assignees, at most once in some hours. */
export function urge(approval: RunningApproval, input: VerbInput, lastUrgedAt: Date | null, hours: number): void {
  if (approval.instance.drafter_id !== input.actorId) throw new Refused(approvalErrors.onlyDrafterUrges())
  if (approval.state !== 'running') throw new Refused(approvalErrors.notRunning())
  if (lastUrgedAt && approval.now.getTime() - lastUrgedAt.getTime() < hours * 3_600_000)
    throw new Refused(approvalErrors.urgedAlready({ hours }))
  record(approval, { act: 'urge', actorId: input.actorId, opinion: input.opinion || null })
  tell(
    approval,
    'urged',
    approval.tasks.filter((task) => task.state === 'open').map((task) => task.user_id),
  )
}

/** The drafter withdraws the document: open tasks end, the history stays. */
export function withdraw(approval: RunningApproval, actorId: number, reason: string | null): void {
  if (approval.state !== 'running') throw new Refused(approvalErrors.notRunning())
  approval.state = 'withdrawn'
  tell(approval, 'withdrawn', cancelAll(approval))
  record(approval, { act: 'withdraw', actorId, opinion: reason })
}

/** An administrator ends it for good. */
export function terminate(approval: RunningApproval, input: VerbInput): void {
  if (approval.state !== 'running') throw new Refused(approvalErrors.notRunning())
  needReason(input)
  approval.state = 'terminated'
  tell(approval, 'terminated', [approval.instance.drafter_id, ...cancelAll(approval)])
  record(approval, { act: 'terminate', actorId: input.actorId, opinion: input.opinion })
}
