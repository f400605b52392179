import type { PersonView, TaskKind } from '#kernel/engine/approval/approval-wire.ts'

/** What an administrator looks for. */
export const HEALTH = ['stuck', 'slow', 'escalated', 'failed'] as const
export type Health = (typeof HEALTH)[number]

/**
 * Why nothing will happen by itself: no open task at all; all holders left; none may decide any more; none holds the step's
 * role any more; or it has been waiting for too many days.
 */
export const STUCK = ['nobody', 'left', 'lostRight', 'lostRole', 'tooLong'] as const
export type Stuck = (typeof STUCK)[number]

/** A time limit has passed, or nine of ten such steps are done by now. */
export type Slow = 'overdue' | 'slowerThanUsual'

/** Waiting longer than this is stuck, whoever holds it. */
export const STUCK_DAYS = 14

/** Somebody who holds an open task of it, and whether he can still do it. */
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

/** One approval that runs, or that is over while something it set going failed. */
export interface MonitorRow {
  readonly formInstanceId: string
  readonly no: string
  readonly documentType: string
  readonly typeLabel: string
  readonly organisationName: string
  readonly drafter: PersonView
  readonly state: string
  readonly startedAt: string
  /** Since when the oldest open task waits; null where none does. */
  readonly since: string | null
  readonly steps: readonly { readonly key: string; readonly name: string }[]
  readonly holders: readonly HolderHealth[]
  readonly limitAt: string | null
  /** Nine of ten such steps are done within so many minutes; null without enough history. */
  readonly usualMinutes: number | null
  readonly stuck: Stuck | null
  readonly slow: Slow | null
  readonly isEscalated: boolean
  readonly failedEffects: readonly FailedEffect[]
  /** Null for who may not view such documents: administrators see that work goes on, not what it is worth. */
  readonly amount: string | null
  readonly currency: string | null
  readonly url: string | null
}

export interface MonitorSummary {
  readonly running: number
  readonly counts: Readonly<Record<Health, number>>
  /** The state of the machinery behind it. */
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
