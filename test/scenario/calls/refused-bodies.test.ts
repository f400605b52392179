import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import {
  FORM_TYPE,
  formOf,
  headerLines,
  makeSession,
  RawConnection,
  sessionHeaders,
} from '#test/helpers/servers/requests.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'

// A refusal that comes before a body was read to its end must not leave the rest of it in the way of the next request.

const MEGABYTE = 1024 * 1024
const UPLOAD = '/aps/attachment/file/upload'
const IMPORT = '/aps/import/upload/store'
const LINES = '/gs/IN/oversea/aps/budget/country/edit/parse'
const LONG = `/gs/${'x'.repeat(300)}/oversea/aps/budget/country/edit/parse`
const SAVE = '/aps/budget/country/save'
const LIST = '/aps/customer/queryPage'
const [BROKEN, BAD, LARGE] = ['request.brokenForm', 'http.badRequest', 'http.tooLarge']
const [GZIP, UTF16] = ['application/json\r\ncontent-encoding: gzip', 'application/json; charset=utf-16']
const FIELDS = 'application/x-www-form-urlencoded'

let server: RunningServer
let session: string

beforeAll(async () => {
  server = await runServer(await demoDatabase(), { environment: { REQUESTS_PER_MINUTE: '10000000' } })
  session = await signIn('admin')
}, 240_000)

afterAll(() => server?.close())

/** Header lines of a session. */
async function signIn(account: string): Promise<string> {
  return headerLines(sessionHeaders(await makeSession(server.pool, account)))
}

interface Sent {
  readonly method?: string
  readonly path: string
  readonly body: Buffer
  readonly type?: string
  readonly head?: string
  /** In chunks, without a declared length. */
  readonly isChunked?: true
}

