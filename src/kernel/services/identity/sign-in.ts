import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import { localAddress, withTicket } from '#kernel/platform/access/local-address.ts'
import { html, htmlPage, pageLanguage } from '#kernel/platform/access/page.ts'
import { countHit } from '#kernel/platform/access/rate-limit.ts'
import { addressKey } from '#kernel/platform/access/request-meter.ts'
import { issueTicket } from '#kernel/platform/access/ticket.ts'
import { newToken, tokenHash } from '#kernel/platform/access/tokens.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { IdentityClient } from './identity-client.ts'

export interface SignInOptions {
  readonly pool: TransactionPool
  readonly now: () => Date
  readonly client: IdentityClient
  readonly publicUrl: string
}

/** Over https it has the prefix with which browsers refuse it from other hosts and unencrypted pages. */
function browserCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  return { name: `${secure ? '__Host-' : ''}sign_in_browser`, secure, path: secure ? '/' : '/api/v1/auth' }
}

/**
 * Tells the next page the account's language, so that it loads only the right texts while it exchanges its ticket. The
 * page's script reads and deletes it (kernel/web/console/client/session/account-language.ts).
 */
function languageCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  return { name: `${secure ? '__Host-' : ''}account_language`, secure, path: '/' }
}

const ATTEMPT_MINUTES = 60
const LANGUAGE_SECONDS = 60
const HOME = '/'

