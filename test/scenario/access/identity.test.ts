import Fastify, { type FastifyInstance } from 'fastify'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { providerKeys } from '#app/demo-provider/keys.ts'
import { registerProvider } from '#app/demo-provider/provider-routes.ts'
import { createProvider } from '#app/demo-provider/provider.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { Browser, call, signIn, signInByPage, ticketOf, type SignedIn } from '#kernel/testing/browser.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { makeSession } from '#test/helpers/servers/requests.ts'
import { freePort, type RunningServer, runServer, withAccounts } from '#test/helpers/servers/running-server.ts'

interface Envelope<T = unknown> {
  readonly code: number
  readonly msg: string
  readonly data: T
  readonly error: { readonly key: string }
}

let databaseUrl: string

beforeAll(async () => {
  databaseUrl = await withAccounts(await testDatabase())
})

describe('an external identity provider', () => {
  let provider: FastifyInstance
  let server: RunningServer
  /** The provider has a database of its own. */
  let elsewhere: Pool

  /** The demonstration provider again, but as a stranger: another origin, a client of its own, another claim for the account. */
  beforeAll(async () => {
    const [issuerPort, port] = [await freePort(), await freePort()]
    const issuer = `http://localhost:${issuerPort}/oidc`
    const pool = createPool({ databaseUrl: await withAccounts(await testDatabase()), max: 2, name: 'test provider' })
    elsewhere = pool
    const keys = await providerKeys(pool)
    provider = Fastify()
    provider.addHook('onClose', () => pool.end())
    await provider.register(async (scope) => {
      const options = {
        pool,
        issuer,
        publicUrl: `http://localhost:${port}`,
        clientId: 'elsewhere',
        keys,
        trustProxy: false,
      }
      const made = createProvider({ ...options, onFault: () => undefined })
      registerProvider(scope, { provider: made, pool, now: productNow, demonstration: false })
    })
    await provider.listen({ port: issuerPort })
    const environment = {
      PORT: String(port),
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'elsewhere',
      OIDC_CLIENT_SECRET: keys.clientSecret,
      OIDC_ACCOUNT_CLAIM: 'sub',
    }
    server = await runServer(databaseUrl, { environment })
  })

  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  it('an external identity provider signs people in by configuration alone, and the built-in one is not served', async () => {
    const { address } = await signInByPage(new Browser(server.origin), 'in.rsd')
    expect(new URL(address).origin).toBe(server.origin)
    const { body } = await call<Envelope<SignedIn>>(server.origin, '/api/v1/auth/exchange', {
      body: { ticket: ticketOf(address) },
    })
    expect(body.data.user.userAccount).toBe('in.rsd')
    expect((await fetch(`${server.origin}/oidc/.well-known/openid-configuration`)).status).toBe(404)
  })

  it('an external identity provider updates the mail address of an account, and a missing or bad one changes nothing', async () => {
    const emailOf = () => server.query<{ email: string | null }>(`select email from app_user where account = 'in.rsd'`)
    await elsewhere.query(`update app_user set email = 'desk@example.test' where account = 'in.rsd'`)
    await signInByPage(new Browser(server.origin), 'in.rsd')
    expect(await emailOf()).toEqual([{ email: 'desk@example.test' }])
    for (const email of [null, 'not a mailbox@example.test']) {
      await elsewhere.query('alter table app_user drop constraint if exists app_user__email')
      await elsewhere.query(`update app_user set email = $1 where account = 'in.rsd'`, [email])
      await signInByPage(new Browser(server.origin), 'in.rsd')
      expect(await emailOf()).toEqual([{ email: 'desk@example.test' }])
    }
  })

  it('the sign-in page lists no accounts outside a demonstration', async () => {
    const page = await new Browser(server.origin).follow('/api/v1/auth/authorize?returnTo=/')
    expect(await page.response.text()).not.toContain('hq.budget')
  })

  it('an unreachable identity provider is reported to the person and tried again at the next sign-in', async () => {
    const [issuerPort, port] = [await freePort(), await freePort()]
    const environment = { PORT: String(port), OIDC_ISSUER: `http://localhost:${issuerPort}/oidc`, OIDC_CLIENT_ID: 'x' }
    const alone = await runServer(databaseUrl, { environment })
    try {
      const page = await new Browser(alone.origin).visit('/api/v1/auth/authorize')
      expect([page.status, await page.text()]).toEqual([
        503,
        expect.stringContaining('The sign-in service cannot be reached'),
      ])
    } finally {
      await alone.close()
    }
  })
})

