import type { ReserveState } from '#kernel/engine/reserve/reserve-states.ts'

/** One reserve on the repair board. */
export interface BoardRow {
  readonly id: string
  readonly documentType: string
  readonly no: string
  readonly formInstanceId: string
  readonly round: number
  readonly state: ReserveState
  readonly since: string
  readonly owner: { readonly account: string; readonly name: string }
  readonly organisation: string
  readonly amount: string | null
  readonly currency: string | null
  /** Why it is not at rest: the result of the last attempt, or what it waits for. */
  readonly reason: string | null
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly deadlineAt: string
  readonly isOverdue: boolean
  readonly reference: string | null
  /** Whether the reader may retry it. */
  readonly mayRetry: boolean
}

export interface BoardCounts {
  readonly occupying: number
  readonly failToOccupy: number
  readonly releasing: number
  readonly failToRelease: number
  readonly overdue: number
  /** Start of the oldest that is not at rest. */
  readonly oldestSince: string | null
}

export interface BoardEvent {
  readonly at: string
  readonly act: string
  /** Null: the finance system, or the product itself. */
  readonly actor: string | null
  readonly text: string | null
}
