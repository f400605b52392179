import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, zero } from '#kernel/base/money/money.ts'
import {
  closedBudgets,
  exceeds,
  freeOf,
  type LockedStage,
  movesOf,
  type EncumbranceStep,
  type Take,
} from './encumbrance.rules.ts'

// Locks of a document in approval on another document's encumbrances (domain.md section 0): no money moves.

/** A part of a stage that a document in approval locks. */
export interface Lock extends Take {
  readonly stage: LockedStage
  readonly line: number
}

/** The locks that a document needs to take these steps once approved. */
export function locksOf(steps: readonly EncumbranceStep[]): Lock[] {
  const locks = new Map<string, Lock>()
  for (const { encumbrance, from, given, line = 0 } of movesOf(steps).moves) {
    if (from !== 'cmt' && from !== 'acr' && from !== 'exe') continue
    const key = `${line} ${encumbrance.documentId} ${encumbrance.round} ${encumbrance.line} ${from}`
    const before = locks.get(key)?.amount ?? zero
    locks.set(key, { encumbrance, stage: from, line, amount: before.plus(given) })
  }
  return [...locks.values()]
}

/** All refusals of these locks: never more than is there and unlocked. */
export function checkLocks(locks: readonly Lock[]): Refusal[] {
  const asked = new Map<string, Amount>()
  return locks.flatMap((lock) => {
    const { encumbrance, stage, amount } = lock
    const key = `${encumbrance.documentId} ${encumbrance.round} ${encumbrance.line} ${stage}`
    const before = asked.get(key) ?? zero
    asked.set(key, before.plus(amount))
    const rest = freeOf(encumbrance, stage).minus(before)
    // Headquarters also recovers executed amounts of closed months.
    if (amount.lte(rest)) return stage === 'exe' ? [] : closedBudgets([lock])
    return [exceeds(lock, rest.lt(0) ? zero : rest, encumbrance.locked[stage])]
  })
}
