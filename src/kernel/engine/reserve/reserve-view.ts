import type { ReserveState } from './reserve-states.ts'

/** How the reserve of a document stands with the system that confirms it, as pages show it. */
export interface ReserveView {
  readonly state: ReserveState
  /** Null where no other system confirms it. */
  readonly since: string | null
  /** While it is on its way: when it is given up. */
  readonly deadlineAt: string | null
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly error: string | null
  readonly reference: string | null
}
