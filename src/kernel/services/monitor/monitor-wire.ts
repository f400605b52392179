import type { PersonView, TaskKind } from '#kernel/engine/approval/approval-wire.ts'

/** The problems that an administrator looks for. */
export const HEALTH = ['stuck', 'slow', 'escalated', 'failed'] as const
export type Health = (typeof HEALTH)[number]

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

/** The assignee of an open task, and whether they can still decide it. */
export interface HolderHealth extends PersonView {
  readonly taskId: string
  readonly principal: PersonView | null
  readonly kind: TaskKind
  readonly stepKey: string
  readonly stepName: string
  readonly since: string
  readonly isActive: boolean
  readonly mayDecide: boolean
  readonly holdsRole: boolean
}

export interface FailedEffect {
  readonly effect: string
  readonly line: number | null
  readonly attempts: number
  readonly error: string | null
}

/** One approval that is running, or that ended while one of its effects has failed. */
export interface MonitorRow {
  readonly formInstanceId: string
  readonly no: string
  readonly documentType: string
  readonly typeLabel: string
  readonly organisationName: string
  readonly drafter: PersonView
  readonly state: string
  readonly startedAt: string
  /** Since when the oldest open task waits; null where there is none. */
  readonly since: string | null
  readonly steps: readonly { readonly key: string; readonly name: string }[]
  readonly holders: readonly HolderHealth[]
  readonly limitAt: string | null
  /** Nine of ten such steps finish within so many minutes; null without enough history. */
  readonly usualMinutes: number | null
  readonly stuck: Stuck | null
  readonly slow: Slow | null
  readonly isEscalated: boolean
  readonly failedEffects: readonly FailedEffect[]
  /** Null for people who may not view such documents: administrators see progress, not amounts. */
  readonly amount: string | null
  readonly currency: string | null
  readonly url: string | null
}

export interface MonitorSummary {
  readonly running: number
  readonly counts: Readonly<Record<Health, number>>
  /** State of the background processing. */
  readonly system: {
    readonly outboxRows: number
    readonly outboxAgeSeconds: number
    readonly jobsFailed: number
    readonly deliveriesFailed: number
    readonly effectsFailed: number
    readonly effectsWaiting: number
    /** Currencies of regions without a published rate: a new installation has none. */
    readonly ratesMissing: readonly string[]
  }
}

export const REPAIRS = ['reassign', 'renew', 'retry', 'terminate'] as const
export type Repair = (typeof REPAIRS)[number]

export interface RepairAnswer {
  readonly done: number
  readonly failed: readonly { readonly no: string; readonly msg: string }[]
}
