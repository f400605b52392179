import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import {
  actedOn,
  cancelTasks,
  type RunningApproval,
  giveTask,
  holds,
  isAlive,
  personOf,
  record,
  subtree,
  type ApprovalTask,
  tell,
} from './running-approval.ts'
import { type SubstituteRow, fits } from '../substitutes.ts'
import type { Approver } from '../approval-route.ts'
import { settle, stageOf, wake } from './stages.ts'
import { type Candidate, notifyOutcome } from './verb-input.ts'
import { leafOf, partsOf, voteOf } from './votes.ts'

// Acts that the assignee does not trigger: time limits, absence, and repairs by administrators. Each returns whether it
// did anything, because a job may come twice or too late.

function openTask(approval: RunningApproval, taskId: string): ApprovalTask | undefined {
  return approval.state === 'running'
    ? approval.tasks.find((task) => task.id === taskId && task.state === 'open')
    : undefined
}

export function remind(approval: RunningApproval, taskId: string): boolean {
  const task = openTask(approval, taskId)
  if (!task || task.reminded_at) return false
  task.reminded_at = approval.now
  const detail = { people: namesOf(approval, [task.user_id]) }
  record(approval, { act: 'remind', step: task.step, taskId, actorId: null, opinion: null, detail })
  tell(approval, 'reminded', [task.user_id], taskId)
  return true
}

/**
 * Escalation: the assignee's first superior who may decide and has no part in the document yet gets a task beside
 * theirs; without one, the next approver who still may; without that, an administrator. Both are notified.
 * Administrators who may not decide are notified all the same, since they can reassign the task.
 */
export function escalate(
  approval: RunningApproval,
  taskId: string,
  superiors: readonly Candidate[],
  /** The current people of the route. */
  ahead: readonly Candidate[] = [],
  administrators: readonly Candidate[] = [],
): boolean {
  const task = openTask(approval, taskId)
  if (!task || task.escalated_at || task.kind === 'delegate' || task.kind === 'escalated') return false
  task.escalated_at = approval.now
  const [, end] = stageOf(approval.steps, task.step)
  const next = approval.steps.slice(end).find((step) => step.status === 'future' && step.people.length > 0)
  const acted = actedOn(approval.tasks)
  const isFree = (person: Pick<Approver, 'id'>) =>
    person.id !== approval.instance.drafter_id &&
    !acted.has(person.id) &&
    !approval.tasks.some((other) => isAlive(other) && (other.user_id === person.id || other.principal_id === person.id))
  const able = (list: readonly Candidate[]) => list.find((one) => one.active && one.mayDecide && isFree(one))
  const heirs = [
    ['superior', able(superiors)],
    ['next', able(ahead.filter(({ id }) => next?.people.some((person) => person.id === id)))],
    ['administrator', able(administrators)],
  ] as const
  const [escalatedTo, person] = heirs.find(([, heir]) => heir) ?? ['nobody', undefined]
  const told = person ? [person] : administrators.filter((one) => one.active)
  record(approval, {
    act: 'escalate',
    step: task.step,
    taskId,
    actorId: null,
    opinion: null,
    detail: { people: told.map(({ id, account, name }) => ({ id, account, name })), escalatedTo },
  })
  if (person) giveTask(approval, { step: task.step, person, kind: 'escalated', parent: task, notice: 'escalated' })
  const watching = person ? [] : told.map(({ id }) => id)
  tell(approval, 'escalated', [task.user_id, ...watching], taskId)
  return true
}

/** The assignee is absent: their substitute gets the task, if they have an eligible one. */
export function handOver(approval: RunningApproval, taskId: string): boolean {
  const task = openTask(approval, taskId)
  if (!task || task.principal_id !== null) return false
  const substitute = approval.substitutes.substituteOf(task.user_id, approval)
  if (substitute === null) return false
  const principal = task.user_id
  task.user_id = substitute
  task.principal_id = principal
  record(approval, {
    act: 'handOver',
    step: task.step,
    taskId,
    actorId: null,
    principalId: principal,
    opinion: null,
    detail: { people: approval.substitutes.personOf(substitute) },
  })
  tell(approval, 'handedOver', [substitute, principal], taskId)
  wake(approval)
  return true
}

/**
 * A person has returned or ended their absence: tasks that their substitute has not acted on come back. `standing` are
 * the substitutes now in force for this document.
 */
export function handBack(approval: RunningApproval, taskId: string, standing: readonly SubstituteRow[]): boolean {
  const task = openTask(approval, taskId)
  const principal = task?.principal_id ?? null
  if (!task || principal === null) return false
  // A substitute whose limit is below the amount does not apply here.
  if (standing.some((row) => row.principal_id === principal && row.id === task.user_id && fits(row, approval)))
    return false
  // They have another task of this approval meanwhile: nobody decides twice, so the task stays where it is.
  if (holds(approval, principal)) return false
  const substitute = task.user_id
  task.user_id = principal
  task.principal_id = null
  const detail = { people: namesOf(approval, [principal]) }
  record(approval, { act: 'handOver', step: task.step, taskId, actorId: null, opinion: null, detail })
  tell(approval, 'handedOver', [principal, substitute], taskId)
  return true
}

