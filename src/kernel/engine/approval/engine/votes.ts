import { type RunningApproval, childrenOf, isAlive, personOf, type ApprovalTask } from './running-approval.ts'

// The votes of a step, computed from its tree of tasks.

export type Vote = 'yes' | 'no' | 'open'

/** The task that a transferred one finally led to. */
export function leafOf(approval: RunningApproval, task: ApprovalTask): ApprovalTask {
  const next = childrenOf(approval, task).find((child) => child.kind === 'transfer')
  return next ? leafOf(approval, next) : task
}

/** Cancelled, or its assignee decided elsewhere: it counts no more. */
function isGone(approval: RunningApproval, task: ApprovalTask): boolean {
  const leaf = leafOf(approval, task)
  return leaf.state === 'cancelled' && voiceOf(approval, leaf) === null
}

/**
 * In a vote parallel to the step in which its assignee has decided, that decision counts as their vote: without it their agreement could
 * tip the vote to a refusal. A person whom a renewal removed from the step has no vote in it, whatever they decide elsewhere.
 */
function voiceOf(approval: RunningApproval, leaf: ApprovalTask): Vote | null {
  const step = approval.steps[leaf.step]
  const part = originOf(approval, leaf)
  if (step?.mode !== 'share' || part.kind !== 'step') return null
  if (!step.people.some(({ id }) => id === personOf(part))) return null
  const people = [leaf.user_id, leaf.principal_id ?? leaf.user_id]
  const said = approval.tasks.find(
    (task) =>
      !task.voided &&
      (task.decision === 'agree' || task.decision === 'reject') &&
      (people.includes(task.user_id) || people.includes(task.principal_id ?? task.user_id)),
  )
  return said ? (said.decision === 'agree' ? 'yes' : 'no') : null
}

/** The decision of the assignee, of whoever it was transferred to, or of their superior after escalation; signers after it do not count. */
function ownVote(approval: RunningApproval, task: ApprovalTask): Vote {
  const children = childrenOf(approval, task)
  const handedOn = children.find((child) => child.kind === 'transfer')
  const own: Vote = handedOn
    ? voteOf(approval, handedOn)
    : task.decision === 'agree'
      ? 'yes'
      : task.decision === 'reject'
        ? 'no'
        : task.state === 'cancelled'
          ? (voiceOf(approval, task) ?? 'open')
          : 'open'
  if (own !== 'open') return own
  const escalated = children.filter((child) => child.kind === 'escalated').map((child) => voteOf(approval, child))
  if (escalated.includes('yes')) return 'yes'
  return children.some((child) => child.kind === 'before' && voteOf(approval, child) === 'no') ? 'no' : 'open'
}

/** The vote including signers after it. */
export function voteOf(approval: RunningApproval, task: ApprovalTask): Vote {
  const own = ownVote(approval, task)
  if (own !== 'yes') return own
  const after = childrenOf(approval, task)
    .filter((child) => child.kind === 'after' && !isGone(approval, child))
    .map((child) => voteOf(approval, child))
  return after.includes('no') ? 'no' : after.includes('open') ? 'open' : 'yes'
}

/** Its assignee has agreed; signers after it may still be asked. */
export function hasAgreed(approval: RunningApproval, task: ApprovalTask): boolean {
  return ownVote(approval, task) === 'yes'
}

/** Whether a task still waits for a delegate's opinion or a signer before it. */
export function isAsking(approval: RunningApproval, task: ApprovalTask): boolean {
  return childrenOf(approval, task).some(
    (child) =>
      (child.kind === 'delegate' && isAlive(child)) ||
      (child.kind === 'before' && !isGone(approval, child) && voteOf(approval, child) === 'open'),
  )
}

/** The parts of a step: one for each person asked, whoever the assignee is now. */
export function partsOf(approval: RunningApproval, step: number): ApprovalTask[] {
  return approval.tasks.filter(
    (task) => task.step === step && task.kind === 'step' && !task.voided && !isGone(approval, task),
  )
}

/** The original task behind a transferred one. */
export function originOf(approval: RunningApproval, task: ApprovalTask): ApprovalTask {
  const parent = task.kind === 'transfer' ? approval.tasks.find((other) => other.id === task.parent_id) : undefined
  return parent ? originOf(approval, parent) : task
}

/** A superior has agreed after escalation, which ends the step. */
export function isDecidedAbove(approval: RunningApproval, step: number): boolean {
  return approval.tasks.some((task) => {
    if (task.step !== step || task.kind !== 'escalated' || task.voided) return false
    const overdue = approval.tasks.find((other) => other.id === task.parent_id)
    return overdue !== undefined && originOf(approval, overdue).kind === 'step' && voteOf(approval, task) === 'yes'
  })
}
