import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Type from 'typebox'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRights } from '#kernel/platform/http/right-check.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { call, signIn, type SignedIn } from '#kernel/testing/browser.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type RunningServer, runServer, withAccounts } from '#test/helpers/servers/running-server.ts'

interface Failure {
  readonly code: number | string
  readonly msg: string
  readonly requestId: string
  readonly error: { readonly key: string; readonly field?: string }
  readonly errors: { readonly field?: string }[]
}

let server: RunningServer
let channel: SignedIn
let webFolder: string

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(webFolder, 'assets'))
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>desktop</title>')
  writeFileSync(join(webFolder, 'phone.html'), '<!doctype html><title>phone</title>')
  writeFileSync(join(webFolder, 'assets', 'app-1a2b3c.js'), 'export {}')
  writeFileSync(join(webFolder, 'assets', 'app-1a2b3c.js.gz'), gzipSync('export {}'))
  server = await runServer(await withAccounts(await testDatabase()), { webFolder })
  channel = await signIn(server.origin, 'in.channel')
})

afterAll(async () => {
  await server.close()
  rmSync(webFolder, { recursive: true })
})

const failing = (path: string, options: Parameters<typeof call>[2] = {}) => call<Failure>(server.origin, path, options)

describe('access to calls', () => {
  it('access to a call is decided before its body is read', async () => {
    const path = '/aps/budget/country/approve'
    expect((await failing(path, { body: '{' })).status).toBe(401)
    const forbidden = await failing(path, { body: '{', session: channel })
    expect([forbidden.status, forbidden.body.error.key]).toEqual([403, 'http.forbidden'])
    expect(forbidden.body.msg).toBe(
      'Unauthorized access, please contact administrator (missing right: “Decide: Country budget application”)',
    )
    const manager = await signIn(server.origin, 'in.manager')
    expect((await failing(path, { body: '{', session: manager })).status).toBe(400)
  })

  it('every call but the public ones answers 401 without a session', async () => {
    for (const route of server.routes) {
      const isPublic = typeof route.right === 'object' && 'public' in route.right
      const path = route.path.replaceAll(/:\w+/g, 'IN')
      const { status, body } = await failing(path, {
        method: route.method,
        ...(route.method === 'POST' ? { body: {} } : {}),
      })
      expect([route.path, isPublic || status === 401]).toEqual([route.path, true])
      if (status === 401) expect(body.requestId).toMatch(/^[\w-]+$/)
    }
  })

  it('every call with a right is refused to an account without roles', async () => {
    const nobody = await signIn(server.origin, 'nomenu')
    const rightful = server.routes.filter((route) => typeof route.right === 'string')
    expect(rightful.length).toBeGreaterThan(20)
    for (const route of rightful) {
      const path = route.path.replaceAll(/:\w+/g, 'IN')
      const body = route.method === 'POST' ? { body: {} } : {}
      const answer = await failing(path, { method: route.method, session: nobody, ...body })
      expect([route.path, answer.status, answer.body.error.key]).toEqual([route.path, 403, 'http.forbidden'])
    }
  })

  it('every call that is not a GET needs the CSRF token', async () => {
    const forged = { ...channel, csrfToken: `${channel.csrfToken.slice(0, -1)}-` }
    for (const session of [forged, { ...channel, csrfToken: '' }]) {
      const { status, body } = await failing('/api/v1/admin/user/language', { body: { language: 'en' }, session })
      expect([status, body.code, body.msg]).toEqual([403, 'WEB-SECURITY-1001', 'CSRF has been renewed'])
    }
    const renewed = await call<{ data: { csrfToken: string } }>(server.origin, '/api/v1/auth/csrf', { session: forged })
    expect(renewed.body.data.csrfToken).toBe(channel.csrfToken)
  })

  it('no GET call changes anything but the download link that it creates', () => {
    const modes = server.routes.filter(({ method }) => method === 'GET').map(({ mode, path }) => [mode, path])
    expect(modes.length).toBeGreaterThan(10)
    // A link that is good for a minute, as the spec asks for it: a row of its own, and nothing else changes.
    const links = [['write', '/aps/file/tmpUrl']]
    expect(modes.filter(([mode = '']) => !['read', 'file', 'stream'].includes(mode))).toEqual(links)
  })

  it('the server does not start with a route whose right is missing, unknown or without a name', () => {
    const route = (right: never) =>
      defineRoute({
        method: 'GET',
        path: '/x',
        right,
        summary: '',
        mode: 'read',
        data: Type.Object({}),
        handler: async () => ({}),
      })
    const check = (right: unknown) => () => checkRights([route(right as never)], new Set(['area.thing.view']))
    expect(check('area.thing.view')).not.toThrow()
    expect(check({ public: 'health of the thing' })).not.toThrow()
    expect(check(undefined)).toThrow('has no right')
    expect(check('area.thing.edit')).toThrow('no area declares')
    expect(check({ signedIn: '' })).toThrow('does not say why')
    expect(() =>
      checkRights([route('area.thing.view' as never), route('area.thing.view' as never)], new Set(['area.thing.view'])),
    ).toThrow('stands twice')
  })
})

