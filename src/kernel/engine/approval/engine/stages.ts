import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import {
  actedOn,
  cancelTasks,
  type RunningApproval,
  giveTask,
  heldBackBy,
  isAlive,
  personOf,
  subtree,
  type ApprovalTask,
  tell,
} from './running-approval.ts'
import type { NotificationKind } from '#kernel/platform/outbox/notification-intent.ts'
import type { RouteStep } from '../approval-route.ts'
import { hasAgreed, isAsking, isDecidedAbove, leafOf, partsOf, voteOf } from './votes.ts'

// Opens and closes steps. Neighbouring steps of one group form a stage: they run in parallel, and the next stage opens
// when all of them have ended.

/** First and one past the last step of the stage of a step. */
export function stageOf(
  steps: readonly Pick<RouteStep, 'group'>[],
  index: number,
): readonly [from: number, to: number] {
  const group = steps[index]?.group
  if (group === undefined) return [index, index + 1]
  let [from, to] = [index, index + 1]
  while (steps[from - 1]?.group === group) from -= 1
  while (steps[to]?.group === group) to += 1
  return [from, to]
}

function change(approval: RunningApproval, index: number, more: Partial<RouteStep>): RouteStep {
  const step = approval.steps[index]
  if (!step) throw new Error(`no step ${index}`)
  return (approval.steps[index] = { ...step, ...more })
}

/** Opens the first stage from `from` on that has somebody left to act; without one the document is approved. */
export function openFrom(approval: RunningApproval, from: number, notice: NotificationKind = 'task'): void {
  for (let index = from; index < approval.steps.length;) {
    const [first, end] = stageOf(approval.steps, index)
    for (let step = first; step < end; step += 1) openStep(approval, step, notice)
    // A step whose only people acted elsewhere in the same stage is passed over.
    if (approval.steps.slice(first, end).some((step) => step.status === 'current')) return
    index = end
  }
  approval.state = 'approved'
}

/** People whose approval of an earlier round is carried forward count as heard. */
function keptPeople(approval: RunningApproval): readonly number[] {
  return approval.steps.filter((step) => step.skip === 'kept').flatMap((step) => step.people.map(({ id }) => id))
}

function openStep(approval: RunningApproval, index: number, notice: NotificationKind): void {
  const step = approval.steps[index]
  if (step?.status !== 'future') return
  if (step.people.length === 0)
    throw new Refused(approvalErrors.chooseRequired({ step: step.name.en }, { field: 'chosen' }))
  const acted = new Set([...actedOn(approval.tasks), ...keptPeople(approval)])
  const free = step.people.filter((person) => !acted.has(person.id))
  if (free.length === 0) {
    change(approval, index, { status: 'skipped', skip: 'acted' })
    return
  }
  const isTurn = step.mode === 'sequential'
  change(approval, index, {
    status: 'current',
    people: free,
    ...(free.length < step.people.length ? { all: step.all ?? step.people } : {}),
    queue: isTurn ? free.slice(1).map((person) => person.id) : [],
  })
  for (const person of isTurn ? free.slice(0, 1) : free)
    giveTask(approval, { step: index, person, kind: 'step', notice })
  for (const reader of step.copies ?? []) approval.copies.push({ userId: reader.id, senderId: null, message: null })
}

/**
 * Runs after every change in a step: reactivates tasks that waited for it, and closes the step when its outcome is
 * decided, which may open the next stage. Does nothing where the approval has ended.
 */
export function settle(approval: RunningApproval, index: number): void {
  if (approval.state !== 'running' || approval.steps[index]?.status !== 'current') return
  dropRefusedParts(approval, index)
  wake(approval)
  const heard = hear(approval, index)
  if (heard === 'no') approval.state = 'rejected'
  else if (heard === 'yes') close(approval, index, 'done')
  else if (heard === 'nobody') close(approval, index, 'skipped')
  else nextInTurn(approval, index)
}

/** In a vote a signer's refusal is the refusal of the part they sign for: nothing more is asked there. */
function dropRefusedParts(approval: RunningApproval, index: number): void {
  if (approval.steps[index]?.mode !== 'share') return
  for (const part of partsOf(approval, index)) if (voteOf(approval, part) === 'no') cancelRest(approval, part)
}

/** Cancels the open tasks of a part; decisions in it stay. */
function cancelRest(approval: RunningApproval, part: ApprovalTask): void {
  const below = subtree(approval, part)
  const leaf = leafOf(approval, part)
  const refused = below.filter((task) => isAlive(task) && (task === leaf || voteOf(approval, task) === 'no'))
  // A task decided below its own level, by a part or signer of it, ends without a decision of its own: cancelled, it
  // and the refusal would not count.
  for (const task of refused) task.state = 'done'
  cancelTasks(below)
}

