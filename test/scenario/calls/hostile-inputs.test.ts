import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boundOf } from '#kernel/platform/http/body/body-bound.ts'
import { isPublic, type Route } from '#kernel/platform/http/route.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { HOSTILE_BODIES, HOSTILE_TEXTS, hostileInput, TELLING } from '#test/hostile/hostile-inputs.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'
import { makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'

// Every call with inputs that were made to break it, by the one who may call everything. `npm run hostile` tries each text with each
// call; `npm test` some of them with each call, in turn, so that all of them are tried with some.

const TEXTS = Object.entries(HOSTILE_TEXTS)
const BODIES = Object.entries(HOSTILE_BODIES)
const isFull = process.env['HOSTILE'] === 'full'
const TEXTS_EACH = isFull ? TEXTS.length : 2
const BODIES_EACH = isFull ? BODIES.length : 1
/** Ends the session that the test continues with; its inputs are tried by the tests of sign-in. */
const LEAVES = '/api/v1/admin/logout'

let server: RunningServer
let headers: Record<string, string>

beforeAll(async () => {
  server = await runServer(await demoDatabase(), { environment: only === '' ? {} : { LOG_LEVEL: 'error' } })
  await signIn()
}, 240_000)

afterAll(() => server?.close())

async function signIn(): Promise<void> {
  headers = sessionHeaders(await makeSession(server.pool, 'admin'))
}

/** `HOSTILE_CALL=country/check` checks one call, and its faults are in the log. */
const only = process.env['HOSTILE_CALL'] ?? ''
const callsOf = () =>
  server.routes.filter(({ mode, path }) => mode !== 'stream' && path !== LEAVES && path.includes(only))

/** The address with the text in each of its places, and in its query. */
function addressOf(route: Route, text: string, turn: number): string {
  const path = route.path
    .replace(':bizSystem', 'gs')
    .replace(/:idc(Code)?\b/, 'IN')
    .replaceAll(/:\w+/g, encodeURIComponent(text.slice(0, 150)) || 'x')
  const query = Object.entries(hostileInput(route.query as never, text.slice(0, 2_000), turn) as object)
  const pairs = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** A body with the text in it, shortened at its beginning until the call takes so much: a longer body is refused before anything looks at it. */
function fittingInput(route: Route, text: string, turn: number): unknown {
  const body = hostileInput(route.body as never, text, turn)
  const [bytes, most] = [Buffer.byteLength(JSON.stringify(body)), boundOf(route).bytes]
  if (bytes <= most || text === '') return body
  return fittingInput(route, text.slice(text.length - Math.floor((text.length * most) / bytes / 1.1)), turn)
}

function uploadOf(text: string, fields: object): { body: Buffer; type: string } {
  const clean = text.replaceAll(/[\r\n"]/g, '_').slice(0, 300)
  const texts = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  )
  const file = `--b\r\ncontent-disposition: form-data; name="file"; filename="${clean}.xlsx"\r\ncontent-type: text/html\r\n\r\nPK\u0003\u0004${text}\r\n--b--\r\n`
  return { body: Buffer.from(texts.join('') + file), type: 'multipart/form-data; boundary=b' }
}

async function send(route: Route, url: string, payload: string | Buffer, type = 'application/json') {
  const request = {
    url,
    ...(route.method === 'POST' ? { method: 'POST' as const, payload } : { method: 'GET' as const }),
    headers: {
      ...headers,
      'idempotency-key': randomUUID(),
      ...(route.method === 'POST' ? { 'content-type': type } : {}),
    },
  }
  const answer = await server.app.inject(request)
  if (answer.statusCode !== 401 || isPublic(route.right)) return answer
  // The call before ended the session, as it may.
  await signIn()
  return server.app.inject({ ...request, headers: { ...request.headers, ...headers } })
}

/** CPU that one input may cost. Most take some milliseconds; a pattern that looks at a text again from each of its letters takes seconds. */
const MOST_SECONDS = 1

/** The faults of an answer to a hostile input: an internal error, a revealing word, or too much work. */
function wrongWith(answer: Awaited<ReturnType<typeof send>>, seconds: number): string | null {
  if (seconds > MOST_SECONDS) return `takes ${seconds.toFixed(1)} s of the process`
  if (answer.statusCode >= 500) return `${answer.statusCode} ${answer.body.slice(0, 200)}`
  if (answer.headers['set-cookie'] !== undefined) return 'a cookie of somebody else'
  if (!String(answer.headers['content-type']).includes('json')) return null
  const told = TELLING.exec(answer.body)
  return told && answer.statusCode !== 200 ? `says ${told[0]}` : null
}

it('no call fails, reveals its implementation or is changed by hostile input', { timeout: 900_000 }, async () => {
  const wrong: string[] = []
  let tried = 0
  let dearest = { seconds: 0, what: '' }
  for (const [index, route] of callsOf().entries()) {
    const note = async (what: string, sending: () => ReturnType<typeof send>) => {
      tried += 1
      const before = process.cpuUsage()
      const answer = await sending()
      const { user, system } = process.cpuUsage(before)
      const seconds = (user + system) / 1e6
      if (seconds > dearest.seconds) dearest = { seconds, what: `${route.path} with ${what}` }
      const problem = wrongWith(answer, seconds)
      if (problem !== null) wrong.push(`${route.method} ${route.path} with ${what}: ${problem}`)
    }
    for (let turn = 0; turn < TEXTS_EACH; turn += 1) {
      const [what, text] = TEXTS[(index * TEXTS_EACH + turn) % TEXTS.length] ?? ['', '']
      const body = fittingInput(route, text, turn)
      const isFile = route.upload !== undefined || route.incoming !== undefined
      const sent = isFile ? uploadOf(text, body as object) : { body: JSON.stringify(body), type: 'application/json' }
      await note(what, () => send(route, addressOf(route, text, turn), sent.body, sent.type))
    }
    if (route.method === 'GET') continue
    for (let turn = 0; turn < BODIES_EACH; turn += 1) {
      const [what, body] = BODIES[(index + turn) % BODIES.length] ?? ['', '']
      await note(what, () => send(route, addressOf(route, 'x', turn), body))
    }
  }
  // The number of calls and the most expensive one are part of the proof.
  const { seconds, what } = dearest
  console.warn(
    `hostile inputs: ${callsOf().length} calls, ${tried} inputs, ${wrong.length} faults; ${seconds.toFixed(2)} s at most: ${what}`,
  )
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(callsOf().length * TEXTS_EACH)
  expect(({} as { admin?: unknown }).admin).toBeUndefined()
  const [left] = await server.query<{ count: number }>(
    `select count(*)::int as count from app_user where account = 'admin'`,
  )
  expect(left?.count).toBe(1)
})
