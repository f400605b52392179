import type { Refusal } from '#kernel/errors/errors.ts'
import { type Amount, zero } from '#kernel/money/money.ts'
import { closedBudgets, exceeds, freeOf, type LockedStage, movesOf, type Step, type Take } from './occupation.rules.ts'

// What a document in approval keeps for itself of what another one occupies (domain.md section 0): nothing moves by it.

/** A part of a stage that a document keeps for itself while it is in approval. */
export interface Lock extends Take {
  readonly stage: LockedStage
  readonly line: number
}

/** What a document has to keep for itself so that it can take these steps once it is approved. */
export function locksOf(steps: readonly Step[]): Lock[] {
  const locks = new Map<string, Lock>()
  for (const { occupation, from, given, line = 0 } of movesOf(steps).moves) {
    if (from !== 'cmt' && from !== 'acr' && from !== 'exe') continue
    const key = `${line} ${occupation.documentId} ${occupation.round} ${occupation.line} ${from}`
    const before = locks.get(key)?.amount ?? zero
    locks.set(key, { occupation, stage: from, line, amount: before.plus(given) })
  }
  return [...locks.values()]
}

/** All reasons to refuse that a document keeps these: never more than is there and no other document keeps. */
export function checkLocks(locks: readonly Lock[]): Refusal[] {
  const asked = new Map<string, Amount>()
  return locks.flatMap((lock) => {
    const { occupation, stage, amount } = lock
    const key = `${occupation.documentId} ${occupation.round} ${occupation.line} ${stage}`
    const before = asked.get(key) ?? zero
    asked.set(key, before.plus(amount))
    const rest = freeOf(occupation, stage).minus(before)
    // What was executed is recovered of closed months too, by headquarters.
    if (amount.lte(rest)) return stage === 'exe' ? [] : closedBudgets([lock])
    return [exceeds(lock, rest.lt(0) ? zero : rest, occupation.locked[stage])]
  })
}