describe('the address of a call', () => {
  it('an unknown address is a 404, and a known one with another method a 405 that names the right one', async () => {
    expect((await failing('/aps/no/such', { session: channel })).body).toMatchObject({
      code: 404,
      error: { key: 'http.notFound' },
    })
    const response = await fetch(`${server.origin}/aps/v1/admin/init`, { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('an address with a repeated parameter is refused', async () => {
    const ask = (query: string) => failing(`/aps/task/queryPage?${query}`, { session: channel })
    expect((await ask('page=1&limit=1')).status).toBe(200)
    expect(await ask('page=1&limit=1&limit=2')).toMatchObject({ status: 400, body: { error: { field: 'limit' } } })
  })

  it.each(['XX', 'in', 'EU%00', '..%2f'])('an address of the data centre %j does not exist', async (idc) => {
    const { status } = await failing(`/gs/${idc}/oversea/aps/fsc/country`, { body: {}, session: channel })
    expect(status).toBe(404)
  })
})

describe('hostile input', () => {
  const path = '/api/v1/admin/user/query-by-account'
  const raw = (body: string, headers: Record<string, string> = {}) => failing(path, { body, session: channel, headers })

  it.each([
    ['broken JSON', '{"userAccount":'],
    ['a list for an object', '[]'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['a number for a text', '{"userAccount":1}'],
    ['an object for a text', '{"userAccount":{"$ne":""}}'],
    ['a text that is too long', JSON.stringify({ userAccount: 'x'.repeat(101) })],
    ['a prototype', '{"userAccount":"a","__proto__":{"admin":true}}'],
    ['a constructor', '{"userAccount":"a","constructor":{"prototype":{"admin":true}}}'],
    ['deep nesting', `{"userAccount":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('hostile input is refused as 400: %s', async (_name, body) => {
    const answer = await raw(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.key).toMatch(/^(http\.(badRequest|invalidField)|access\.accountMissing)$/)
  })

  it("a refused body names its field in the reader's language", async () => {
    const { body } = await failing(path, { body: { userAccount: 5 }, session: channel, language: 'zh' })
    expect([body.error.field, body.msg]).toEqual(['userAccount', 'userAccount：必须为文本'])
  })

  it('a body of another media type, too long, or with a bad idempotency key is refused', async () => {
    expect((await raw('<a/>', { 'content-type': 'application/xml' })).status).toBe(400)
    expect((await raw(`"${'x'.repeat(9 * 1024 * 1024)}"`)).status).toBe(413)
    const key = await failing(path, {
      body: { userAccount: 'admin' },
      session: channel,
      headers: { 'idempotency-key': 'x y' },
    })
    expect([key.status, key.body.error.field]).toEqual([400, 'Idempotency-Key'])
  })

  it.each(['a\\u0000b', 'a\\ud800', '\\udc00\\ud800'])(
    'a body with %s, which no text can hold, is refused',
    async (text) => {
      expect((await raw(`{"userAccount":"${text}"}`)).status).toBe(400)
      expect((await raw(`{"userAccount":"admin","more":{"${text}":[1]}}`)).status).toBe(400)
    },
  )

  it('a body that only looks like NUL or a broken surrogate is accepted', async () => {
    expect((await raw('{"userAccount":"\\\\u0000\\ud83d\\ude00"}')).status).toBe(404)
  })

  it('a malformed session token is no session', async () => {
    for (const token of ['x', `${'a'.repeat(43)}'--`, 'a'.repeat(5000), `${channel.token}x`]) {
      expect((await failing('/api/v1/admin/user/current', { session: { token, csrfToken: '' } })).status).toBe(401)
    }
  })
})

describe('a server error', () => {
  it('a server error tells no more than its request id', async () => {
    await server.query('alter table app_user rename column name_en to name_gone')
    try {
      const { status, body } = await failing('/api/v1/admin/user/query-by-account', {
        body: { userAccount: 'admin' },
        session: channel,
      })
      expect([status, body.msg, body.error.key]).toEqual([500, 'Server error', 'http.server'])
      expect(JSON.stringify(body)).not.toMatch(/name_en|select|column|stack|\.ts/)
      expect(body.requestId).not.toBe('')
    } finally {
      await server.query('alter table app_user rename column name_gone to name_en')
    }
  })
})

describe('pages of the server', () => {
  const page = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
    fetch(server.origin + path, { headers })

  it('pages are served by the desktop entry or the phone entry for phone addresses, and neither is cached', async () => {
    for (const [path, title] of [
      ['/', 'desktop'],
      ['/budget/pc/country/list?page=2', 'desktop'],
      ['/budgetCountry/mobile?formInstanceId=1', 'phone'],
      ['/tasks/mobile', 'phone'],
      ['/nowhere', 'desktop'],
    ]) {
      const response = await page(path ?? '')
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      expect(await response.text()).toContain(title)
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  it('hashed files are served compressed and cached for good', async () => {
    const response = await page('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.text()).toBe('export {}')
    expect((await page('/assets/gone-000000.js')).status).toBe(404)
    expect((await page('/assets/..%2f..%2fpackage.json')).status).toBe(404)
  })

  it('an unknown call is answered as JSON and not as a page', async () => {
    expect((await page('/aps/no/such')).headers.get('content-type')).toContain('application/json')
    expect((await page('/no-such', { accept: 'application/json' })).status).toBe(404)
  })

  it('the API description and the health checks are served without signing in', async () => {
    expect(await (await page('/docs')).text()).toContain('/docs/docs.js')
    const api = (await (await page('/openapi.json')).json()) as { openapi: string; paths: Record<string, unknown> }
    expect(api.openapi).toBe('3.1.0')
    for (const route of server.routes) expect(api.paths).toHaveProperty([route.path.replaceAll(/:(\w+)/g, '{$1}')])
    expect(await (await page('/livez')).json()).toEqual({ status: 'alive' })
    expect(await (await page('/healthz')).json()).toEqual({ status: 'ready' })
    await server.query(`update schema_migration set name = name || '-x' where name = '0001-baseline'`)
    expect((await page('/healthz')).status).toBe(503)
    await server.query(`update schema_migration set name = '0001-baseline' where name = '0001-baseline-x'`)
  })
})
