import { approvalErrors } from '#kernel/errors/kernel-errors.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { actedOn, cancelTasks, type Case, giveTask, isAlive, personOf, subtree, type Task, tell } from './case.ts'
import type { NoticeKind } from '#kernel/outbox/notice.ts'
import type { RouteStep } from './route.ts'
import { hasAgreed, isAsking, isDecidedAbove, leafOf, partsOf, voteOf } from './votes.ts'

// Opening steps, hearing what they say, closing them. Neighbouring steps of one group are a stage: they run side by side,
// and the next stage opens when all of them are over.

/** First and one past the last step of the stage that a step belongs to. */
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

function change(the: Case, index: number, more: Partial<RouteStep>): RouteStep {
  const step = the.steps[index]
  if (!step) throw new Error(`no step ${index}`)
  return (the.steps[index] = { ...step, ...more })
}

/** Opens the first stage from `from` on that somebody is left to act in; with none left the document is approved. */
export function openFrom(the: Case, from: number, notice: NoticeKind = 'task'): void {
  for (let index = from; index < the.steps.length;) {
    const [first, end] = stageOf(the.steps, index)
    for (let step = first; step < end; step += 1) openStep(the, step, notice)
    // A part whose only people acted on the way through the stage itself was passed over there.
    if (the.steps.slice(first, end).some((step) => step.status === 'current')) return
    index = end
  }
  the.state = 'approved'
}

/** Whose approval of an earlier round stands has been heard. */
function keptPeople(the: Case): readonly number[] {
  return the.steps.filter((step) => step.skip === 'kept').flatMap((step) => step.people.map(({ id }) => id))
}

function openStep(the: Case, index: number, notice: NoticeKind): void {
  const step = the.steps[index]
  if (step?.status !== 'future') return
  if (step.people.length === 0)
    throw new Refused(approvalErrors.chooseRequired({ step: step.name.en }, { field: 'chosen' }))
  const acted = new Set([...actedOn(the.tasks), ...keptPeople(the)])
  const free = step.people.filter((person) => !acted.has(person.id))
  if (free.length === 0) {
    change(the, index, { status: 'skipped', skip: 'acted' })
    return
  }
  const isTurn = step.mode === 'sequential'
  change(the, index, {
    status: 'current',
    people: free,
    ...(free.length < step.people.length ? { all: step.all ?? step.people } : {}),
    queue: isTurn ? free.slice(1).map((person) => person.id) : [],
  })
  for (const person of isTurn ? free.slice(0, 1) : free) giveTask(the, { step: index, person, kind: 'step', notice })
  for (const reader of step.copies ?? []) the.copies.push({ userId: reader.id, senderId: null, message: null })
}

/**
 * After anything that happened in a step: wakes what waited for it, and closes the step where it has heard enough, which
 * may open the next stage. Does nothing where the approval is over.
 */
export function settle(the: Case, index: number): void {
  if (the.state !== 'running' || the.steps[index]?.status !== 'current') return
  dropRefusedParts(the, index)
  wake(the, index)
  const heard = hear(the, index)
  if (heard === 'no') the.state = 'rejected'
  else if (heard === 'yes') close(the, index, 'done')
  else if (heard === 'nobody') close(the, index, 'skipped')
  else nextInTurn(the, index)
}

/** In a vote a signer's no is the no of the part he signs for: nothing more is asked there. */
function dropRefusedParts(the: Case, index: number): void {
  if (the.steps[index]?.mode !== 'share') return
  for (const part of partsOf(the, index)) if (voteOf(the, part) === 'no') cancelRest(the, part)
}

/** What is open in a part ends; what was said in it stays. */
function cancelRest(the: Case, part: Task): void {
  const below = subtree(the, part)
  const leaf = leafOf(the, part)
  const refused = below.filter((task) => isAlive(task) && (task === leaf || voteOf(the, task) === 'no'))
  // What was decided below it, the part itself or a signer of it, is done without a decision of its own: taken back it would not count,
  // and neither would the no.
  for (const task of refused) task.state = 'done'
  cancelTasks(below)
}

