import { amount } from '#kernel/base/money/money.ts'
import { actedOn, type RunningApproval, holds } from './engine/running-approval.ts'
import type { Approver } from './approval-route.ts'

/**
 * A person who now substitutes another, for this type of document and organisation; people who may not hold its tasks
 * themselves are excluded.
 */
export interface SubstituteRow extends Approver {
  readonly principal_id: number
  readonly amount_limit: string | null
  readonly currency: string | null
}

export interface Substitutes {
  /** The substitute who gets a person's task; null where the person gets it. */
  substituteOf(principalId: number, approval: RunningApproval): number | null
  /** Their names, for the timeline. */
  personOf(substituteId: number): readonly Approver[]
}

export const NO_SUBSTITUTES: Substitutes = { substituteOf: () => null, personOf: () => [] }

export function substitutesFrom(rows: readonly SubstituteRow[]): Substitutes {
  if (rows.length === 0) return NO_SUBSTITUTES
  return {
    substituteOf: (principalId, approval) =>
      rows.find((row) => row.principal_id === principalId && fits(row, approval) && isFree(row.id, approval))?.id ??
      null,
    personOf: (substituteId) =>
      rows
        .filter((row) => row.id === substituteId)
        .slice(0, 1)
        .map(({ id, account, name }) => ({ id, account, name })),
  }
}

/** Maximum amount of the substitute. A document in another currency, or without an amount, is not within a limit. */
export function fits({ amount_limit, currency }: SubstituteRow, { instance: { summary } }: RunningApproval): boolean {
  if (amount_limit === null) return true
  if (!summary?.amount || summary.currency !== currency) return false
  return amount(summary.amount).abs().lte(amount_limit)
}

/** Nobody decides twice: the drafter, and people who are in the route, have decided or have a task of it, cannot substitute. */
function isFree(substituteId: number, approval: RunningApproval): boolean {
  return (
    substituteId !== approval.instance.drafter_id &&
    !approval.steps.some((step) => (step.all ?? step.people).some((person) => person.id === substituteId)) &&
    !actedOn(approval.tasks).has(substituteId) &&
    !holds(approval, substituteId)
  )
}
