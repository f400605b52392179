import { approvalErrors } from '#kernel/errors/kernel-errors.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { type Case, finish, type InstanceRow, record, tell } from './case.ts'
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
  tellEnd,
  type VerbInput,
} from './verb-input.ts'
import { originOf } from './votes.ts'

// Verbs that decide or end an approval, and words beside it.

export function agree(the: Case, input: VerbInput): void {
  const task = ownTask(the, input, decides)
  checkDecision(the, input)
  if (input.opinion === '') throw new Refused(approvalErrors.opinionRequired({}, { field: 'opinion' }))
  choose(the, input)
  const lessened = input.lessen?.()
  if (lessened) the.isLess = true
  finish(task, 'agree', input.opinion)
  recordOf(the, task, input, 'agree', lessened ? { lessened } : {})
  retire(the, task)
  settle(the, task.step)
  // The last one's news say it.
  if (lessened && the.state === 'running') tell(the, 'lessened', [the.instance.drafter_id])
  tellEnd(the)
}

/** Anybody's rejection ends the approval; in a step that counts votes it is the no of one part. */
export function reject(the: Case, input: VerbInput): void {
  const task = ownTask(the, input, decides)
  checkDecision(the, input)
  needReason(input)
  finish(task, 'reject', input.opinion)
  recordOf(the, task, input, 'reject')
  const isVote = the.steps[task.step]?.mode === 'share' && originOf(the, task).kind !== 'escalated'
  if (isVote) {
    retire(the, task)
    settle(the, task.step)
  } else the.state = 'rejected'
  if (the.state !== 'rejected') return
  cancelAll(the)
  tell(the, 'rejected', [the.instance.drafter_id])
}

/** Back to an earlier step, whose people decide anew, or to the drafter, which ends the round. */
export function sendBack(the: Case, input: VerbInput): void {
  const task = ownTask(the, input, decides)
  checkDecision(the, input)
  needReason(input)
  const { toStep } = input
  const target = toStep === null ? null : returnable(the, task.step).find((index) => the.steps[index]?.key === toStep)
  if (target === undefined) throw new Refused(approvalErrors.noSuchStep({}, { field: 'toStep' }))
  finish(task, 'return', input.opinion)
  recordOf(the, task, input, 'return', { toStep })
  if (target === null) {
    the.state = 'returned'
    cancelAll(the)
    tell(the, 'returned', [the.instance.drafter_id])
  } else reopenFrom(the, target)
}

/** Steps of earlier stages that somebody decided in this round. */
export function returnable(the: Pick<InstanceRow, 'steps'>, from: number): readonly number[] {
  const [first] = stageOf(the.steps, from)
  return the.steps.flatMap((step, index) => (index < first && step.status === 'done' ? [index] : []))
}

/** Words beside the approval, by whoever may see it. */
export function comment(the: Case, input: VerbInput): void {
  if (input.opinion === '') throw new Refused(approvalErrors.opinionRequired({}, { field: 'opinion' }))
  const files = input.files.length > 0 ? { files: input.files } : {}
  record(the, {
    act: 'comment',
    actorId: input.actorId,
    opinion: input.opinion,
    detail: { ...named(input.people), ...files },
  })
  const holders = the.tasks.filter((task) => task.state === 'open').map((task) => task.user_id)
  const meant = input.people.filter(mayBeShown)
  const to = [the.instance.drafter_id, ...holders, ...meant.map((person) => person.id)]
  tell(
    the,
    'commented',
    to.filter((id) => id !== input.actorId),
  )
}

/**
 * Gives people a copy to read; who has one already, or takes part anyway, needs no second. A copy is read and passed
 * on, so it goes only to people who could be given the document otherwise (docs/decisions/078).
 */
export function circulate(the: Case, input: VerbInput, readers: ReadonlySet<number>): void {
  if (input.people.length === 0 || input.people.length > MOST_COPIES)
    throw new Refused(approvalErrors.choosePeople({ most: MOST_COPIES }, { field: 'people' }))
  const readIt = new Set([...readers, the.instance.drafter_id, ...the.tasks.map((task) => task.user_id)])
  for (const person of input.people) {
    if (!person.active || !person.mayView)
      throw new Refused(approvalErrors.targetCannotRead({ account: person.account }, { field: 'people' }))
    if (!mayBeShown(person) && !readIt.has(person.id))
      throw new Refused(approvalErrors.targetOutside({ account: person.account }, { field: 'people' }))
  }
  const fresh = input.people.filter((person) => !readers.has(person.id) && person.id !== input.actorId)
  for (const person of fresh)
    the.copies.push({ userId: person.id, senderId: input.actorId, message: input.opinion || null })
  record(the, { act: 'circulate', actorId: input.actorId, opinion: input.opinion || null, detail: named(input.people) })
  tell(
    the,
    'copied',
    fresh.map((person) => person.id),
  )
}

const MOST_COPIES = 50

/** The drafter asks whoever holds it to hurry, once in some hours. */
export function urge(the: Case, input: VerbInput, lastUrgedAt: Date | null, hours: number): void {
  if (the.instance.drafter_id !== input.actorId) throw new Refused(approvalErrors.onlyDrafterUrges())
  if (the.state !== 'running') throw new Refused(approvalErrors.notRunning())
  if (lastUrgedAt && the.now.getTime() - lastUrgedAt.getTime() < hours * 3_600_000)
    throw new Refused(approvalErrors.urgedAlready({ hours }))
  record(the, { act: 'urge', actorId: input.actorId, opinion: input.opinion || null })
  tell(
    the,
    'urged',
    the.tasks.filter((task) => task.state === 'open').map((task) => task.user_id),
  )
}

/** The drafter takes the document back: open tasks end, the approval keeps its history. */
export function withdraw(the: Case, actorId: number, reason: string | null): void {
  if (the.state !== 'running') throw new Refused(approvalErrors.notRunning())
  the.state = 'withdrawn'
  tell(the, 'withdrawn', cancelAll(the))
  record(the, { act: 'withdraw', actorId, opinion: reason })
}

/** An administrator ends it for good. */
export function terminate(the: Case, input: VerbInput): void {
  if (the.state !== 'running') throw new Refused(approvalErrors.notRunning())
  needReason(input)
  the.state = 'terminated'
  tell(the, 'terminated', [the.instance.drafter_id, ...cancelAll(the)])
  record(the, { act: 'terminate', actorId: input.actorId, opinion: input.opinion })
}
