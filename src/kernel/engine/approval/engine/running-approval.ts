import type { ActDetail, ActKind, ApprovalView, TaskKind } from '../approval-wire.ts'
import type { NotificationIntent, NotificationKind } from '#kernel/platform/outbox/notification-intent.ts'
import type { Substitutes } from '../substitutes.ts'
import type { Approver, RouteStep } from '../approval-route.ts'

// A running approval during one act: everything is changed in memory, and `changeOf` returns the necessary writes at
// the end. It contains no statement and no clock, so the rules are tested in large numbers without a database.

export type ApprovalState = ApprovalView['state']
export type TaskState = 'open' | 'waiting' | 'done' | 'cancelled'
export type Decision = 'agree' | 'reject' | 'return' | 'transfer' | 'answer'

/** A running or ended approval as stored. */
export interface InstanceRow {
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly template_code: string
  readonly template_version: number
  readonly state: ApprovalState
  readonly drafter_id: number
  readonly scope_id: number
  readonly steps: readonly RouteStep[]
  /** The first open step; of parallel ones, the first in order. */
  readonly current_step: number | null
  readonly content_hash: string
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly summary: TaskSummary | null
}

/** The fields of an approval that lists show without loading the document. */
export interface TaskSummary {
  readonly no: string
  readonly amount: string | null
  readonly currency: string | null
  /** Header fields of the document by name, for the card's key facts. */
  readonly facts: Readonly<Record<string, string | number | null>>
  /** The amount originally asked for, where less was approved (`amount`). */
  readonly asked?: string
}

export interface TaskRow {
  readonly id: string
  readonly step: number
  readonly user_id: number
  /** The person whom the assignee substitutes. */
  readonly principal_id: number | null
  readonly kind: TaskKind
  readonly parent_id: string | null
  readonly state: TaskState
  readonly decision: Decision | null
  readonly voided: boolean
  readonly created_at: Date
  readonly reminded_at: Date | null
  readonly escalated_at: Date | null
}

/** A task in memory. One created by the act itself has no id yet; a temporary key identifies it. */
export type ApprovalTask = { -readonly [K in keyof TaskRow]: TaskRow[K] } & {
  isNew: boolean
  opinion: string | null
  remindAt: Date | null
  escalateAt: Date | null
}

export interface RecordedAct {
  readonly step: number | null
  readonly taskId: string | null
  /** Null for acts of the clock. */
  readonly actorId: number | null
  readonly principalId: number | null
  readonly act: ActKind
  readonly opinion: string | null
  readonly waitedSince: Date | null
  readonly detail: ActDetail
}

export interface ReadCopy {
  readonly userId: number
  readonly senderId: number | null
  readonly message: string | null
}

export interface RunningApproval {
  readonly instance: Pick<
    InstanceRow,
    'document_id' | 'round' | 'document_type' | 'drafter_id' | 'content_hash' | 'summary'
  >
  readonly now: Date
  readonly substitutes: Substitutes
  state: ApprovalState
  /** Less is approved than was asked for. */
  isReduced: boolean
  steps: RouteStep[]
  readonly tasks: ApprovalTask[]
  readonly acts: RecordedAct[]
  readonly copies: ReadCopy[]
  readonly notices: NotificationIntent[]
  readonly before: ReadonlyMap<string, TaskRow>
  readonly wasSteps: readonly RouteStep[]
  readonly wasState: ApprovalState
}

/** The changes of an act: the store writes them, and a test applies them in memory. */
export interface ApprovalChange {
  readonly state: ApprovalState
  readonly steps: readonly RouteStep[]
  readonly currentStep: number | null
  /** State or route differ from what was read. */
  readonly isInstanceChanged: boolean
  readonly opened: readonly ApprovalTask[]
  readonly changed: readonly ApprovalTask[]
  readonly acts: readonly RecordedAct[]
  readonly copies: readonly ReadCopy[]
  readonly notices: readonly NotificationIntent[]
  /** People whose tasks changed. */
  readonly inboxOf: readonly number[]
}

export function openApproval(
  instance: RunningApproval['instance'] & Pick<InstanceRow, 'state' | 'steps'>,
  tasks: readonly TaskRow[],
  substitutes: Substitutes,
  now: Date,
): RunningApproval {
  return {
    instance,
    now,
    substitutes,
    state: instance.state,
    isReduced: instance.summary?.asked !== undefined,
    steps: [...instance.steps],
    tasks: tasks.map((task) => ({ ...task, isNew: false, opinion: null, remindAt: null, escalateAt: null })),
    acts: [],
    copies: [],
    notices: [],
    before: new Map(tasks.map((task) => [task.id, task])),
    wasSteps: instance.steps,
    wasState: instance.state,
  }
}

/** Whether a task differs from what was read. */
function isChanged(task: ApprovalTask, before: TaskRow): boolean {
  return (
    task.state !== before.state ||
    task.decision !== before.decision ||
    task.voided !== before.voided ||
    task.user_id !== before.user_id ||
    task.principal_id !== before.principal_id ||
    task.reminded_at !== before.reminded_at ||
    task.escalated_at !== before.escalated_at
  )
}

