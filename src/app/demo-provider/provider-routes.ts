import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type Tx, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { pageLanguage } from '#kernel/platform/access/page.ts'
import { countHit, hitsOf } from '#kernel/platform/access/rate-limit.ts'
import { passwordMatches } from './password.ts'
import { expiredPage, SIGN_OUT_SCRIPT, type ShownAccount, type SignInProblem, signInPage } from './sign-in-page.ts'

export interface ProviderRoutesOptions {
  readonly provider: Provider
  readonly pool: TransactionPool
  readonly now: () => Date
  /** The demonstration lists its accounts and signs in with a click. */
  readonly demonstration: boolean
}

const identityOf = prepared<{ password_hash: string }>(
  'identity of account',
  'select i.password_hash from demo_identity i join app_user u on u.id = i.user_id where u.account = $1',
)

const shownAccounts = prepared<ShownAccount>(
  'shown accounts',
  `select u.account, u.name_zh as "titleZh", u.name_en as "titleEn"
     from demo_identity i join app_user u on u.id = i.user_id where u.status = 'active' order by u.id`,
)

/** Only failures are counted, so that an office behind one address is not locked out in the morning. */
const FAILURES = { perAccount: 10, perAddress: 100, windowSeconds: 300 }

interface SignInForm {
  readonly account: string
  readonly password: string
  readonly pick: string
  readonly lang: string
}

/** The provider under `/oidc`: its protocol addresses, and its sign-in page. */
export function registerProvider(app: FastifyInstance, options: ProviderRoutesOptions): void {
  const callback = options.provider.callback()
  // The provider parses the body itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/oidc/*',
    handler: async (request, reply) => {
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      const raw = request.raw as typeof request.raw & { originalUrl?: string }
      raw.originalUrl = raw.url
      raw.url = raw.url?.slice('/oidc'.length) || '/'
      await callback(raw, reply.raw)
    },
  })
  app.get('/oidc/sign-out.js', (_request, reply) => reply.type('text/javascript').send(SIGN_OUT_SCRIPT))
  app.register(async (pages) => {
    pages.removeContentTypeParser('*')
    pages.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, formOf(body as string)),
    )
    pages.get<{ Params: { uid: string } }>('/oidc/interaction/:uid', (request, reply) =>
      showPage(options, request, reply, null),
    )
    pages.post<{ Params: { uid: string }; Body: SignInForm }>('/oidc/interaction/:uid', (request, reply) =>
      signIn(options, request, reply),
    )
  })
}

function formOf(body: string): SignInForm {
  const fields = new URLSearchParams(body)
  const field = (name: string) => (fields.get(name) ?? '').slice(0, 200)
  return { account: field('account').trim(), password: field('password'), pick: field('pick'), lang: field('lang') }
}

function languageOfRequest(request: FastifyRequest) {
  const asked = (request.query as { lang?: unknown }).lang ?? (request.body as SignInForm | undefined)?.lang
  return pageLanguage(typeof asked === 'string' ? asked : undefined, request.headers['accept-language'])
}

async function isOpen(options: ProviderRoutesOptions, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  try {
    const details = await options.provider.interactionDetails(request.raw, reply.raw)
    return details.uid === (request.params as { uid: string }).uid && details.prompt.name === 'login'
  } catch (error) {
    if ((error as Error).name === 'SessionNotFound') return false
    throw error
  }
}

async function showPage(
  options: ProviderRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: SignInProblem | null,
) {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
  const language = languageOfRequest(request)
  const { uid } = request.params as { uid: string }
  if (!(await isOpen(options, request, reply))) return reply.code(400).send(expiredPage(language))
  const accounts = options.demonstration ? await reading(options.pool, (tx) => tx.rows(shownAccounts())) : []
  const account = (request.body as SignInForm | undefined)?.account ?? ''
  const status = problem === null ? 200 : problem === 'blocked' ? 429 : 401
  return reply.code(status).send(signInPage({ language, uid, account, problem, accounts }))
}

async function signIn(options: ProviderRoutesOptions, request: FastifyRequest, reply: FastifyReply) {
  const form = (request.body ?? formOf('')) as SignInForm
  if (!(await isOpen(options, request, reply))) return showPage(options, request, reply, null)
  const outcome = await reading(options.pool, (tx) => checked(tx, options, form, request.ip))
  if (typeof outcome !== 'object') return showPage(options, request, reply, outcome)
  const result = { login: { accountId: outcome.account, amr: ['pwd'], remember: true } }
  const next = await options.provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  })
  return reply.redirect(next, 303)
}

async function checked(
  tx: Tx,
  options: ProviderRoutesOptions,
  form: SignInForm,
  address: string,
): Promise<SignInProblem | { account: string }> {
  if (options.demonstration && form.pick !== '') {
    return (await tx.first(identityOf(form.pick))) ? { account: form.pick } : 'wrong'
  }
  const now = options.now()
  const keys = [`password ${address} ${form.account}`, `password ${address}`] as const
  const [ofAccount, ofAddress] = [await hitsOf(tx, keys[0], now), await hitsOf(tx, keys[1], now)]
  if (ofAccount >= FAILURES.perAccount || ofAddress >= FAILURES.perAddress) return 'blocked'
  const identity = await tx.first(identityOf(form.account))
  if (await passwordMatches(form.password, identity?.password_hash)) return { account: form.account }
  for (const key of keys) await countHit(tx, key, FAILURES.windowSeconds, now)
  return 'wrong'
}
