import { Type } from 'typebox'
import { callEntry } from '#kernel/platform/audit/call-entry.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { isSigned } from '#kernel/engine/effects/push.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { reserveErrors } from '#kernel/engine/reserve/reserve.errors.ts'
import { readReserveKey, reserveOf } from '#kernel/engine/reserve/reserve-store.ts'
import { apply } from './run-reserves.ts'

/** Maximum age of a signed message, or clock difference ahead. */
const FRESH_SECONDS = 300
const SHOWN = 300

const body = Type.Object(
  {
    key: Type.String({ maxLength: 120 }),
    state: Type.Union([Type.Literal('occupied'), Type.Literal('released'), Type.Literal('refused')]),
    reference: Type.Optional(Type.String({ maxLength: 200 })),
    reason: Type.Optional(Type.String({ maxLength: 2000 })),
    /** `t=<seconds>,v1=<hex>` over `<seconds>.<key>.<state>.<reference>.<reason>`. */
    signature: Type.String({ maxLength: 200 }),
  },
  { additionalProperties: false },
)

const ANSWER = '/aps/finance/reserve/answer'

/** The finance system reports its decision by itself; repeats and late reports change nothing. */
export function reserveRoutes(documents: readonly ServerDocument[], secret: string | null): Route[] {
  const answer = defineRoute({
    method: 'POST',
    path: ANSWER,
    right: { public: 'it carries the signature of the finance system that confirms reserves' },
    summary: 'What the finance system has decided on a reserve that it took before (docs/finance-reserve.md)',
    mode: 'action',
    audit: { by: 'its own entry' },
    body,
    data: Type.Object({ isChanged: Type.Boolean() }),
    perMinute: 6_000,
    handler: async ({ pool, now }, context, { body: said }) => {
      const { key, state, reference = '', reason = '' } = said
      const seconds = Number(/^t=(\d{1,12}),/.exec(said.signature)?.[1])
      const isFresh = Math.abs(now().getTime() / 1000 - seconds) <= FRESH_SECONDS
      const text = [key, state, reference, reason].join('.')
      if (secret === null || !isFresh || !isSigned(secret, said.signature, seconds, text))
        throw new Refused(reserveErrors.badSignature())
      const named = readReserveKey(key)
      const effect = named?.effect
      const fits = state === 'refused' || state === (effect === 'occupy' ? 'occupied' : 'released')
      if (!named || !effect || !fits) throw new Refused(documentErrors.notFound())
      const isChanged = await transaction(pool, async (tx) => {
        const row = await tx.first(reserveOf(named.documentId, named.round))
        if (row?.document_type !== named.documentType) throw new Refused(documentErrors.notFound())
        const error = reserveErrors.refused({ status: 200, answer: reason.slice(0, SHOWN) })
        const event =
          state === 'refused'
            ? ({ event: 'refused', effect, error } as const)
            : ({ event: 'accepted', effect, reference: reference || null } as const)
        const isMoved = await apply(tx, documents, row, event, now())
        const note = { type: named.documentType, subject: key, changes: { reserve: [row.state, state] } } as const
        if (isMoved) await tx.run(callEntry({ path: ANSWER }, context, null, note))
        return isMoved
      })
      return { isChanged }
    },
  })
  return [answer]
}
