import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '#kernel/platform/http/route.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { hostileInput } from '#test/hostile/hostile-inputs.ts'
import { sqlmap, type Target, wapiti } from './hostile-tools.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'
import { makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'

// sqlmap and wapiti against an instance that is started for it on this machine, signed in as who may call everything. `npm run hostile`
// gives each list call its time; `npm test` (short) a few of them.

const isFull = process.env['HOSTILE'] === 'full'
const [SQLMAP, WAPITI] = [process.env['SQLMAP_PATH'] ?? '', process.env['WAPITI_PATH'] ?? '']
const SECONDS = { canary: 60, call: isFull ? 60 : 8, pages: isFull ? 300 : 14 }
const CALLS = isFull ? 40 : 1
/** True of this instance, which is not encrypted (request-limits.test.ts looks at one that is), and of browsers that are no more. */
const KNOWN = [
  'HTTP Secure Headers: X-XSS-Protection is not set (/)',
  'HTTP Secure Headers: Strict-Transport-Security is not set (/)',
  'Secure Flag cookie: Secure flag is not set in the cookie : sign_in_browser (/)',
]

let server: RunningServer
let careless: Server
let folder: string
let headers: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  server = await runServer(await demoDatabase(), { environment: { REQUESTS_PER_MINUTE: '10000000' } })
  const session = await makeSession(server.pool, 'admin')
  headers = { ...sessionHeaders(session), 'content-type': 'application/json' }
  careless = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://localhost').searchParams
    // A deliberately unsafe page: the tools have to find it, or their silence about the product means nothing.
    const said = asked.get('said')
    if (said !== null) return void response.setHeader('content-type', 'text/html').end(`<p>${said}</p>`)
    const code = asked.get('code') ?? ''
    server.pool.query(`select name_en from role where code = '${code}'`).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => void careless.listen(0, '127.0.0.1', resolve))
}, 240_000)

afterAll(async () => {
  careless?.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As many of the fields that a list call accepts as it answers a plain request with. */
async function plainQuestion(url: string, route: Route): Promise<string | null> {
  const ask = async (body: object) =>
    (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status === 200
  const fields = Object.entries(hostileInput(route.body as never, 'IN', 1) as object)
  if (fields.length > 0 && (await ask(Object.fromEntries(fields)))) return JSON.stringify(Object.fromEntries(fields))
  let body: object = {}
  for (const [name, value] of fields) {
    const more = { ...body, [name]: value as unknown }
    if (await ask(more)) body = more
  }
  return Object.keys(body).length === 0 ? null : JSON.stringify(body)
}

/** List calls that answer a plain request: a value that a tool changes in it reaches a statement. */
async function lists(): Promise<readonly Target[]> {
  const found: Target[] = []
  const isList = ({ method, mode, body, path }: Route) =>
    method === 'POST' && mode === 'read' && body && /page$|search$|find$/i.test(path)
  for (const route of server.routes.filter(isList)) {
    if (found.length === CALLS) break
    const url = server.origin + route.path.replace(/:idc(Code)?\b/, 'IN').replace(':bizSystem', 'gs')
    const body = await plainQuestion(url, route)
    if (body !== null) found.push({ url, headers, body })
  }
  return found
}

describe.runIf(SQLMAP !== '')('sqlmap', () => {
  it(
    'sqlmap finds an injection in a deliberately unsafe server',
    { timeout: SECONDS.canary * 1000 + 10_000 },
    async () => {
      const { port } = careless.address() as AddressInfo
      const target = { url: `http://127.0.0.1:${port}/?code=admin`, headers: {}, body: null }
      const { found } = await sqlmap(SQLMAP, target, folder, SECONDS.canary)
      expect(found).toEqual(['Parameter: code (GET)'])
    },
  )

  it(
    'sqlmap finds no injection in the lists of the product',
    { timeout: CALLS * SECONDS.call * 1000 + 60_000 },
    async () => {
      const targets = await lists()
      expect(targets.length).toBeGreaterThan(0)
      let finished = 0
      for (const target of targets) {
        const { found, isFinished } = await sqlmap(SQLMAP, target, folder, SECONDS.call)
        expect([target.url, found]).toEqual([target.url, []])
        finished += isFinished ? 1 : 0
      }
      // The number of calls is part of the proof.
      console.warn(`sqlmap: ${targets.length} calls, ${finished} to their end, the others as long as they may`)
    },
  )
})

describe.runIf(WAPITI !== '')('wapiti', () => {
  it(
    'wapiti finds a page that echoes its input in a deliberately unsafe server',
    { timeout: SECONDS.canary * 1000 + 10_000 },
    async () => {
      const { port } = careless.address() as AddressInfo
      const origin = `http://127.0.0.1:${port}`
      const { found } = await wapiti(
        WAPITI,
        { origin, addresses: [`${origin}/?said=word`], headers: {}, only: 'xss' },
        folder,
        30,
      )
      expect(found.filter((each) => /Cross Site Scripting/.test(each))).toHaveLength(1)
    },
  )

  it(
    'wapiti finds nothing on the pages and calls of the product',
    { timeout: SECONDS.pages * 1000 + 60_000 },
    async () => {
      const asked = server.routes.filter(({ method, mode }) => method === 'GET' && mode === 'read')
      const addresses = asked.slice(0, isFull ? asked.length : 12).map(({ path, query }) => {
        const pairs = Object.entries(hostileInput(query as never, 'IN', 1) as object)
        const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
        return `${server.origin}${path.replaceAll(/:\w+/g, 'IN')}?${text}`
      })
      const pages = [`${server.origin}/docs`, `${server.origin}/api/v1/auth/authorize?returnTo=%2Findex`]
      const site = { origin: server.origin, addresses: [...pages, ...addresses], headers }
      const { found, isFinished } = await wapiti(WAPITI, site, folder, SECONDS.pages)
      // The number of calls is part of the proof.
      console.warn(
        `wapiti: ${addresses.length + pages.length} addresses, ${isFinished ? 'to the end' : 'as long as it may'}`,
      )
      expect(found.filter((each) => !KNOWN.includes(each))).toEqual([])
    },
  )
})