export function changeOf(approval: RunningApproval): ApprovalChange {
  // A task opened and closed within one act is not written.
  const opened = approval.tasks.filter((task) => task.isNew && task.state !== 'cancelled')
  const changed = approval.tasks.filter((task) => {
    const before = approval.before.get(task.id)
    return before !== undefined && isChanged(task, before)
  })
  const current = approval.steps.findIndex((step) => step.status === 'current')
  const touched = changed.flatMap((task) => {
    const before = approval.before.get(task.id)
    return before && (before.state !== task.state || before.user_id !== task.user_id)
      ? [before.user_id, task.user_id]
      : []
  })
  return {
    state: approval.state,
    steps: approval.steps,
    currentStep: current === -1 ? null : current,
    isInstanceChanged:
      approval.state !== approval.wasState || approval.steps.some((step, index) => step !== approval.wasSteps[index]),
    opened,
    changed,
    acts: approval.acts,
    copies: approval.copies,
    notices: approval.notices,
    inboxOf: [...new Set([...touched, ...opened.map((task) => task.user_id)])],
  }
}

export function isAlive(task: Pick<TaskRow, 'state'>): boolean {
  return task.state === 'open' || task.state === 'waiting'
}

/** The person whose part a task is: the principal, else the assignee. */
export function personOf(task: Pick<TaskRow, 'user_id' | 'principal_id'>): number {
  return task.principal_id ?? task.user_id
}

const FINAL = new Set<Decision | null>(['agree', 'reject', 'return'])

/** Everyone who has decided, themselves or through a substitute: nobody decides twice. Decisions voided by a return do not count. */
export function actedOn(
  tasks: readonly Pick<TaskRow, 'decision' | 'voided' | 'user_id' | 'principal_id'>[],
): Set<number> {
  return new Set(
    tasks
      .filter((task) => !task.voided && FINAL.has(task.decision))
      .flatMap((task) => (task.principal_id === null ? [task.user_id] : [task.user_id, task.principal_id])),
  )
}

export function holds(approval: RunningApproval, userId: number): boolean {
  return approval.tasks.some((task) => isAlive(task) && task.user_id === userId)
}

const HOUR = 3_600_000

function hoursLater(from: Date, hours: number | undefined): Date | null {
  return hours === undefined ? null : new Date(from.getTime() + hours * HOUR)
}

interface NewTask {
  readonly step: number
  readonly person: Pick<Approver, 'id'>
  readonly kind: TaskKind
  readonly parent?: ApprovalTask
  readonly state?: 'open' | 'waiting'
  readonly notice?: NotificationKind
}

/**
 * Gives a person a task. During an absence their substitute gets it instead, unless the substitute drafted the
 * document, is in its route or already has it.
 */
export function giveTask(
  approval: RunningApproval,
  { step, person, kind, parent, state = 'open', notice = 'task' }: NewTask,
): ApprovalTask {
  const substitute = approval.substitutes.substituteOf(person.id, approval)
  const userId = substitute ?? person.id
  const limits = approval.steps[step]
  const isSecond = kind === 'step' && approval.tasks.some((other) => asksSame(other, userId))
  const task: ApprovalTask = {
    id: `new ${approval.tasks.length}`,
    isNew: true,
    step,
    user_id: userId,
    principal_id: substitute === null ? null : person.id,
    kind,
    parent_id: parent?.id ?? null,
    state: isSecond ? 'waiting' : state,
    decision: null,
    voided: false,
    opinion: null,
    created_at: approval.now,
    reminded_at: null,
    escalated_at: null,
    remindAt: hoursLater(approval.now, limits?.remindAfterHours),
    // A requested opinion has no escalation.
    escalateAt:
      kind === 'delegate' || kind === 'escalated' ? null : hoursLater(approval.now, limits?.escalateAfterHours),
  }
  approval.tasks.push(task)
  if (task.state === 'open') tell(approval, notice, [userId])
  return task
}

function asksSame(other: Pick<TaskRow, 'state' | 'user_id' | 'kind'>, userId: number): boolean {
  return isAlive(other) && other.kind !== 'delegate' && other.user_id === userId
}

/**
 * The earlier task of the same person in a parallel step. One decision counts for both steps, so the later task waits
 * for it, and is asked only where the earlier one ends without them.
 */
export function heldBackBy<T extends Pick<TaskRow, 'id' | 'kind' | 'state' | 'user_id'>>(
  tasks: readonly T[],
  task: T,
): T | undefined {
  if (task.kind !== 'step') return undefined
  const before = tasks.slice(0, tasks.indexOf(task))
  return before.find((other) => asksSame(other, task.user_id))
}

export function tell(approval: RunningApproval, kind: NotificationKind, to: readonly number[], taskId?: string): void {
  const people = [...new Set(to)]
  if (people.length > 0) approval.notices.push({ kind, to: people, ...(taskId === undefined ? {} : { taskId }) })
}

/** Ends a task by its own assignee. */
export function finish(task: ApprovalTask, decision: Decision, opinion: string | null): void {
  task.state = 'done'
  task.decision = decision
  task.opinion = opinion
}

export function childrenOf(approval: RunningApproval, task: Pick<TaskRow, 'id'>): ApprovalTask[] {
  return approval.tasks.filter((child) => child.parent_id === task.id)
}

/** A task and every task created under it. */
export function subtree(approval: RunningApproval, root: ApprovalTask): ApprovalTask[] {
  return [root, ...childrenOf(approval, root).flatMap((child) => subtree(approval, child))]
}

export function cancelTasks(tasks: readonly ApprovalTask[]): void {
  for (const task of tasks) if (isAlive(task)) task.state = 'cancelled'
}

export function record(
  approval: RunningApproval,
  act: Omit<RecordedAct, 'principalId' | 'waitedSince' | 'detail' | 'taskId' | 'step'> & Partial<RecordedAct>,
): void {
  approval.acts.push({ step: null, taskId: null, principalId: null, waitedSince: null, detail: {}, ...act })
}
