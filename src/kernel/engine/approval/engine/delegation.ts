import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { TaskKind } from '../approval-wire.ts'
import {
  actedOn,
  cancelTasks,
  type RunningApproval,
  finish,
  giveTask,
  isAlive,
  record,
  subtree,
  type TaskRow,
  tell,
} from './running-approval.ts'
import { settle, wake } from './stages.ts'
import {
  type Candidate,
  checkContent,
  choose,
  decides,
  MOST_SIGNERS,
  named,
  ownTask,
  recordOf,
  notifyOutcome,
  type VerbInput,
} from './verb-input.ts'

// Verbs that involve other people: transfer, delegate, add and remove signers.

/** The recipient of a task must be able to decide the document and must have no part in it yet. */
function checkTargets(approval: RunningApproval, input: VerbInput, most: number): readonly Candidate[] {
  const people = [...new Map(input.people.map((person) => [person.id, person])).values()]
  if (people.length === 0 || people.length > most)
    throw new Refused(approvalErrors.choosePeople({ most }, { field: 'people' }))
  const acted = actedOn(approval.tasks)
  for (const person of people) {
    const params = { account: person.account }
    const where = { field: 'people' }
    if (person.id === input.actorId) throw new Refused(approvalErrors.targetSelf({}, where))
    if (person.id === approval.instance.drafter_id) throw new Refused(approvalErrors.targetDrafter(params, where))
    if (!person.active || !person.mayDecide || !person.inScope)
      throw new Refused(approvalErrors.targetUnfit(params, where))
    if (acted.has(person.id)) throw new Refused(approvalErrors.targetActed(params, where))
    if (approval.tasks.some((task) => isAlive(task) && (task.user_id === person.id || task.principal_id === person.id)))
      throw new Refused(approvalErrors.targetHolds(params, where))
  }
  return people
}

/** Transfers a task for good. */
export function transfer(approval: RunningApproval, input: VerbInput): void {
  const task = ownTask(approval, input, decides)
  checkContent(approval, input, false)
  const [person] = checkTargets(approval, input, 1)
  finish(task, 'transfer', input.opinion || null)
  recordOf(approval, task, input, 'transfer', named([person!]))
  giveTask(approval, { step: task.step, person: person!, kind: 'transfer', parent: task })
  wake(approval)
}

/** Asks somebody for an opinion and waits for it. */
export function delegate(approval: RunningApproval, input: VerbInput): void {
  const task = ownTask(approval, input, decides)
  checkContent(approval, input, false)
  const [person] = checkTargets(approval, input, 1)
  task.state = 'waiting'
  recordOf(approval, task, input, 'delegate', named([person!]))
  giveTask(approval, { step: task.step, person: person!, kind: 'delegate', parent: task })
}

/** Gives the requested opinion: it is no decision, and the task returns to its owner. */
export function answer(approval: RunningApproval, input: VerbInput): void {
  const task = ownTask(approval, input)
  if (task.kind !== 'delegate') throw new Refused(approvalErrors.nothingAsked())
  checkContent(approval, input, false)
  if (input.opinion === '') throw new Refused(approvalErrors.opinionRequired({}, { field: 'opinion' }))
  finish(task, 'answer', input.opinion)
  recordOf(approval, task, input, 'answer')
  const asker = approval.tasks.find((other) => other.id === task.parent_id)
  if (asker) tell(approval, 'answered', [asker.user_id], asker.id)
  settle(approval, task.step)
}

/** Before: the task waits until they agreed. After: the step ends only when they agreed too. */
export function addSigner(approval: RunningApproval, input: VerbInput): void {
  const task = ownTask(approval, input, decides)
  checkContent(approval, input, false)
  const people = checkTargets(approval, input, MOST_SIGNERS)
  const isBefore = input.position === 'before'
  recordOf(approval, task, input, isBefore ? 'addBefore' : 'addAfter', named(people))
  if (isBefore) task.state = 'waiting'
  for (const person of people) {
    giveTask(approval, {
      step: task.step,
      person,
      kind: input.position,
      parent: task,
      state: isBefore ? 'open' : 'waiting',
    })
  }
}

const ASKED = new Set<TaskKind>(['before', 'after', 'delegate'])

/** People whom a person asked and may still remove: signers and delegates of their own tasks that have not acted. */
export function isRemovable(
  task: Pick<TaskRow, 'kind' | 'state'> & { readonly asker_id: number | null },
  actorId: number,
): boolean {
  return isAlive(task) && ASKED.has(task.kind) && task.asker_id === actorId
}

export function removeSigner(approval: RunningApproval, input: VerbInput): void {
  if (approval.state !== 'running') throw new Refused(approvalErrors.notRunning())
  const task = approval.tasks.find((candidate) => candidate.id === input.taskId)
  const adder = approval.tasks.find((other) => other.id === task?.parent_id)
  if (!task || !adder || adder.user_id !== input.actorId || !ASKED.has(task.kind))
    throw new Refused(approvalErrors.notYourSigner())
  if (!isAlive(task)) throw new Refused(approvalErrors.signerActed())
  choose(approval, input)
  const lost = subtree(approval, task)
  cancelTasks(lost)
  record(approval, {
    act: 'removeSigner',
    step: task.step,
    taskId: task.id,
    actorId: input.actorId,
    principalId: adder.principal_id,
    opinion: input.opinion || null,
    detail: named(input.people),
  })
  settle(approval, task.step)
  notifyOutcome(approval)
}
