import { type Amount, zero } from '#kernel/base/money/money.ts'
import type { ControlMode } from '#kernel/engine/ledger/definition.ts'
import { roundedTo } from '../shared/rounding.ts'

// Overdraft rules of a budget (domain.md section 3): the same as in ledger_post, checked in advance.

/** A budget's control and balance. */
export interface Control {
  readonly mode: ControlMode
  /** Percent of the current amount that an absolute control tolerates; decimal text. */
  readonly tolerance: string
  /** The sum of all buckets. */
  readonly current: Amount
  readonly available: Amount
}

/** Beyond the available amount: refused, allowed within the tolerance, or allowed with a warning under advisory control. */
export type Overdraft =
  | { readonly kind: 'none' }
  | { readonly kind: 'tolerated' | 'advised' | 'refused'; readonly over: Amount }

const NONE: Overdraft = { kind: 'none' }

/** The overdraft that an absolute control tolerates. */
export function toleratedBy({ tolerance, current }: Pick<Control, 'tolerance' | 'current'>): Amount {
  return current.gt(0) ? roundedTo(current.times(tolerance).div(100), 2) : zero
}

/** The result of spending an amount: money moves between stages of a budget (pending, committed, …), its total stays. */
export function overdraftOf(control: Control, spent: Amount): Overdraft {
  const left = control.available.minus(spent)
  if (left.gte(0) || control.mode === 'tracking') return NONE
  const over = left.times(-1)
  if (control.mode === 'advisory') return { kind: 'advised', over }
  return { kind: over.lte(toleratedBy(control)) ? 'tolerated' : 'refused', over }
}
