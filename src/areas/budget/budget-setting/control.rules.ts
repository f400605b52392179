import { type Amount, zero } from '#kernel/base/money/money.ts'
import type { ControlMode } from '#kernel/engine/ledger/definition.ts'
import { roundedTo } from '../shared/rounding.ts'

// How far a budget may be overdrawn (domain.md section 3): what ledger_post enforces, said before it is tried.

/** How a budget is controlled, and what it has. */
export interface Control {
  readonly mode: ControlMode
  /** Percent of the current amount that an absolute control lets be overdrawn; decimal text. */
  readonly tolerance: string
  /** What is in all its buckets. */
  readonly current: Amount
  readonly available: Amount
}

/** Beyond what is available: refused, allowed within the tolerance, or allowed with a warning because the control advises only. */
export type Overdraft =
  | { readonly kind: 'none' }
  | { readonly kind: 'tolerated' | 'advised' | 'refused'; readonly over: Amount }

const NONE: Overdraft = { kind: 'none' }

/** By how much an absolute control may be overdrawn. */
export function toleratedBy({ tolerance, current }: Pick<Control, 'tolerance' | 'current'>): Amount {
  return current.gt(0) ? roundedTo(current.times(tolerance).div(100), 2) : zero
}

/** What comes of spending an amount. Within a budget a stage changes nothing, so what it has in all stays the same. */
export function overdraftOf(control: Control, spent: Amount): Overdraft {
  const left = control.available.minus(spent)
  if (left.gte(0) || control.mode === 'tracking') return NONE
  const over = left.times(-1)
  if (control.mode === 'advisory') return { kind: 'advised', over }
  return { kind: over.lte(toleratedBy(control)) ? 'tolerated' : 'refused', over }
}