/** An administrator reassigns an open or waiting task; pending questions under it stay. */
export function reassign(
  approval: RunningApproval,
  taskId: string,
  person: Candidate | undefined,
  actorId: number,
  reason: string,
): void {
  if (approval.state !== 'running') throw new Refused(approvalErrors.notRunning())
  if (reason === '') throw new Refused(approvalErrors.reasonRequired({}, { field: 'opinion' }))
  const task = approval.tasks.find((other) => other.id === taskId && isAlive(other))
  if (!task) throw new Refused(approvalErrors.taskDone())
  const where = { field: 'people' }
  if (!person) throw new Refused(approvalErrors.choosePeople({ most: 1 }, where))
  // Monitoring approvals is not deciding them: administrators may not assign tasks to themselves.
  if (person.id === actorId) throw new Refused(approvalErrors.targetSelf({}, where))
  const params = { account: person.account }
  if (person.id === approval.instance.drafter_id) throw new Refused(approvalErrors.targetDrafter(params, where))
  if (!person.active || !person.mayDecide || !person.inScope)
    throw new Refused(approvalErrors.targetUnfit(params, where))
  if (actedOn(approval.tasks).has(person.id)) throw new Refused(approvalErrors.targetActed(params, where))
  if (
    approval.tasks.some((other) => isAlive(other) && (other.user_id === person.id || other.principal_id === person.id))
  )
    throw new Refused(approvalErrors.targetHolds(params, where))
  const before = task.user_id
  task.user_id = person.id
  task.principal_id = null
  const { id, account, name } = person
  record(approval, {
    act: 'handOver',
    step: task.step,
    taskId,
    actorId,
    opinion: reason,
    detail: { people: [{ id, account, name }] },
  })
  tell(approval, 'handedOver', [person.id, before], taskId)
  wake(approval)
}

/** Updates the people of a step to the current role holders: new ones are asked, former ones are not. Decisions stay. */
export function renew(
  approval: RunningApproval,
  key: string,
  people: readonly Approver[],
  actorId: number,
  reason: string,
): void {
  if (approval.state !== 'running') throw new Refused(approvalErrors.notRunning())
  if (reason === '') throw new Refused(approvalErrors.reasonRequired({}, { field: 'opinion' }))
  const index = approval.steps.findIndex((step) => step.key === key)
  const step = approval.steps[index]
  if (!step || (step.status !== 'current' && step.status !== 'future'))
    throw new Refused(approvalErrors.noSuchStep({}, { field: 'toStep' }))
  const acted = actedOn(approval.tasks)
  const able = people.filter((person) => person.id !== approval.instance.drafter_id)
  const free = able.filter((person) => !acted.has(person.id))
  if (able.length === 0 || (step.status === 'current' && free.length === 0))
    throw new Refused(approvalErrors.noApprover({ step: step.name.en }))
  record(approval, {
    act: 'handOver',
    step: index,
    actorId,
    opinion: reason,
    detail: { people: able.map(({ id, account, name }) => ({ id, account, name })) },
  })
  if (step.status === 'future') {
    const { all: _, ...rest } = step
    approval.steps[index] = { ...rest, people: able }
    return
  }
  const parts = partsOf(approval, index)
  const kept = parts.filter((part) => able.some(({ id }) => id === personOf(part)) || !isAlive(leafOf(approval, part)))
  for (const part of parts) if (!kept.includes(part)) cancelTasks(subtree(approval, part))
  const asked = new Set(kept.map(personOf))
  // A person who is a signer elsewhere in the document keeps that part, since their decision there counts here too.
  const busy = new Set(approval.tasks.filter(isAlive).flatMap((task) => [task.user_id, personOf(task)]))
  const fresh = free.filter((person) => !asked.has(person.id) && !busy.has(person.id))
  if (kept.length + fresh.length === 0) throw new Refused(approvalErrors.noApprover({ step: step.name.en }))
  const isTurn = step.mode === 'sequential'
  const now = isTurn ? (kept.some((part) => voteOf(approval, part) === 'open') ? [] : fresh.slice(0, 1)) : fresh
  // A return to the step asks the current people, not those of its opening.
  const { all: _, ...rest } = step
  approval.steps[index] = {
    ...rest,
    people: able,
    queue: isTurn ? fresh.filter((person) => !now.includes(person)).map(({ id }) => id) : [],
  }
  for (const person of now) giveTask(approval, { step: index, person, kind: 'step', notice: 'handedOver' })
  settle(approval, index)
  // Cast votes must not turn into a refusal because others may no longer vote.
  if (approval.state !== 'running' && approval.state !== 'approved')
    throw new Refused(approvalErrors.noApprover({ step: step.name.en }))
  notifyOutcome(approval)
}

function namesOf(approval: RunningApproval, ids: readonly number[]): readonly Approver[] {
  return approval.steps
    .flatMap((step) => step.people)
    .filter((person, index, all) => ids.includes(person.id) && all.findIndex(({ id }) => id === person.id) === index)
    .map(({ id, account, name }) => ({ id, account, name }))
}
