import type { ReserveState } from './reserve-states.ts'

/** The state of a document's reserve with the confirming system, as pages show it. */
export interface ReserveView {
  readonly state: ReserveState
  /** Null where no other system confirms it. */
  readonly since: string | null
  /** While it is in progress: when it is given up. */
  readonly deadlineAt: string | null
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly error: string | null
  readonly reference: string | null
}
