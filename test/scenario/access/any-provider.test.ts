import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { machineTime } from '#kernel/base/clock/clock.ts'
import { Browser, call, type SignedIn, ticketOf } from '#kernel/testing/browser.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { freePort, type RunningServer, runServer, withAccounts } from '../../helpers/servers/running-server.ts'

/** How one company's OpenID Connect provider differs from another's. */
interface ProviderKind {
  /** The path of the issuer, with or without a slash at its end. */
  readonly path: string
  readonly algorithm: 'RS256' | 'ES256'
  readonly secret: { readonly by: 'client_secret_basic' | 'client_secret_post' | 'none'; readonly value: string }
  /** Claims of the person who signs in, in addition to those that the protocol demands. */
  readonly inToken: Readonly<Record<string, unknown>>
  /** Undefined: it has no such endpoint. */
  readonly inUserInfo?: Readonly<Record<string, unknown>>
  readonly hasExit: boolean
  readonly hasScopes: boolean
}

interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  /** The methods by which the client has authenticated itself. */
  readonly authentications: string[]
  start(): Promise<void>
  stop(): Promise<void>
}

const SUBJECT = 'b1946ac9-2492-4d23'

/** A provider that shares no code with the one of the demonstration, nor a library. It signs everybody in without asking. */
async function identityProvider(kind: ProviderKind): Promise<IdentityProvider> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const issuer = `${origin}${kind.path}`
  const clientId = 'office & co'
  const keys =
    kind.algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const codes = new Map<string, { readonly challenge: string; readonly nonce: string; readonly redirect: string }>()
  const authentications: string[] = []
  const at = (name: string) => `${origin}/endpoints/${name}`
  const metadata = {
    issuer,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    jwks_uri: at('keys'),
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: [kind.algorithm],
    token_endpoint_auth_methods_supported: [kind.secret.by],
    ...(kind.inUserInfo ? { userinfo_endpoint: at('userinfo') } : {}),
    ...(kind.hasExit ? { end_session_endpoint: at('exit') } : {}),
    ...(kind.hasScopes ? { scopes_supported: ['openid', 'profile', 'email'] } : {}),
  }

  function authorize(url: URL, response: ServerResponse): void {
    const asked = (name: string) => url.searchParams.get(name) ?? ''
    const known = ['openid', 'profile', ...(kind.hasScopes ? ['email'] : [])]
    const isRight =
      asked('client_id') === clientId &&
      asked('response_type') === 'code' &&
      asked('code_challenge_method') === 'S256' &&
      asked('scope')
        .split(' ')
        .every((scope) => known.includes(scope))
    if (!isRight) return answer(response, 400, { error: 'invalid_request' })
    const code = randomUUID()
    codes.set(code, { challenge: asked('code_challenge'), nonce: asked('nonce'), redirect: asked('redirect_uri') })
    const back = new URL(asked('redirect_uri'))
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked('state'))
    response.writeHead(302, { location: back.href }).end()
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request))
    const by = authenticationOf(request, form)
    authentications.push(by)
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (by !== kind.secret.by) return answer(response, 401, { error: 'invalid_client' })
    if (grant?.challenge !== verifier || grant.redirect !== form.get('redirect_uri'))
      return answer(response, 400, { error: 'invalid_grant' })
    const now = Math.floor(machineTime() / 1000)
    const claims = {
      iss: issuer,
      sub: SUBJECT,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...kind.inToken,
    }
    answer(response, 200, {
      access_token: 'for-the-userinfo',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: signed(kind.algorithm, keys.privateKey, claims),
    })
  }

  function authenticationOf({ headers }: IncomingMessage, form: URLSearchParams): string {
    const [, basic] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? []
    // The protocol has both parts encoded as in a form before they are put together.
    const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
    const expected = `${encode(clientId)}:${encode(kind.secret.value)}`
    if (basic !== undefined)
      return Buffer.from(basic, 'base64').toString() === expected ? 'client_secret_basic' : 'a wrong basic'
    if (form.get('client_id') !== clientId) return 'another client'
    if (!form.has('client_secret')) return 'none'
    return form.get('client_secret') === kind.secret.value ? 'client_secret_post' : 'a wrong secret'
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    const discovery = `${kind.path.replace(/\/$/, '')}/.well-known/openid-configuration`
    if (url.pathname === discovery) return answer(response, 200, metadata)
    if (url.pathname === '/endpoints/authorize') return authorize(url, response)
    if (url.pathname === '/endpoints/token') return token(request, response)
    if (url.pathname === '/endpoints/keys')
      return answer(response, 200, {
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: kind.algorithm }],
      })
    if (url.pathname === '/endpoints/userinfo' && request.headers.authorization === 'Bearer for-the-userinfo')
      return answer(response, 200, { sub: SUBJECT, ...kind.inUserInfo })
    answer(response, 404, { error: 'not_found' })
  }

  let server: Server | undefined
  return {
    issuer,
    clientId,
    authentications,
    async start() {
      const started = createServer((request, response) => void handle(request, response))
      await new Promise<void>((done) => started.listen(port, '127.0.0.1', done))
      server = started
    },
    async stop() {
      server?.closeAllConnections()
      await new Promise((done) => (server ? server.close(done) : done(undefined)))
    },
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

function signed(algorithm: ProviderKind['algorithm'], key: KeyObject, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${part({ alg: algorithm, kid: '1', typ: 'JWT' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

// docs/operations.md promises any OpenID Connect provider. These differ from the demonstration's, and from one another, in what the
// protocol leaves open: how tokens are signed, how a client authenticates, where claims are, which endpoints exist.

interface Company {
  readonly what: string
  readonly kind: ProviderKind
  readonly claim: string
  readonly account: string
  readonly email: string
}

const COMPANIES: readonly Company[] = [
  {
    what: 'signs with ES256, takes the client secret in the form, names the account in the ID token and the mailbox in userinfo, and has no end-session address',
    kind: {
      path: '/',
      algorithm: 'ES256',
      secret: { by: 'client_secret_post', value: 's3cret: with/odd +characters%' },
      inToken: { upn: 'in.rsd' },
      // The identity comes from the token, which is signed.
      inUserInfo: { upn: 'in.manager', email: 'rsd@company.example', email_verified: true },
      hasExit: false,
      hasScopes: true,
    },
    claim: 'upn',
    account: 'in.rsd',
    email: 'rsd@company.example',
  },
  {
    what: 'signs with RS256, takes the client secret in the header, names the account as a number in userinfo only, and has an end-session address',
    kind: {
      path: '/realms/company',
      algorithm: 'RS256',
      secret: { by: 'client_secret_basic', value: 's3cret: with/odd +characters%' },
      inToken: {},
      inUserInfo: { employee_number: 4711, email: 'unverified@company.example', email_verified: false },
      hasExit: true,
      hasScopes: true,
    },
    claim: 'employee_number',
    account: '4711',
    // A mailbox that is not verified does not replace the known one.
    email: 'in.tl@example.test',
  },
  {
    what: 'has clients without a secret, an issuer that ends in a slash, and neither userinfo nor a list of scopes',
    kind: {
      path: '/tenant/',
      algorithm: 'ES256',
      secret: { by: 'none', value: '' },
      inToken: { preferred_username: 'in.channel', email: 'channel@company.example' },
      hasExit: false,
      hasScopes: false,
    },
    claim: '',
    account: 'in.channel',
    email: 'channel@company.example',
  },
]

let databaseUrl: string

beforeAll(async () => {
  databaseUrl = await withAccounts(await testDatabase())
})

describe.each(COMPANIES)('a provider that $what', ({ kind, claim, account, email }) => {
  let provider: IdentityProvider
  let server: RunningServer

  beforeAll(async () => {
    provider = await identityProvider(kind)
    const port = String(await freePort())
    const environment = {
      PORT: port,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: kind.secret.value,
      OIDC_ACCOUNT_CLAIM: claim,
    }
    // The provider is only started once the product runs.
    server = await runServer(databaseUrl, { environment })
    await server.query(`update app_user set account = '4711' where account = 'in.tl'`)
  })

  afterAll(async () => {
    await server?.close()
    await provider?.stop()
  })

  it('people sign in through any OpenID provider by configuration alone, also when it was down while the product started', async () => {
    const browser = new Browser(server.origin)
    const away = await browser.visit('/api/v1/auth/authorize?returnTo=/index')
    expect(away.status).toBe(503)
    await provider.start()
    const { address } = await browser.follow('/api/v1/auth/authorize?returnTo=/index')
    const { status, body } = await call<{ data: SignedIn }>(server.origin, '/api/v1/auth/exchange', {
      body: { ticket: ticketOf(address) },
    })
    expect([status, body.data.user.userAccount]).toEqual([200, account])
    expect(provider.authentications).toEqual([kind.secret.by])
    const rows = await server.query('select email from app_user where account = $1', [account])
    expect(rows).toEqual([{ email }])

    const session = body.data
    const left = await call<{ data: { ssoLogoutUrl?: string } }>(server.origin, '/api/v1/admin/logout', {
      body: {},
      session,
    })
    expect(left.status).toBe(kind.hasExit ? 200 : 400)
  })
})
