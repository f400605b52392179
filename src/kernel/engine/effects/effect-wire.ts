import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { type EffectView, SOLE_RECEIVER } from '#kernel/engine/definition/effect.ts'
import type { EffectRow } from './effect-store.ts'

export const effectSchema = Type.Object(
  {
    effect: Type.String(),
    receiver: nullable(Type.String()),
    line: nullable(Type.Integer()),
    state: Type.String(),
    attempts: Type.Integer(),
    nextAttemptAt: nullable(Type.String()),
    error: nullable(Type.String()),
    reference: nullable(Type.String()),
    updatedAt: Type.String(),
  },
  { title: 'Effect' },
)

export function effectView(context: Pick<RequestContext, 'language'>, row: EffectRow): EffectView {
  return {
    effect: row.effect,
    receiver: row.receiver === SOLE_RECEIVER ? null : row.receiver,
    line: row.line,
    state: row.state,
    attempts: row.attempts,
    // The time at which a running attempt counts as lost is not shown.
    nextAttemptAt: row.state === 'pendingPushed' ? (row.next_attempt_at?.toISOString() ?? null) : null,
    error: row.last_error ? refusalText(context.language, row.last_error) : null,
    reference: row.reference,
    updatedAt: row.updated_at.toISOString(),
  }
}
