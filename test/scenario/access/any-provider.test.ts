import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, call, type SignedIn, ticketOf } from '#kernel/testing/browser.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type IdentityProvider, identityProvider, type ProviderKind } from '#test/helpers/servers/identity-provider.ts'
import { freePort, type RunningServer, runServer, withAccounts } from '#test/helpers/servers/running-server.ts'

// docs/operations.md promises any OpenID Connect provider. These differ from the demonstration's, and from one another,
// in what the protocol leaves open: how tokens are signed, how a client authenticates, where claims are, which
// endpoints exist.

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
