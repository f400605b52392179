import { type Case, childrenOf, isAlive, personOf, type Task } from './case.ts'

// What a step has heard so far, read off its tree of tasks.

export type Vote = 'yes' | 'no' | 'open'

/** Where a task went that was handed on, and perhaps handed on again. */
export function leafOf(the: Case, task: Task): Task {
  const next = childrenOf(the, task).find((child) => child.kind === 'transfer')
  return next ? leafOf(the, next) : task
}

/** Taken back, or its holder has spoken elsewhere: it counts no more. */
function isGone(the: Case, task: Task): boolean {
  const leaf = leafOf(the, task)
  return leaf.state === 'cancelled' && voiceOf(the, leaf) === null
}

/**
 * In a vote that runs beside the step in which its holder has decided, his voice counts as he gave it there: were it left
 * out, his agreement could tip the vote to a no. Whom a renewal took out of the step has no voice in it, whatever he says elsewhere.
 */
function voiceOf(the: Case, leaf: Task): Vote | null {
  const step = the.steps[leaf.step]
  const part = originOf(the, leaf)
  if (step?.mode !== 'share' || part.kind !== 'step') return null
  if (!step.people.some(({ id }) => id === personOf(part))) return null
  const people = [leaf.user_id, leaf.principal_id ?? leaf.user_id]
  const said = the.tasks.find(
    (task) =>
      !task.voided &&
      (task.decision === 'agree' || task.decision === 'reject') &&
      (people.includes(task.user_id) || people.includes(task.principal_id ?? task.user_id)),
  )
  return said ? (said.decision === 'agree' ? 'yes' : 'no') : null
}

/** What the holder, whoever it was handed on to, or his superior after the time limit said; signers after it aside. */
function ownVote(the: Case, task: Task): Vote {
  const children = childrenOf(the, task)
  const handedOn = children.find((child) => child.kind === 'transfer')
  const own: Vote = handedOn
    ? voteOf(the, handedOn)
    : task.decision === 'agree'
      ? 'yes'
      : task.decision === 'reject'
        ? 'no'
        : task.state === 'cancelled'
          ? (voiceOf(the, task) ?? 'open')
          : 'open'
  if (own !== 'open') return own
  const escalated = children.filter((child) => child.kind === 'escalated').map((child) => voteOf(the, child))
  if (escalated.includes('yes')) return 'yes'
  return children.some((child) => child.kind === 'before' && voteOf(the, child) === 'no') ? 'no' : 'open'
}

/** Heard in full: with the signers who come after it. */
export function voteOf(the: Case, task: Task): Vote {
  const own = ownVote(the, task)
  if (own !== 'yes') return own
  const after = childrenOf(the, task)
    .filter((child) => child.kind === 'after' && !isGone(the, child))
    .map((child) => voteOf(the, child))
  return after.includes('no') ? 'no' : after.includes('open') ? 'open' : 'yes'
}

/** Its holder has agreed; signers after it may still be asked. */
export function hasAgreed(the: Case, task: Task): boolean {
  return ownVote(the, task) === 'yes'
}

/** What a task still waits for: a delegate's opinion, a signer before it. */
export function isAsking(the: Case, task: Task): boolean {
  return childrenOf(the, task).some(
    (child) =>
      (child.kind === 'delegate' && isAlive(child)) ||
      (child.kind === 'before' && !isGone(the, child) && voteOf(the, child) === 'open'),
  )
}

/** The parts of a step: one for each person asked, whoever holds it by now. */
export function partsOf(the: Case, step: number): Task[] {
  return the.tasks.filter((task) => task.step === step && task.kind === 'step' && !task.voided && !isGone(the, task))
}

/** The task that one which was handed on stands for. */
export function originOf(the: Case, task: Task): Task {
  const parent = task.kind === 'transfer' ? the.tasks.find((other) => other.id === task.parent_id) : undefined
  return parent ? originOf(the, parent) : task
}

/** The superior of somebody whose part it was has agreed after the time limit: that ends the step. */
export function isDecidedAbove(the: Case, step: number): boolean {
  return the.tasks.some((task) => {
    if (task.step !== step || task.kind !== 'escalated' || task.voided) return false
    const overdue = the.tasks.find((other) => other.id === task.parent_id)
    return overdue !== undefined && originOf(the, overdue).kind === 'step' && voteOf(the, task) === 'yes'
  })
}
