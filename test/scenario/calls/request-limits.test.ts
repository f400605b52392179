import Type from 'typebox'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { addressKey, requestMeter } from '#kernel/platform/access/request-meter.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { createServer } from '#kernel/platform/http/server.ts'
import { REQUEST_SECONDS } from '#kernel/platform/http/time-limit.ts'
import { call, signIn } from '#kernel/testing/browser.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type RunningServer, runServer, withAccounts } from '#test/helpers/servers/running-server.ts'

const CURRENT = '/api/v1/admin/user/current'

interface Failure {
  readonly code: number | string
  readonly msg: string
  readonly error?: { readonly key: string }
  readonly data?: { readonly csrfToken?: string }
}

let databaseUrl: string
let servers: RunningServer[] = []

beforeAll(async () => {
  databaseUrl = await withAccounts(await testDatabase())
  const environment = { REQUESTS_PER_PERSON: '200', REQUESTS_PER_MINUTE: '100000' }
  servers = [await runServer(databaseUrl, { environment }), await runServer(databaseUrl, { environment })]
})

afterAll(async () => {
  for (const server of servers) await server.close()
})

afterEach(() => void vi.useRealTimers())

const at = (index: number) => servers[index % servers.length]?.origin ?? ''

/** Somewhere in the middle of a minute, so that a test does not run over into the next one. */
function stay(): void {
  const ms = productNow().getTime() % 60_000
  for (const server of servers) server.advance((ms > 20_000 ? 60_000 - ms : 0) / 1000)
}

describe('the request limit of one person', () => {
  it('requests of one person are counted over sessions and processes without affecting other people', async () => {
    stay()
    const [one, other, neighbour] = [
      await signIn(at(0), 'in.rsm'),
      await signIn(at(1), 'in.rsm'),
      await signIn(at(0), 'id.rsm'),
    ]
    const statuses: number[] = []
    for (let count = 0; count < 210; count += 1) {
      const session = count % 3 === 0 ? one : other
      statuses.push((await call(at(count), CURRENT, { session })).status)
    }
    const admitted = statuses.filter((status) => status === 200).length
    // Each of the two processes may be two requests behind the other: a hundredth of the limit.
    expect(admitted).toBeGreaterThanOrEqual(190)
    expect(admitted).toBeLessThanOrEqual(204)
    expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429])
    const refused = await call<Failure>(at(0), CURRENT, { session: one })
    expect([refused.status, refused.body.error?.key]).toEqual([429, 'http.tooMany'])
    expect((await call(at(0), CURRENT, { session: neighbour })).status).toBe(200)
    for (const server of servers) server.advance(60)
    expect((await call(at(0), CURRENT, { session: one })).status).toBe(200)
  })
})