const insertAttempt = prepared(
  'insert sign-in attempt',
  `insert into sign_in_attempt (state, nonce, code_verifier, return_to, browser_hash, expires_at, step_up)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

interface AttemptRow {
  readonly nonce: string
  readonly code_verifier: string
  readonly return_to: string
  readonly step_up: boolean
}

/** Consumed once, and only by the browser that began: a link with another person's answer signs nobody in. */
const takeAttempt = prepared<AttemptRow>(
  'take sign-in attempt',
  `delete from sign_in_attempt where state = $1 and browser_hash = $2 and expires_at > $3
   returning nonce, code_verifier, return_to, step_up`,
)

const userByAccount = prepared<{ id: number; status: string; language: Language | null }>(
  'user by account',
  'select id, status, language from app_user where account = $1',
)

/** The provider's mail address is stored; without one the known address stays. */
const noteEmail = prepared(
  'note email of user',
  `update app_user set email = $2 where id = $1 and email is distinct from $2
     and not exists (select from app_user o where o.email = $2 and o.id <> $1)`,
)

/** Sign-ins that one address may begin or finish in a minute, over all processes. */
const PER_MINUTE = 300

/** The two addresses that a browser visits on its way to the provider and back. */
export function registerSignIn(app: FastifyInstance, options: SignInOptions): void {
  app.setErrorHandler(async (error, request, reply) => {
    request.log.error({ err: error }, 'a sign-in failed')
    return problemPage(request, reply, 503, { text: 'unavailable', returnTo: HOME })
  })
  app.addHook('onRequest', async (request, reply) => {
    const now = options.now()
    const hits = await reading(options.pool, (tx) => countHit(tx, `sign-in ${addressKey(request.ip)}`, 60, now))
    if (hits > PER_MINUTE) return problemPage(request, reply, 429, { text: 'tooMany', returnTo: HOME })
  })
  app.get('/api/v1/auth/authorize', (request, reply) => authorize(options, request, reply))
  app.get('/api/v1/auth/callback', (request, reply) => callback(options, request, reply))
  registerSignedInPage(app)
}

async function authorize(options: SignInOptions, request: FastifyRequest, reply: FastifyReply) {
  const query = request.query as Readonly<Record<string, unknown>>
  const publicHost = new URL(options.publicUrl).host
  // Cookies and the provider's answers belong to the public address, so 127.0.0.1 is redirected to localhost once.
  if (request.host !== publicHost && query['moved'] === undefined) {
    const separator = request.url.includes('?') ? '&' : '?'
    return reply.redirect(`${options.publicUrl}${request.url}${separator}moved=1`)
  }
  const asked = query['returnTo']
  const returnTo = (typeof asked === 'string' ? localAddress(asked) : null) ?? HOME
  const language = typeof query['lang'] === 'string' ? query['lang'] : undefined
  const isFresh = query['fresh'] === '1'
  const start = await options.client.start(language, isFresh).catch((error: unknown) => {
    request.log.error({ err: error }, 'the sign-in service cannot be reached')
    return null
  })
  if (!start) return problemPage(request, reply, 503, { text: 'unavailable', returnTo })
  const { name, ...place } = browserCookie(options.publicUrl)
  const browser = request.cookies[name] ?? newToken()
  const expires = new Date(options.now().getTime() + ATTEMPT_MINUTES * 60_000)
  await transaction(options.pool, (tx) =>
    tx.run(insertAttempt(start.state, start.nonce, start.codeVerifier, returnTo, tokenHash(browser), expires, isFresh)),
  )
  return reply
    .setCookie(name, browser, { ...place, httpOnly: true, sameSite: 'lax', maxAge: ATTEMPT_MINUTES * 60 })
    .header('cache-control', 'no-store')
    .redirect(start.address)
}

async function callback(options: SignInOptions, request: FastifyRequest, reply: FastifyReply) {
  const { state } = request.query as { state?: unknown }
  const browser = request.cookies[browserCookie(options.publicUrl).name]
  const attempt =
    typeof state === 'string' && browser !== undefined
      ? await transaction(options.pool, (tx) => tx.first(takeAttempt(state, tokenHash(browser), options.now())))
      : undefined
  if (!attempt || typeof state !== 'string') return problemPage(request, reply, 400, { text: 'failed', returnTo: HOME })
  const address = new URL(options.publicUrl + request.url)
  const signedIn = await options.client
    .finish(address, {
      state,
      nonce: attempt.nonce,
      codeVerifier: attempt.code_verifier,
      isFresh: attempt.step_up,
    })
    .catch((error: unknown) => {
      eventLog(request).warn({ err: error, address: request.ip }, 'a sign-in was refused')
      return null
    })
  if (!signedIn) return problemPage(request, reply, 400, { text: 'failed', returnTo: attempt.return_to })
  return welcome(options, request, reply, {
    ...signedIn,
    isFresh: attempt.step_up,
    returnTo: attempt.return_to,
  })
}

async function welcome(
  options: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: {
    readonly account: string | null
    readonly email: string | null
    readonly idToken: string
    readonly authAt: Date | null
    readonly isFresh: boolean
    readonly returnTo: string
  },
) {
  const { account, email, idToken, authAt, returnTo } = signedIn
  const outcome = await transaction(options.pool, async (tx) => {
    const user = account === null ? undefined : await tx.first(userByAccount(account))
    if (!user) return { problem: 'unknown' as const }
    if (user.status !== 'active') return { problem: 'disabled' as const }
    if (email !== null) await tx.run(noteEmail(user.id, email))
    const ticket = await issueTicket(tx, { kind: 'sso', userId: user.id, idToken, authAt }, options.now())
    return { ticket, language: user.language }
  })
  const who = { account, address: request.ip, isFresh: signedIn.isFresh }
  if (outcome.ticket === undefined) {
    eventLog(request).warn({ ...who, reason: outcome.problem }, 'a sign-in was refused')
    const exit = await options.client.endSessionAddress(idToken)
    return problemPage(request, reply, 403, { text: outcome.problem, account: account ?? '/', returnTo, exit })
  }
  eventLog(request).info(who, 'somebody signed in')
  const { name, ...place } = languageCookie(options.publicUrl)
  if (outcome.language) reply.setCookie(name, outcome.language, { ...place, sameSite: 'lax', maxAge: LANGUAGE_SECONDS })
  return reply.header('cache-control', 'no-store').redirect(withTicket(returnTo, outcome.ticket))
}

/** Sign-ins are logged at every level except with the log switched off. */
function eventLog({ log }: FastifyRequest): FastifyRequest['log'] {
  return log.level === 'silent' ? log : log.child({}, { level: 'info' })
}

/** Shows the problem and waits for the person: nothing redirects automatically, so no loop is possible. */
function problemPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  problem: {
    readonly text: 'unknown' | 'disabled' | 'failed' | 'unavailable' | 'tooMany'
    readonly account?: string
    readonly returnTo: string
    readonly exit?: string | null
  },
) {
  const language = pageLanguage(undefined, request.headers['accept-language'])
  const texts = accessTexts(language).refused
  const again = `/api/v1/auth/authorize?returnTo=${encodeURIComponent(problem.returnTo)}`
  const body = html`<h1>${texts.title}</h1>
    <p>${interpolate(texts[problem.text], { account: problem.account ?? '' })}</p>
    ${problem.exit ? html`<a class="primary" href="${problem.exit}">${texts.other}</a>` : html`<a class="primary" href="${again}">${texts.again}</a>`}`
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(htmlPage({ language, title: texts.title, body }))
}

/** Return address of the sign-in window over a covered page (`returnTo` of that window). */
const PATH = '/api/v1/auth/signed-in'

/**
 * Passes the ticket to the waiting window of this browser and closes. The channel reaches only pages of this origin,
 * and `for` identifies the waiting one; an opener reference would be lost across a provider elsewhere.
 */
const SCRIPT = `const query = new URLSearchParams(location.search)
history.replaceState(null, '', location.pathname)
const channel = new BroadcastChannel('sign-in')
const to = query.get('for')
channel.onmessage = ({ data }) => { if (data.to === to && data.taken) window.close() }
channel.postMessage({ to, ticket: query.get('token') })
`

/** The last page of a sign-in in a separate window. */
function registerSignedInPage(app: FastifyInstance): void {
  app.get(PATH, page)
  app.get(`${PATH}.js`, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT))
}

async function page(request: FastifyRequest, reply: FastifyReply) {
  const { lang } = request.query as { lang?: unknown }
  const language = pageLanguage(typeof lang === 'string' ? lang : undefined, request.headers['accept-language'])
  const texts = accessTexts(language).signedIn
  const body = html`<h1>${texts.title}</h1>
    <p>${texts.lead}</p>
    <a class="second" href="/">${texts.home}</a>`
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(htmlPage({ language, title: texts.title, body, script: `${PATH}.js` }))
}
