import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { ApprovalView, Verb } from '#kernel/engine/approval/approval-wire.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { isHeldIn } from './reserve-rules.ts'
import type { ReserveState } from './reserve-states.ts'
import type { ReserveRow } from './reserve-store.ts'
import type { ReserveView } from './reserve-view.ts'

export const reserveSchema = Type.Object(
  {
    state: Type.String(),
    since: nullable(Type.String()),
    deadlineAt: nullable(Type.String()),
    attempts: Type.Integer(),
    nextAttemptAt: nullable(Type.String()),
    error: nullable(Type.String()),
    reference: nullable(Type.String()),
  },
  { title: 'Reserve' },
)

/** The state of a round's reserve; without a confirming system it follows from the ledger. */
export function reserveStateOf(
  definition: AnyDefinition,
  document: { readonly state: string; readonly round: number },
  round: number,
  row: Pick<ReserveRow, 'state'> | undefined,
): ReserveState {
  return row?.state ?? (round === document.round && isHeldIn(definition, document.state) ? 'occupied' : 'released')
}

export function reserveView(
  { language }: Pick<RequestContext, 'language'>,
  definition: AnyDefinition,
  document: { readonly state: string; readonly round: number },
  round: number,
  row: ReserveRow | undefined,
): ReserveView {
  if (!row) {
    const state = reserveStateOf(definition, document, round, row)
    return { state, since: null, deadlineAt: null, attempts: 0, nextAttemptAt: null, error: null, reference: null }
  }
  const isUnderWay = row.next_attempt_at !== null
  return {
    state: row.state,
    since: row.since.toISOString(),
    deadlineAt: isUnderWay ? row.deadline_at.toISOString() : null,
    attempts: row.attempts,
    nextAttemptAt: row.lease_until === null ? (row.next_attempt_at?.toISOString() ?? null) : null,
    error: row.last_error ? refusalText(language, row.last_error) : null,
    reference: row.reference,
  }
}

/** Verbs that must wait until the money is confirmed; those that release it never wait. */
export function withheldNow({ allowed }: Pick<ApprovalView, 'allowed'>, row: ReserveRow | undefined): readonly Verb[] {
  const isWaiting = row?.state === 'occupying' || row?.state === 'failToOccupy'
  return isWaiting ? allowed.filter((verb) => verb === 'approve') : []
}