describe('the request meter', () => {
  it('the request meter admits at most one per cent too many parallel requests per process', async () => {
    const pool = createPool({ databaseUrl, max: 4, name: 'meters' })
    const now = new Date('2026-03-01T10:00:10Z')
    const meters = [0, 1, 2].map(() => requestMeter(pool, () => now))
    const results = await Promise.all(
      meters.flatMap((meter) => Array.from({ length: 1_000 }, () => meter.count('requests person 7', 1_000))),
    )
    const admitted = results.filter(({ hits }) => hits <= 1_000).length
    expect(admitted).toBeLessThanOrEqual(1_030)
    await pool.end()
  })

  it('the request meter refuses nobody while the database is down', async () => {
    const pool = createPool({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', max: 1, name: 'nowhere' })
    const meter = requestMeter(pool, productNow)
    await expect(meter.count('requests person 7', 10)).resolves.toMatchObject({ hits: 1 })
    await pool.end()
  })

  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('the request meter counts the address %s as %s', (ip, key) => expect(addressKey(ip)).toBe(key))
})

describe('the CSRF token', () => {
  it('the CSRF token is renewed after half an hour, and the old one is valid for four hours', async () => {
    const server = await runServer(databaseUrl)
    const session = await signIn(server.origin, 'in.rsm')
    const write = (csrfToken: string) =>
      call<Failure>(server.origin, '/api/v1/admin/user/language', {
        body: { language: 'en' },
        session: { ...session, csrfToken },
      })
    const ask = async () =>
      (await call<Failure>(server.origin, '/api/v1/auth/csrf', { session })).body.data?.csrfToken ?? ''
    expect(await ask()).toBe(session.csrfToken)
    server.advance(31 * 60)
    const [second, same] = await Promise.all([ask(), ask()])
    expect([second === session.csrfToken, same]).toEqual([false, second])
    expect([(await write(session.csrfToken)).status, (await write(second)).status]).toEqual([200, 200])
    server.advance(210 * 60)
    const old = await write(session.csrfToken)
    expect([old.status, old.body.code, old.body.msg]).toEqual([403, 'WEB-SECURITY-1001', 'CSRF has been renewed'])
    expect((await write(second)).status).toBe(200)
    server.advance(40 * 60)
    expect((await write(second)).body.code).toBe('WEB-SECURITY-1001')
    expect((await write(await ask())).status).toBe(200)
    await server.close()
  })
})

describe('the time limit of a request', () => {
  const note = prepared<void>(
    'test late write',
    `insert into rate_limit values ('late', 1, product_now()) on conflict (key) do update set hits = 2`,
  )

  it('a request that exceeds its time limit is answered and its transaction rolled back', async () => {
    const pool = createPool({ databaseUrl, max: 2, name: 'late' })
    const { promise: isWriting, resolve: writing } = Promise.withResolvers<void>()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: ended, resolve: hasEnded } = Promise.withResolvers<void>()
    const slow = defineRoute({
      method: 'POST',
      path: '/slow',
      right: { public: 'for this test' },
      summary: '',
      mode: 'write',
      data: Type.Object({}),
      async handler(tx) {
        await tx.run(note())
        writing()
        await mayEnd
        setImmediate(hasEnded)
        return {}
      },
    })
    const app = await createServer({
      runtime: { pool, now: productNow },
      meter: requestMeter(pool, productNow),
      limits: () => ({ address: 1_000, person: 1_000 }),
      scanner: null,
      routes: [slow],
      rights: new Set(),
      pathValues: {},
      pages: { folder: '/nowhere', phonePaths: [] },
      publicUrl: 'https://office.example.org',
      trustProxy: false,
      logLevel: 'silent',
      raw: () => {},
    })
    await app.ready()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = app.inject({ method: 'POST', url: '/slow', payload: {} })
    await isWriting
    vi.advanceTimersByTime(REQUEST_SECONDS * 1000)
    vi.useRealTimers()
    const { statusCode, headers, body } = await answer
    expect([statusCode, JSON.parse(body)]).toEqual([
      503,
      expect.objectContaining({ error: expect.objectContaining({ key: 'http.timedOut' }) }),
    ])
    expect(headers.connection).toBe('close')
    end()
    await ended
    await app.close()
    await pool.end()
    expect(await servers[0]?.query(`select hits from rate_limit where key = 'late'`)).toEqual([])
  })

  it('the headers of a request have 30 seconds and the longest upload five minutes', () => {
    const server = servers[0]?.app.server
    expect([server?.headersTimeout, server?.requestTimeout, server?.timeout]).toEqual([30_000, 300_000, 180_000])
  })
})

describe('an installation behind TLS', () => {
  let server: RunningServer

  beforeAll(async () => {
    const environment = {
      PUBLIC_URL: 'https://office.example.org',
      OIDC_ISSUER: `${servers[0]?.origin}/oidc`,
      OIDC_CLIENT_ID: 'back-office',
    }
    server = await runServer(databaseUrl, { environment })
  })

  afterAll(() => server.close())

  it('every answer of an installation behind TLS carries the security headers', async () => {
    for (const path of [CURRENT, '/healthz', '/livez', '/no/such', '/openapi.json', '/docs', '/docs/docs.js']) {
      const { headers } = await fetch(server.origin + path, { headers: { origin: 'https://elsewhere.example' } })
      const of = (name: string) => headers.get(name) ?? ''
      expect([path, of('strict-transport-security')]).toEqual([path, 'max-age=31536000; includeSubDomains'])
      expect([path, of('x-content-type-options')]).toEqual([path, 'nosniff'])
      expect([path, of('cross-origin-resource-policy')]).toEqual([path, 'same-origin'])
      expect(of('content-security-policy')).toMatch(/default-src '(none|self)'/)
      expect(of('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(of('content-security-policy')).not.toMatch(/script-src[^;]*((?<!'wasm-)unsafe|\*|data:|blob:)/)
      expect(of('referrer-policy')).toMatch(/no-referrer|same-origin/)
      expect([path, headers.get('server'), headers.get('x-powered-by')]).toEqual([path, null, null])
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null])
      expect([path, of('content-type')]).toEqual([
        path,
        expect.stringMatching(/^(application\/json|text\/\w+); charset=utf-8$/),
      ])
      if (path === CURRENT) expect(of('cache-control')).toBe('no-store')
    }
    const page = await fetch(`${server.origin}/docs`)
    expect(page.headers.get('permissions-policy')).toContain('camera=(self)')
    expect(page.headers.get('content-security-policy')).toContain("script-src-attr 'none'")
  })

  it('the server serves only its pages, no sources, no folders and no TRACE', async () => {
    for (const path of [
      '/.git/config',
      '/package.json',
      '/src/app/main.ts',
      '/assets/',
      '/docs/',
      '/../package.json',
    ]) {
      const answer = await server.app.inject({ url: path })
      expect([path, answer.body.includes('[core]'), answer.body.includes('"dependencies"')]).toEqual([
        path,
        false,
        false,
      ])
      expect([path, answer.body.includes('Index of') || answer.body.includes('import ')]).toEqual([path, false])
    }
    expect((await say('TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).slice(0, 12)).toMatch(/ 40[045]/)
  })

  /** Byte for byte, as no client would send it. */
  const say = (bytes: string) =>
    new Promise<string>((answered, fail) => {
      let answer = ''
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
      socket.on('close', () => answered(answer))
      socket.on('error', fail)
    })

  it('a request with two lengths is refused', async () => {
    const head = `POST ${CURRENT} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`
    const inner = `GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`
    for (const lengths of [
      'content-length: 4\r\ntransfer-encoding: chunked',
      'content-length: 4\r\ncontent-length: 5',
    ]) {
      const answer = await say(`${head}${lengths}\r\n\r\n0\r\n\r\n${inner}`)
      expect([lengths, answer.match(/^HTTP\/1\.1 \d+/gm)]).toEqual([lengths, ['HTTP/1.1 400']])
    }
  })

  it("the header with the caller's address is trusted only behind a trusted proxy", async () => {
    const trusting = await runServer(databaseUrl, { environment: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '2' } })
    const strict = await runServer(databaseUrl, { environment: { REQUESTS_PER_MINUTE: '2' } })
    const ask = async (of: RunningServer) => {
      const answers: number[] = []
      for (const end of [7, 8, 9, 10, 11]) {
        const headers = { 'x-forwarded-for': `203.0.113.${end}` }
        answers.push((await of.app.inject({ url: CURRENT, headers })).statusCode)
      }
      return answers
    }
    expect(await ask(trusting)).not.toContain(429)
    expect(await ask(strict)).toContain(429)
    await Promise.all([trusting.close(), strict.close()])
  })

  it('the sign-in cookie is bound to the host with TLS and to the sign-in path without', async () => {
    const path = '/api/v1/auth/authorize?moved=1'
    const own = await server.app.inject({ url: path })
    expect([own.statusCode, String(own.headers['set-cookie'])]).toEqual([
      302,
      expect.stringMatching(/^__Host-sign_in_browser=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    const plain = await servers[0]?.app.inject({ url: path })
    expect([plain?.statusCode, String(plain?.headers['set-cookie'])]).toEqual([
      302,
      expect.stringMatching(/^sign_in_browser=[^;]+; Max-Age=3600; Path=\/api\/v1\/auth; HttpOnly; SameSite=Lax$/),
    ])
  })
})
