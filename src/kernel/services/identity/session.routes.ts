import Type from 'typebox'
import { callEntry } from '#kernel/platform/audit/call-entry.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { required, Refused } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import { currentCsrf } from '#kernel/platform/access/csrf.ts'
import { sessionLimits, isFresh } from '#kernel/platform/access/session-limits.ts'
import { createSession, endSession, idTokenOf } from '#kernel/platform/access/session.ts'
import { redeemTicket } from '#kernel/platform/access/ticket.ts'
import type { IdentityClient } from './identity-client.ts'

export const userData = Type.Object({
  id: Type.String(),
  userName: Type.String(),
  userAccount: Type.String(),
  timezone: Type.String({ description: 'of his organisation, as UTC+08:00' }),
  now: Type.String({ description: 'the time of the product as it answers: the clock of a device may be wrong' }),
  viewer: Type.Optional(
    Type.Object(
      { userAccount: Type.String(), userName: Type.String() },
      { description: 'who looks, where the product is shown as this person sees it' },
    ),
  ),
})

export const languageData = Type.Union([Type.Literal('zh'), Type.Literal('en')])

const languageOfUser = prepared<{ language: 'zh' | 'en' | null }>(
  'language of user',
  'select language from app_user where id = $1',
)

const setLanguage = prepared('set language of user', 'update app_user set language = $2 where id = $1')

const EXCHANGES_PER_MINUTE = 300

/** A session made by a link is for reading and deciding one document, not for a day's work. */
const LINK_MINUTES = 60

export interface SessionRoutesOptions {
  readonly client: IdentityClient
  readonly lifetimeMinutes: () => number
}

/** The calls about a session: from ticket to token, its CSRF token, its language, its end. */
export function sessionRoutes(options: SessionRoutesOptions): readonly Route[] {
  return [exchangeRoute(options), stepUpRoute, csrfRoute, languageRoute, logoutRoute(options.client)]
}

function exchangeRoute(options: SessionRoutesOptions): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/v1/auth/exchange',
    right: { public: 'It makes the session; the single-use ticket is the proof' },
    perMinute: EXCHANGES_PER_MINUTE,
    summary: 'Exchange the single-use ticket of a link for a session token',
    mode: 'write',
    body: Type.Object({ ticket: Type.String({ maxLength: 200 }) }),
    data: Type.Object({
      token: Type.String(),
      csrfToken: Type.String(),
      kind: Type.Union([Type.Literal('sso'), Type.Literal('chat'), Type.Literal('view')]),
      user: userData,
      language: Type.Union([languageData, Type.Null()]),
    }),
    async handler(tx, context, { body }) {
      const ticket = required(await redeemTicket(tx, body.ticket, context.now), accessErrors.ticketInvalid())
      const most = ticket.kind === 'chat' ? LINK_MINUTES : options.lifetimeMinutes()
      const { address, device } = context
      const absoluteMinutes = Math.min(most, options.lifetimeMinutes(), sessionLimits().absoluteMinutes)
      const wanted = { ...ticket, absoluteMinutes, ...(address === undefined ? {} : { address }), device: device ?? '' }
      const session = required(await createSession(tx, wanted, context.now), accessErrors.ticketInvalid())
      const principal = session.principal(context.language)
      const user = await tx.first(languageOfUser(ticket.userId))
      context.note?.({
        type: 'session',
        subject: principal.account,
        actorId: principal.userId,
        changes: { session: [null, ticket.kind] },
      })
      return {
        token: session.token,
        csrfToken: session.csrfToken,
        kind: ticket.kind,
        user: {
          id: String(principal.userId),
          userName: principal.name,
          userAccount: principal.account,
          timezone: principal.timezone,
          now: context.now.toISOString(),
        },
        language: user?.language ?? null,
      }
    },
  })
}

const csrfRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/auth/csrf',
  right: { signedIn: 'Everyone needs the CSRF token of his own session' },
  summary: 'CSRF token of this session: a new one where it has been in use for half an hour',
  mode: 'read',
  data: Type.Object({ csrfToken: Type.String() }),
  async handler(tx, context) {
    return { csrfToken: await currentCsrf(tx, context.principal.sessionId, context.now) }
  },
})

const languageRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/user/language',
  right: { signedIn: 'Everyone chooses the language of his own account' },
  summary: 'Store the language on the account',
  mode: 'write',
  fromLink: true,
  body: Type.Object({ language: languageData }),
  data: Type.Object({ language: languageData }),
  async handler(tx, context, { body }) {
    const { userId, account } = context.principal
    const before = await tx.first(languageOfUser(userId))
    await tx.run(setLanguage(userId, body.language))
    context.note?.({ subject: account, changes: { language: [before?.language ?? null, body.language] } })
    return { language: body.language }
  },
})

const LOGOUT = '/api/v1/admin/logout'

function logoutRoute(client: IdentityClient): Route {
  return defineRoute({
    method: 'POST',
    path: LOGOUT,
    right: { signedIn: 'Everyone may end his own session' },
    summary: 'End the session and learn where the provider ends its own',
    mode: 'action',
    audit: { by: 'its own entry' },
    inView: true,
    body: Type.Object({}),
    data: Type.Object({ logoutUrl: Type.String() }),
    async handler(runtime, context) {
      const { sessionId } = context.principal
      // Checked first: without a configured sign-out page nothing ends, and the person is told so.
      const idToken = await reading(runtime.pool, (tx) => idTokenOf(tx, sessionId))
      const logoutUrl = await client.endSessionAddress(idToken)
      if (logoutUrl === null) throw new Refused(accessErrors.ssoExitMissing())
      const note = { type: 'session', subject: context.principal.account }
      await transaction(runtime.pool, async (tx) => {
        await endSession(tx, sessionId)
        await tx.run(callEntry({ path: LOGOUT }, context, null, note))
      })
      return { logoutUrl }
    },
  })
}

const markFresh = prepared('mark session fresh', 'update session set auth_at = $2, id_token = $3 where id = $1')

/** Applies the ticket of a fresh sign-in to the existing session instead of creating another, so that unsaved input stays. */
const stepUpRoute = defineRoute({
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
