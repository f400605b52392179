import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { ReserveRules } from '#kernel/base/config/finance-reserve.ts'
import type { Action, AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { reserveErrors } from './reserve.errors.ts'
import { FAILED, type ReserveState } from './reserve-states.ts'
import type { ReserveRow } from './reserve-store.ts'

/** Whether the reserve of this organisation's documents waits for another system. */
export function isConfirmed(
  rules: ReserveRules | null,
  definition: AnyDefinition,
  organisation: string | null,
): ReserveRules | null {
  if (!rules || !definition.reserve) return null
  return rules.organisations === null || rules.organisations.has(organisation ?? '') ? rules : null
}

/** Nothing is approved before the other system has confirmed the reserve, unless none has to. */
export function requireOccupied(row: ReserveRow | undefined, { language }: Pick<RequestContext, 'language'>): void {
  if (row?.state === 'occupying') throw new Refused(reserveErrors.occupying())
  if (row?.state === 'failToOccupy') {
    const reason = row.last_error ? refusalText(language, row.last_error) : ''
    throw new Refused(reserveErrors.failToOccupy({ reason }))
  }
}

/** The reserve may fail in any state of a document, so retry is allowed in all. */
export function withRetries<A extends Action>(definition: AnyDefinition, action: A): A {
  return action.retries && definition.reserve ? { ...action, from: Object.keys(definition.states) } : action
}

export function hasFailed(row: { readonly state: ReserveState } | undefined): boolean {
  return row !== undefined && (FAILED as readonly ReserveState[]).includes(row.state)
}

/**
 * For a round without a row: without a confirming system the ledger decides, Occupied while the document is in approval
 * or approved, and Released otherwise.
 */
export function isHeldIn(definition: AnyDefinition, state: string): boolean {
  const { actions } = definition
  const holding = [actions['submit'], actions['approve'], ...Object.values(actions).filter(({ closes }) => closes)]
  return holding.some((action) => action?.to === state)
}