function wake(the: Case, index: number): void {
  for (const task of the.tasks) {
    if (task.step !== index || task.state !== 'waiting' || isAsking(the, task)) continue
    const parent = the.tasks.find((other) => other.id === task.parent_id)
    if (task.kind === 'after' && parent && !hasAgreed(the, parent)) continue
    task.state = 'open'
    const isTold = the.notices.some(({ kind, to }) => kind === 'answered' && to.includes(task.user_id))
    if (!isTold) tell(the, 'task', [task.user_id], task.isNew ? undefined : task.id)
  }
}

type Heard = 'yes' | 'no' | 'open' | 'nobody'

function hear(the: Case, index: number): Heard {
  const step = the.steps[index]
  if (!step) throw new Error(`no step ${index}`)
  if (isDecidedAbove(the, index)) return 'yes'
  const parts = partsOf(the, index)
  const left = step.queue?.length ?? 0
  if (parts.length + left === 0) return 'nobody'
  const votes = parts.map((part) => voteOf(the, part))
  const count = (vote: string) => votes.filter((one) => one === vote).length
  switch (step.mode) {
    case 'any': {
      if (count('yes') > 0) return 'yes'
      // One has agreed and signers come after him: from here on it is his part that counts.
      const agreed = parts.find((part) => hasAgreed(the, part))
      if (agreed) for (const part of parts) if (part !== agreed) cancelTasks(subtree(the, part))
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

/** One after another: the next is asked when all before him have agreed. Who has spoken meanwhile is passed over. */
function nextInTurn(the: Case, index: number): void {
  const step = the.steps[index]
  if (!step?.queue || step.queue.length === 0) return
  if (partsOf(the, index).some((part) => voteOf(the, part) !== 'yes')) return
  const acted = actedOn(the.tasks)
  const queue = step.queue.filter((id) => !acted.has(id))
  const [next, ...rest] = queue
  change(the, index, { queue: rest })
  const person = step.people.find(({ id }) => id === next)
  if (person) giveTask(the, { step: index, person, kind: 'step' })
  else settle(the, index)
}

function close(the: Case, index: number, status: 'done' | 'skipped'): void {
  cancelTasks(the.tasks.filter((task) => task.step === index))
  change(the, index, { status, queue: [], ...(status === 'skipped' ? { skip: 'acted' as const } : {}) })
  const [first, end] = stageOf(the.steps, index)
  if (the.steps.slice(first, end).every((step) => step.status !== 'current')) openFrom(the, end)
}

/**
 * Nobody is heard twice: what else somebody who has just decided holds of this document, in a step beside, falls away. An
 * opinion that he was asked for does not: giving one is no decision.
 */
export function retire(the: Case, decided: Task): void {
  const people = new Set([decided.user_id, personOf(decided)])
  const others = the.tasks.filter(
    (task) =>
      task !== decided &&
      isAlive(task) &&
      task.kind !== 'delegate' &&
      (people.has(task.user_id) || people.has(personOf(task))),
  )
  for (const task of others) cancelTasks(subtree(the, task))
  for (const step of new Set(others.map((task) => task.step))) if (step !== decided.step) settle(the, step)
}

/** Everything open ends: the document was decided, taken back or sent back. */
export function cancelAll(the: Case): readonly number[] {
  const holders = the.tasks.filter((task) => task.state === 'open').map((task) => task.user_id)
  cancelTasks(the.tasks)
  return [...new Set(holders)]
}

/** Sends the document back to a step: what was decided from its stage on counts no more and is asked again. */
export function reopenFrom(the: Case, index: number): void {
  const [first] = stageOf(the.steps, index)
  cancelAll(the)
  for (const task of the.tasks) if (task.step >= first) task.voided = true
  for (let step = first; step < the.steps.length; step += 1) {
    const { skip, all, people } = the.steps[step] ?? {}
    if (skip === 'condition' || skip === 'empty') continue
    const { skip: _, ...rest } = change(the, step, { status: 'future', people: all ?? people ?? [], queue: [] })
    the.steps[step] = rest
  }
  openFrom(the, first, 'returned')
}
