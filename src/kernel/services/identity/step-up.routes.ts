import Type from 'typebox'
import { prepared } from '#kernel/platform/db/statement.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import { isFresh } from '#kernel/platform/access/session-limits.ts'
import { redeemTicket } from '#kernel/platform/access/ticket.ts'

const markFresh = prepared('mark session fresh', 'update session set auth_at = $2, id_token = $3 where id = $1')

/** Applies the ticket of a fresh sign-in to the existing session instead of creating another, so that unsaved input stays. */
export const stepUpRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/auth/step-up',
  right: { signedIn: 'Everyone may prove anew who he is; the single-use ticket is the proof' },
  summary: 'Count this session as freshly signed in',
  mode: 'write',
  answersOnce: true,
  body: Type.Object({ ticket: Type.String({ maxLength: 200 }) }),
  data: Type.Object({}),
  async handler(tx, { principal, now }, { body }) {
    // Answered as a refusal, not as an ended session, because the session continues.
    const ticket = required(await redeemTicket(tx, body.ticket, now), accessErrors.stepUp())
    if (ticket.userId !== principal.userId) throw new Refused(accessErrors.stepUpOther())
    if (ticket.kind !== 'sso' || !isFresh(ticket.authAt, now)) throw new Refused(accessErrors.stepUp())
    await tx.run(markFresh(principal.sessionId, ticket.authAt, ticket.idToken))
    return {}
  },
})