describe('an identity provider without sign-out', () => {
  let provider: Server
  let server: RunningServer

  beforeAll(async () => {
    const port = await freePort()
    const issuer = `http://localhost:${port}`
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    }
    provider = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
    })
    await new Promise<void>((resolve) => provider.listen(port, resolve))
    expect((provider.address() as AddressInfo).port).toBe(port)
    server = await runServer(databaseUrl, { environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x' } })
  })

  afterAll(async () => {
    await server.close()
    provider.close()
  })

  it('an identity provider without sign-out is named when a person signs out', async () => {
    const session = await makeSession(server.pool, 'in.tl', 60)
    const { status, body } = await call<Envelope>(server.origin, '/api/v1/admin/logout', { body: {}, session })
    expect([status, body.error.key, body.msg]).toEqual([
      400,
      'access.ssoExitMissing',
      'Please configure the SSO exit (logout) address first',
    ])
    expect((await call(server.origin, '/api/v1/admin/user/current', { session })).status).toBe(200)
  })
})

describe('a sign-in', () => {
  it('a sign-in moves the browser to the public address once', async () => {
    const server = await runServer(databaseUrl)
    try {
      const byNumber = server.origin.replace('localhost', '127.0.0.1')
      const moved = await new Browser(byNumber).visit('/api/v1/auth/authorize?returnTo=%2Findex')
      expect(moved.headers.get('location')).toBe(`${server.origin}/api/v1/auth/authorize?returnTo=%2Findex&moved=1`)
      const still = await new Browser(byNumber).visit('/api/v1/auth/authorize?returnTo=%2Findex&moved=1')
      expect(still.headers.get('location')).toContain('/oidc/auth?')
    } finally {
      await server.close()
    }
  })

  it('a sign-in and a failed one are logged with person, address and reason', async () => {
    const server = await runServer(databaseUrl)
    const lines: unknown[] = []
    const write = (fields: unknown, text: unknown) => void lines.push([text, fields])
    const { log } = server.app
    const child = log.child.bind(log)
    vi.spyOn(log, 'child').mockImplementation((bindings, options) => {
      const heard = Object.assign(child(bindings, options), { level: 'error', info: write, warn: write })
      return Object.assign(heard, { child: () => heard })
    })
    try {
      await signInByPage(new Browser(server.origin), 'in.rsm')
      await server.query(`update app_user set status = 'disabled' where account = 'in.tl'`)
      await signInByPage(new Browser(server.origin), 'in.tl')
      const who = (account: string) => ({ account, address: expect.stringMatching(/127\.0\.0\.1|::1/), isFresh: false })
      expect(lines).toEqual([
        ['somebody signed in', who('in.rsm')],
        ['a sign-in was refused', { ...who('in.tl'), reason: 'disabled' }],
      ])
    } finally {
      await server.close()
    }
  })

  it('sign-ins of an address and calls of a session are limited over all processes', async () => {
    const server = await runServer(databaseUrl, { environment: { REQUESTS_PER_MINUTE: '30' } })
    try {
      const session = await signIn(server.origin, 'in.rsm')
      await server.query(`update rate_limit set hits = 300 where key like 'sign-in %'`)
      const page = await new Browser(server.origin).visit('/api/v1/auth/authorize')
      expect([page.status, await page.text()]).toEqual([429, expect.stringContaining('Too many sign-ins')])
      const statuses: number[] = []
      for (let count = 0; count < 31; count += 1)
        statuses.push((await call(server.origin, '/api/v1/admin/user/current', { session })).status)
      // The sign-in's own calls count too.
      expect(statuses[0]).toBe(200)
      expect(statuses.lastIndexOf(200)).toBeLessThan(statuses.indexOf(429))
      expect((await call(server.origin, '/api/v1/admin/user/current')).status).toBe(429)
    } finally {
      await server.close()
    }
  })

  it('calls answer 503 while the database is down and reveal nothing about it', async () => {
    const environment = { OIDC_ISSUER: 'http://localhost:1', OIDC_CLIENT_ID: 'x' }
    const server = await runServer('postgres://nobody@127.0.0.1:1/none', { environment })
    try {
      const session = { token: 't'.repeat(43), csrfToken: '' }
      const { status, body } = await call<Envelope>(server.origin, '/api/v1/admin/user/current', { session })
      expect([status, body.error.key, body.msg]).toEqual([503, 'http.busy', 'The system is busy, please try again'])
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(503)
      expect((await fetch(`${server.origin}/livez`)).status).toBe(200)
      expect((await new Browser(server.origin).visit('/api/v1/auth/authorize')).status).toBe(503)
    } finally {
      await server.close()
    }
  })
})