const headOf = (
  { method = 'POST', path, type = 'application/json', head = session }: Omit<Sent, 'body'>,
  framing: string,
) =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nidempotency-key: ${randomUUID()}\r\n${head}content-type: ${type}\r\n${framing}\r\n\r\n`

const form = (boundary: string) => `multipart/form-data; boundary=${boundary}`
const upload = (name: string, bytes: Buffer, path = UPLOAD): Sent => ({
  path,
  body: formOf({ name, bytes }),
  type: FORM_TYPE,
})

/** Sends a body, and then another request on the same connection: returns both answers. */
async function thenAnother(sent: Sent) {
  const connection = await RawConnection.open(server.origin)
  try {
    const { length } = sent.body
    connection.write(headOf(sent, sent.isChunked ? 'transfer-encoding: chunked' : `content-length: ${length}`))
    if (sent.isChunked) connection.write(`${length.toString(16)}\r\n`)
    connection.write(sent.body)
    if (sent.isChunked) connection.write('\r\n0\r\n\r\n')
    const refused = await connection.answer()
    const isOver = refused?.headers['connection'] === 'close'
    if (!isOver) connection.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n')
    const next = isOver ? null : await connection.answer()
    return { status: refused?.status ?? 0, error: errorOf(refused?.body), next: next?.status ?? null, isOver }
  } finally {
    connection.close()
  }
}

function errorOf(body = ''): string | null {
  const found = body.startsWith('{') ? (JSON.parse(body) as { error?: { key: string } }) : {}
  return found.error?.key ?? null
}

/** A picture whose content is damaged behind its head. */
const damaged = Buffer.concat([writePng(600, 600, () => [1, 2, 3]).subarray(0, 60), Buffer.alloc(MEGABYTE, 7)])
const text = (bytes: number) => Buffer.alloc(bytes, 'A')
const keys = (count: number) => Buffer.from(`{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`)
/** Lines of a workbook, with other texts of the form before it. */
const workbook = (fields: Readonly<Record<string, string>>): Sent => ({
  path: LINES,
  body: formOf({ name: 'a.xlsx', bytes: text(MEGABYTE), fields }),
  type: FORM_TYPE,
})
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 'x']))
/** The parts of two forms in one. */
const twoFiles = () => Buffer.concat([workbook({}).body.subarray(0, -'--b--\r\n'.length), workbook({}).body])
const propertiesOf = (body: unknown) => (body as { properties?: object } | undefined)?.properties ?? {}
const json = (bytes: number) => Buffer.from(JSON.stringify({ lines: [], reason: 'A'.repeat(bytes) }))

describe('after a refusal', () => {
  it.each<[string, () => Sent, number, string | null]>([
    ['a picture of another content, 500 kB', () => upload('a.png', text(500_000)), 400, 'attachment.disguised'],
    ['a program of 3 MB', () => upload('a.exe', text(3 * MEGABYTE)), 400, 'attachment.wrongType'],
    ['a damaged picture', () => upload('a.png', damaged), 400, 'attachment.damaged'],
    ['a picture over the limit', () => upload('a.png', text(30 * MEGABYTE)), 413, 'attachment.tooLarge'],
    ['an import of another ending', () => upload('a.exe', text(MEGABYTE), IMPORT), 400, 'imports.notAFile'],
    ['lines of a file that is no workbook', () => upload('a.exe', text(MEGABYTE), LINES), 400, null],
    ['lines of a file over the limit', () => upload('a.xlsx', text(12 * MEGABYTE), LINES), 413, LARGE],
    ['a draft over its limit', () => ({ path: SAVE, body: json(12 * MEGABYTE) }), 413, LARGE],
    ['filters over their limit', () => ({ path: LIST, body: json(MEGABYTE) }), 413, LARGE],
    ['half a JSON', () => ({ path: LIST, body: text(20_000) }), 400, BAD],
    ['too many keys', () => ({ path: LIST, body: keys(8_000) }), 413, LARGE],
    ['a content that no call takes', () => ({ path: LIST, body: text(MEGABYTE), type: 'text/csv' }), 400, null],
    ['JSON where a file is asked for', () => ({ path: UPLOAD, body: json(MEGABYTE) }), 413, LARGE],
    ['a file where JSON is asked for', () => upload('a.png', text(MEGABYTE), LIST), 400, BAD],
    ['a call without a session', () => ({ path: LIST, body: json(MEGABYTE), head: '' }), 401, 'http.unauthorized'],
    ['an upload without a session', () => ({ ...upload('a.png', text(MEGABYTE)), head: '' }), 401, 'http.unauthorized'],
    ['an error of a page', () => ({ path: '/api/v1/client-errors', body: json(MEGABYTE), head: '' }), 413, null],
    ['a ticket of a sign-in', () => ({ path: '/api/v1/auth/exchange', body: json(MEGABYTE), head: '' }), 413, null],
    ['an address that does not exist', () => ({ path: '/aps/nothing', body: json(MEGABYTE) }), 413, LARGE],
    ['an address that cannot be decoded', () => ({ path: '/aps/%zz', body: json(MEGABYTE) }), 400, BAD],
    ['an address with a name of 300 letters', () => ({ path: LONG, body: json(MEGABYTE) }), 400, BAD],
    ['an address that takes no POST', () => ({ path: '/livez', body: json(MEGABYTE) }), 413, null],
    ['a call of the identity provider', () => ({ path: '/oidc/token', body: text(MEGABYTE), type: FIELDS }), 400, null],
    // Ways around a limit, or around the reader of the body.
    ['filters over their limit, in chunks', () => ({ path: LIST, body: json(MEGABYTE), isChunked: true }), 413, LARGE],
    [
      'a file over the limit, in chunks',
      () => ({ ...upload('a.png', text(30 * MEGABYTE)), isChunked: true }),
      400,
      null,
    ],
    ['filters that say they are text', () => ({ path: LIST, body: json(MEGABYTE), type: 'text/plain' }), 413, LARGE],
    ['filters that are compressed', () => ({ path: LIST, body: gzipSync(json(9 * MEGABYTE)), type: GZIP }), 400, BAD],
    ['filters in another encoding', () => ({ path: LIST, body: Buffer.from('{}', 'utf16le'), type: UTF16 }), 400, BAD],
    ['filters with a prototype', () => ({ path: LIST, body: Buffer.from('{"__proto__":{"limit":1}}') }), 400, BAD],
    ['a list of lists', () => ({ path: LIST, body: Buffer.from('['.repeat(20_000)) }), 400, BAD],
    ['a body that comes with a GET', () => ({ method: 'GET', path: '/livez', body: json(MEGABYTE) }), 200, null],
    ['a form of 21 fields', () => workbook(fields(21)), 413, LARGE],
    ['a form with a field of 100 kB', () => workbook({ header: 'x'.repeat(100_000) }), 413, LARGE],
    ['a form with a field named as a prototype', () => workbook({ ['__proto__']: 'x' }), 400, BAD],
    ['a form of two files', () => ({ ...workbook({}), body: twoFiles() }), 413, LARGE],
  ])('a connection answers its next request at once: %s', async (_what, sent, status, error) => {
    const found = await thenAnother(sent())
    expect(found).toEqual({ status, error: error ?? found.error, next: 200, isOver: false })
  })

  it(
    'the connection of every call that takes a body goes on or says that it closes',
    { timeout: 240_000 },
    async () => {
      const wrong: unknown[] = []
      let asked = 0
      for (const { method, path, upload: file, incoming } of server.routes) {
        if (method !== 'POST') continue
        const address = path
          .replace(/:idc(Code)?\b/, 'IN')
          .replace(':bizSystem', 'gs')
          .replaceAll(/:\w+/g, 'x')
        const isFile = file ?? incoming
        const sent = isFile ? upload('a.exe', text(700_000), address) : { path: address, body: json(700_000) }
        const found = await thenAnother(sent).catch((error: Error) => error.message)
        if (typeof found === 'string' || (found.next !== 200 && !found.isOver)) wrong.push([path, found])
        asked += 1
      }
      expect(wrong).toEqual([])
      expect(asked).toBeGreaterThan(500)
    },
  )
})

describe('a body that is too long to be read to its end', () => {
  it('a body of 300 MB is refused by its announced length, with an answer that closes the connection', async () => {
    const connection = await RawConnection.open(server.origin)
    connection.write(headOf({ path: LIST }, 'content-length: 300000000'))
    connection.write(text(1_000))
    const answer = await connection.answer()
    expect([answer?.status, answer?.headers['connection']]).toEqual([413, 'close'])
    expect(await connection.closes()).toBe(true)
  })

  it(
    'a body without an end is answered at once, read up to 256 MB, and then cut off',
    { timeout: 60_000 },
    async () => {
      const connection = await RawConnection.open(server.origin)
      const chunk = Buffer.concat([Buffer.from('100000\r\n'), text(MEGABYTE), Buffer.from('\r\n')])
      connection.write(headOf({ path: LIST, head: '' }, 'transfer-encoding: chunked'))
      connection.write(chunk)
      expect((await connection.answer())?.status).toBe(401)
      let sent = 1
      for (; sent < 400 && !(await connection.closes(0)); sent += 1) {
        connection.write(chunk)
        while (connection.unsent > 0 && !(await connection.closes(1)));
      }
      // 256 MB, less what the system's buffers took.
      expect([sent > 250, sent < 300]).toEqual([true, true])
    },
  )
})

describe('a form whose parts cannot be told apart', () => {
  it.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', form('')],
    ['a boundary of 5 kB', form('b'.repeat(5_000))],
    ['another boundary than stands between its parts', form('other')],
  ])('a form with %s is refused as a mistake of the caller, and its connection goes on', async (_what, type) => {
    for (const path of [UPLOAD, IMPORT, LINES]) {
      const found = await thenAnother({ ...upload('a.png', text(MEGABYTE), path), type })
      expect([path, found]).toEqual([path, { status: 400, error: BROKEN, next: 200, isOver: false }])
    }
  })
})

describe('a draft over HTTP', () => {
  const saves = () => server.routes.filter(({ path, body }) => path.endsWith('/save') && 'lines' in propertiesOf(body))

  it('saving a draft of any type refuses too many lines and far too long texts', async () => {
    const wrong: unknown[] = []
    for (const { path } of saves()) {
      const lines = (count: number) => ({ path, body: Buffer.from(`{"lines":[${'{},'.repeat(count - 1)}{}]}`) })
      const few = await thenAnother(lines(10_001))
      const many = await thenAnother(lines(400_000))
      const long = await thenAnother({ path, body: Buffer.from(JSON.stringify({ reason: 'x'.repeat(200_000) })) })
      const found = [few, many, long].map(({ status, error }) => `${status} ${error}`)
      const expected = ['400 document.tooManyLines', '413 http.tooLarge', '400 document.tooLong']
      if (found.join() !== expected.join()) wrong.push([path, found])
    }
    expect(wrong).toEqual([])
    expect(saves().length).toBeGreaterThan(12)
  })

  it('a saved draft keeps no property that its definition does not have', async () => {
    const [draft] = await server.query<{ id: string; version: number; account: string; content: object }>(
      `select d.id, d.version, u.account, d.draft as content from country_budget d join app_user u on u.id = d.drafter_id
       where d.id = (select min(id) from country_budget where state = 'draft' and draft is not null)`,
    )
    const { id, version, content, account } = draft!
    const more = { ...content, id, version, other: { kept: 'x' }, totalAmount: '9.00' }
    const head = await signIn(account)
    expect((await thenAnother({ path: SAVE, body: Buffer.from(JSON.stringify(more)), head })).status).toBe(200)
    const [after] = await server.query<{ draft: object }>('select draft from country_budget where id = $1', [id])
    expect(Object.keys(after!.draft)).not.toContain('other')
    expect(Object.keys(after!.draft)).not.toContain('totalAmount')
  })
})
