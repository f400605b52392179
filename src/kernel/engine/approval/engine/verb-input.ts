import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { ActDetail, ActKind, Reduction, TaskKind } from '../approval-wire.ts'
import { actedOn, type RunningApproval, record, type ApprovalTask, tell } from './running-approval.ts'
import type { Approver } from '../approval-route.ts'

// Checks common to all verbs: whose task it is, what content was shown, which people were named.

/** A person named by a verb, with what they may do. */
export interface Candidate extends Approver {
  readonly active: boolean
  /** Holds `approval.task.view` and the document's right to decide. */
  readonly mayDecide: boolean
  /** Holds the document's view right anywhere. */
  readonly mayView: boolean
  /** Holds a role in the document's organisation or above it. */
  readonly inScope: boolean
  /** Reads all documents of that organisation: holds the view right there or above it, and is not limited to some customers. */
  readonly mayRead: boolean
}

/** Whether a person may be shown a document: because they may read it, or could be given a task of it. */
export function mayBeShown({ active, mayView, mayRead, mayDecide, inScope }: Candidate): boolean {
  return active && mayView && (mayRead || (mayDecide && inScope))
}

/** The input of a verb. */
export interface VerbInput {
  readonly actorId: number
  readonly taskId: string
  readonly opinion: string
  readonly contentHash: string | null
  readonly people: readonly Candidate[]
  readonly position: 'before' | 'after'
  /** Key of the step to return to; null means the drafter. */
  readonly toStep: string | null
  /** Keys of attached files. */
  readonly files: readonly string[]
  /** People for steps ahead, by the step's key. */
  readonly chosen: ReadonlyMap<string, readonly Candidate[]>
  /** The reduction; refuses an invalid one. Called once it is known that the caller decides on the content shown to them. */
  readonly reduce?: () => Reduction | undefined
}

export const MOST_SIGNERS = 10

/** The caller's own open task of a running approval. The drafter never decides, whatever right they hold. */
export function ownTask(
  approval: RunningApproval,
  input: VerbInput,
  allowed: (kind: TaskKind) => boolean = () => true,
): ApprovalTask {
  const task = approval.tasks.find((candidate) => candidate.id === input.taskId)
  if (!task || task.user_id !== input.actorId) throw new Refused(approvalErrors.notYourTask())
  if (approval.instance.drafter_id === input.actorId) throw new Refused(approvalErrors.drafterCannotApprove())
  if (approval.state !== 'running') throw new Refused(approvalErrors.notRunning())
  if (task.state === 'waiting') throw new Refused(approvalErrors.taskWaits())
  if (task.state !== 'open') throw new Refused(approvalErrors.taskDone())
  if (!allowed(task.kind)) throw new Refused(approvalErrors.onlyAnswer())
  return task
}

/** A decision is bound to the content shown, and nobody decides twice. */
export function checkDecision(approval: RunningApproval, input: VerbInput): void {
  if (actedOn(approval.tasks).has(input.actorId)) throw new Refused(approvalErrors.alreadyActed())
  checkContent(approval, input, true)
}

export function checkContent(approval: RunningApproval, { contentHash }: VerbInput, isRequired: boolean): void {
  if (contentHash === null && !isRequired) return
  if (contentHash !== approval.instance.content_hash) throw new Refused(approvalErrors.contentChanged())
}

export function needReason(input: VerbInput): void {
  if (input.opinion === '') throw new Refused(approvalErrors.reasonRequired({}, { field: 'opinion' }))
}

export const decides = (kind: TaskKind): boolean => kind !== 'delegate'

export function recordOf(
  approval: RunningApproval,
  task: ApprovalTask,
  input: VerbInput,
  act: ActKind,
  detail: ActDetail = {},
): void {
  record(approval, {
    act,
    step: task.step,
    taskId: task.id,
    actorId: input.actorId,
    principalId: task.principal_id,
    opinion: input.opinion || null,
    waitedSince: task.created_at,
    detail: { ...detail, ...(input.files.length > 0 ? { files: input.files } : {}) },
  })
}

/** People with their current names, for the timeline. */
export function named(people: readonly Approver[]): ActDetail {
  return { people: people.map(({ id, account, name }) => ({ id, account, name })) }
}

/** Sets the chosen people of steps ahead. */
export function choose(approval: RunningApproval, input: VerbInput): void {
  for (const [key, people] of input.chosen) {
    const index = approval.steps.findIndex((step) => step.key === key)
    const step = approval.steps[index]
    const where = { field: 'chosen' }
    if (step?.status !== 'future' || !('chosenBy' in step.who) || step.who.chosenBy !== 'previous')
      throw new Refused(approvalErrors.noSuchStep({}, where))
    if (people.length === 0 || people.length > MOST_SIGNERS)
      throw new Refused(approvalErrors.choosePeople({ most: MOST_SIGNERS }, where))
    for (const person of people) {
      const isCandidate = step.candidates
        ? step.candidates.some((candidate) => candidate.id === person.id)
        : person.inScope
      if (!person.active || !person.mayDecide || !isCandidate || person.id === approval.instance.drafter_id)
        throw new Refused(approvalErrors.targetUnfit({ account: person.account }, where))
    }
    approval.steps[index] = { ...step, people: people.map(({ id, account, name }) => ({ id, account, name })) }
  }
}

/** The final agreement notifies the drafter. */
export function notifyOutcome(approval: RunningApproval): void {
  if (approval.state === 'approved')
    tell(approval, approval.isReduced ? 'partiallyApproved' : 'approved', [approval.instance.drafter_id])
}
