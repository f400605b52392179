import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { ReserveRules } from '#kernel/base/config/finance-reserve.ts'
import type { Action, AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { reserveErrors } from './reserve.errors.ts'
import { FAILED, type ReserveState } from './reserve-states.ts'
import type { ReserveRow } from './reserve-store.ts'

/** Whether the reserve of a document of this organisation waits for another system. */
export function isConfirmed(
  rules: ReserveRules | null,
  definition: AnyDefinition,
  organisation: string | null,
): ReserveRules | null {
  if (!rules || !definition.reserve) return null
  return rules.organisations === null || rules.organisations.has(organisation ?? '') ? rules : null
}

/** Nothing is approved before the other system has confirmed that it holds the money, or there is none that has to. */
export function requireOccupied(row: ReserveRow | undefined, { language }: Pick<RequestContext, 'language'>): void {
  if (row?.state === 'occupying') throw new Refused(reserveErrors.occupying())
  if (row?.state === 'failToOccupy') {
    const reason = row.last_error ? refusalText(language, row.last_error) : ''
    throw new Refused(reserveErrors.failToOccupy({ reason }))
  }
}

/** In which states of a document its reserve may have failed: in all of them. */
export function withRetries<A extends Action>(definition: AnyDefinition, action: A): A {
  return action.retries && definition.reserve ? { ...action, from: Object.keys(definition.states) } : action
}

export function hasFailed(row: { readonly state: ReserveState } | undefined): boolean {
  return row !== undefined && (FAILED as readonly ReserveState[]).includes(row.state)
}

/**
 * Of a round without a row: without such a system it is what the ledger says, held while the document is in approval or
 * approved, and given back otherwise.
 */
export function isHeldIn(definition: AnyDefinition, state: string): boolean {
  const { actions } = definition
  const holding = [actions['submit'], actions['approve'], ...Object.values(actions).filter(({ closes }) => closes)]
  return holding.some((action) => action?.to === state)
}
