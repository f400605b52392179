/** The problems that an administrator looks for. */
export const HEALTH = ['stuck', 'slow', 'escalated', 'failed'] as const
export type Health = (typeof HEALTH)[number]

/** What the list is filtered by: without it, ended approvals with a failed push stand beside those that run. */
export const MONITORED = ['running', ...HEALTH] as const
export type Monitored = (typeof MONITORED)[number]

/**
 * Why it is stuck: no open task; all assignees have left; none may decide any more; none holds the step's role any
 * more; or it has waited too many days.
 */
export const STUCK = ['nobody', 'left', 'lostRight', 'lostRole', 'tooLong'] as const
export type Stuck = (typeof STUCK)[number]

/** A time limit has passed, or nine of ten such steps are finished by now. */
export type Slow = 'overdue' | 'slowerThanUsual'

/** Waiting longer than this counts as stuck, whoever the assignee is. */
export const STUCK_DAYS = 14

export const REPAIRS = ['reassign', 'renew', 'retry', 'terminate'] as const
export type Repair = (typeof REPAIRS)[number]

export interface RepairAnswer {
  readonly done: number
  readonly failed: readonly { readonly no: string; readonly msg: string }[]
}

/** Kinds of jobs in the queue, as the worker names them. */
export const JOB_KINDS = [
  'approvalClock',
  'datedValues',
  'checkpointAudit',
  'compareDocuments',
  'tidy',
  'runDownload',
  'runSmallDownload',
  'runImport',
] as const

export type JobKind = (typeof JOB_KINDS)[number]
