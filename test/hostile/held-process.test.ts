import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'
import { makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'
import type { Thrown, ThrowTask } from '#test/hostile/throw-bodies.ts'

// How long others wait while one client sends bodies that are made to cost much, one after another: none of them may take more CPU of
// the process than a large submit does. `npm run hostile` throws each for three seconds, `npm test` for a moment.

const MILLISECONDS = process.env['HOSTILE'] === 'full' ? 3_000 : 150
/** CPU of the server for one body. The largest body that a person sends, a draft of ten thousand lines, takes about as much. */
const MOST_SECONDS = 0.5

let server: RunningServer
let folder: string
let session: Readonly<Record<string, string>>
let content: Readonly<Record<string, unknown>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bodies-'))
  const environment = { REQUESTS_PER_MINUTE: '10000000', DATA_DIR: folder }
  server = await runServer(await demoDatabase(), { environment })
  session = sessionHeaders(await makeSession(server.pool, 'in.channel'))
  content = { idcCode: 'IN', areaId: INDIA.areaId, source: 'file', lines: [] }
}, 240_000)

afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const KEYS = 600_000
const keys = (count: number, of = '') => Array.from({ length: count }, (_, at) => `"k${at}${of}":1`).join(',')
const SAVE = '/aps/budget/country/save'
const LIST = '/aps/customer/queryPage'

/** Objects of which each has its keys in another order, so that the parser makes a hidden class for each. */
function shapes(count: number): string {
  let state = 1
  const next = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
  const one = () => `{${Array.from({ length: 50 }, () => `"k${next(240)}":1`).join(',')}}`
  return `[${Array.from({ length: count }, one).join(',')}]`
}

interface Case {
  readonly what: string
  readonly path: string
  readonly headers?: () => Readonly<Record<string, string>>
  readonly body: () => string
}

const signedIn = () => session
const draft = (more: object) => JSON.stringify({ ...content, ...more })
const longLines = (count: number) =>
  Array.from({ length: count }, () => ({ projectCode: 'x'.repeat(64), amount: '1.00', remark: 'y'.repeat(200) }))

const SMALL: Case = { what: 'a small draft, for comparison', path: SAVE, headers: signedIn, body: () => draft({}) }

const CASES: readonly Case[] = [
  { what: '600,000 keys, without a session', path: '/api/v1/auth/exchange', body: () => `{${keys(KEYS)}}` },
  { what: '600,000 keys as an error of a page', path: '/api/v1/client-errors', body: () => `{${keys(KEYS)}}` },
  { what: '600,000 keys to a strict list', path: LIST, headers: signedIn, body: () => `{${keys(KEYS)}}` },
  { what: '600,000 keys to a save', path: SAVE, headers: signedIn, body: () => `{${keys(KEYS)}}` },
  {
    what: 'as many keys as a call without a session may send',
    path: '/api/v1/auth/exchange',
    body: () => `{${keys(990)}}`,
  },
  {
    what: 'as many values as a list may',
    path: LIST,
    headers: signedIn,
    body: () => `{${keys(990)},"x":[${'1,'.repeat(7_000)}1]}`,
  },
  {
    what: '400,000 empty lines',
    path: SAVE,
    headers: signedIn,
    body: () => draft({}).replace('[]', `[${'{},'.repeat(399_999)}{}]`),
  },
  {
    what: 'objects of 10,000 shapes',
    path: SAVE,
    headers: signedIn,
    body: () => draft({}).replace('[]', shapes(10_000)),
  },
  {
    what: 'an amount of 100,000 zeros',
    path: SAVE,
    headers: signedIn,
    body: () => draft({ lines: [{ amount: `1.${'0'.repeat(100_000)}1` }] }),
  },
  { what: 'a reason of 7 MB', path: SAVE, headers: signedIn, body: () => draft({ reason: 'x'.repeat(7_000_000) }) },
  {
    what: 'a property of 7 MB that is no field',
    path: SAVE,
    headers: signedIn,
    body: () => draft({ other: 'x'.repeat(7_000_000) }),
  },
  {
    what: '7 MB of escapes',
    path: SAVE,
    headers: signedIn,
    body: () => draft({}).replace('"lines"', `"${'\\u0041'.repeat(1_100_000)}":1,"lines"`),
  },
  {
    what: '5,000 full lines, which are taken',
    path: SAVE,
    headers: signedIn,
    body: () => draft({ lines: longLines(5_000) }),
  },
]

/** Has another process send them, and reports what each cost this process, in which the server runs. */
async function* thrown(tasks: readonly ThrowTask[]): AsyncGenerator<Thrown & { readonly seconds: number }> {
  const file = join(folder, 'tasks.json')
  writeFileSync(file, JSON.stringify(tasks))
  const program = join(import.meta.dirname, './throw-bodies.ts')
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let before = process.cpuUsage()
  for await (const line of createInterface({ input: child.stdout })) {
    const result = JSON.parse(line) as Thrown
    const { user, system } = process.cpuUsage(before)
    yield { ...result, seconds: (user + system) / 1e6 / result.count }
    before = process.cpuUsage()
  }
}

it('a client that sends expensive bodies does not block the process for others', { timeout: 300_000 }, async () => {
  // The first save of a process also compiles its code: it is sent for comparison and not judged.
  const cases = [SMALL, ...CASES]
  const tasks = cases.map(({ path, headers = () => ({}), body }, at): ThrowTask => {
    const bodyFile = join(folder, `${at}.json`)
    writeFileSync(bodyFile, body())
    return {
      url: server.origin + path,
      probe: `${server.origin}/livez`,
      headers: { ...headers(), 'idempotency-key': `thrown-${at}-${process.pid}` },
      bodyFile,
      milliseconds: MILLISECONDS,
    }
  })
  const wrong: string[] = []
  const rows: string[] = []
  for await (const { count, status, seconds, longestMs, quietMs } of thrown(tasks)) {
    const row = `${cases[rows.length]?.what}: ${count} x ${status}, ${seconds.toFixed(3)} CPU s each; others wait ${longestMs.toFixed(0)} ms at most, ${quietMs.toFixed(0)} before`
    if (status >= 500 || (rows.length > 0 && seconds > MOST_SECONDS)) wrong.push(row)
    rows.push(row)
  }
  console.warn(rows.join('\n'))
  expect(wrong).toEqual([])
  expect(rows).toHaveLength(cases.length)
})