/** Opens each waiting task that no question, earlier signer or other task of the same person holds back any more, in every parallel step. */
export function wake(approval: RunningApproval): void {
  for (const task of approval.tasks) {
    if (task.state !== 'waiting' || isAsking(approval, task) || heldBackBy(approval.tasks, task)) continue
    const parent = approval.tasks.find((other) => other.id === task.parent_id)
    if (task.kind === 'after' && parent && !hasAgreed(approval, parent)) continue
    task.state = 'open'
    const isTold = approval.notices.some(({ kind, to }) => kind === 'answered' && to.includes(task.user_id))
    if (!isTold) tell(approval, 'task', [task.user_id], task.isNew ? undefined : task.id)
  }
}

type Heard = 'yes' | 'no' | 'open' | 'nobody'

function hear(approval: RunningApproval, index: number): Heard {
  const step = approval.steps[index]
  if (!step) throw new Error(`no step ${index}`)
  if (isDecidedAbove(approval, index)) return 'yes'
  const parts = partsOf(approval, index)
  const left = step.queue?.length ?? 0
  if (parts.length + left === 0) return 'nobody'
  const votes = parts.map((part) => voteOf(approval, part))
  const count = (vote: string) => votes.filter((one) => one === vote).length
  switch (step.mode) {
    case 'any': {
      if (count('yes') > 0) return 'yes'
      // A person has agreed and signers follow them: from here on the part counts.
      const agreed = parts.find((part) => hasAgreed(approval, part))
      if (agreed) for (const part of parts) if (part !== agreed) cancelTasks(subtree(approval, part))
      return 'open'
    }
    case 'all':
    case 'sequential':
      return left === 0 && count('yes') === parts.length ? 'yes' : 'open'
    case 'share': {
      const needed = (step.share ?? 100) * (parts.length + left)
      if (count('yes') * 100 >= needed) return 'yes'
      return (parts.length + left - count('no')) * 100 < needed ? 'no' : 'open'
    }
  }
}

/** In a sequential step the next person is asked when all before them have agreed; people who decided elsewhere meanwhile are skipped. */
function nextInTurn(approval: RunningApproval, index: number): void {
  const step = approval.steps[index]
  if (!step?.queue || step.queue.length === 0) return
  if (partsOf(approval, index).some((part) => voteOf(approval, part) !== 'yes')) return
  const acted = actedOn(approval.tasks)
  const queue = step.queue.filter((id) => !acted.has(id))
  const [next, ...rest] = queue
  change(approval, index, { queue: rest })
  const person = step.people.find(({ id }) => id === next)
  if (person) giveTask(approval, { step: index, person, kind: 'step' })
  else settle(approval, index)
}

function close(approval: RunningApproval, index: number, status: 'done' | 'skipped'): void {
  cancelTasks(approval.tasks.filter((task) => task.step === index))
  change(approval, index, { status, queue: [], ...(status === 'skipped' ? { skip: 'acted' as const } : {}) })
  const [first, end] = stageOf(approval.steps, index)
  if (approval.steps.slice(first, end).every((step) => step.status !== 'current')) openFrom(approval, end)
  else wake(approval)
}

/**
 * Nobody decides twice: other tasks of the same person in parallel steps are cancelled. A request for their opinion
 * stays, since an opinion is no decision.
 */
export function retire(approval: RunningApproval, decided: ApprovalTask): void {
  const people = new Set([decided.user_id, personOf(decided)])
  const others = approval.tasks.filter(
    (task) =>
      task !== decided &&
      isAlive(task) &&
      task.kind !== 'delegate' &&
      (people.has(task.user_id) || people.has(personOf(task))),
  )
  for (const task of others) cancelTasks(subtree(approval, task))
  for (const step of new Set(others.map((task) => task.step))) if (step !== decided.step) settle(approval, step)
}

/** Cancels all open tasks: the document was decided, withdrawn or returned. */
export function cancelAll(approval: RunningApproval): readonly number[] {
  const holders = approval.tasks.filter((task) => task.state === 'open').map((task) => task.user_id)
  cancelTasks(approval.tasks)
  return [...new Set(holders)]
}

/** Returns the document to a step: decisions from its stage on are void and asked again. */
export function reopenFrom(approval: RunningApproval, index: number): void {
  const [first] = stageOf(approval.steps, index)
  cancelAll(approval)
  for (const task of approval.tasks) if (task.step >= first) task.voided = true
  for (let step = first; step < approval.steps.length; step += 1) {
    const { skip, all, people } = approval.steps[step] ?? {}
    if (skip === 'condition' || skip === 'empty') continue
    const { skip: _, ...rest } = change(approval, step, { status: 'future', people: all ?? people ?? [], queue: [] })
    approval.steps[step] = rest
  }
  openFrom(approval, first, 'returned')
}
