import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSession } from '#kernel/access/session.ts'
import { transaction } from '#kernel/db/tx.ts'
import { writePng } from '#kernel/files/write-png.ts'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { RawConnection } from '#test/helpers/raw-connection.ts'
import { type RunningServer, runServer } from '#test/helpers/running-server.ts'

// A refusal that comes before a body was read to its end must not leave the rest of it in the way of the next request.

const MEGABYTE = 1024 * 1024
const UPLOAD = '/aps/attachment/file/upload'

let server: RunningServer
let session: string

beforeAll(async () => {
  server = await runServer(await demoDatabase(), { environment: { REQUESTS_PER_MINUTE: '10000000' } })
  session = await signIn('admin')
}, 240_000)

afterAll(() => server?.close())

/** Header lines of a session. */
async function signIn(account: string): Promise<string> {
  const [user] = await server.query<{ id: number }>('select id from app_user where account = $1', [account])
  const now = new Date()
  const input = { userId: user?.id ?? 0, kind: 'sso' as const, idToken: null, absoluteMinutes: 600, authAt: now }
  const made = await transaction(server.pool, (tx) => createSession(tx, input, now))
  return `authorization: Bearer ${made?.token}\r\nx-csrf-token: ${made?.csrfToken}\r\n`
}

interface Sent {
  readonly path: string
  readonly body: Buffer
  readonly type?: string
  readonly head?: string
}

const headOf = ({ path, type = 'application/json', head = session }: Omit<Sent, 'body'>, framing: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\n${head}content-type: ${type}\r\n${framing}\r\n\r\n`

function formOf(name: string, bytes: Buffer): Buffer {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
}

const FORM = 'multipart/form-data; boundary=b'
const upload = (name: string, bytes: Buffer, path = UPLOAD): Sent => ({ path, body: formOf(name, bytes), type: FORM })

/** Sends a body, and then asks the same connection for something else: what both are answered. */
async function thenAnother(sent: Sent) {
  const connection = await RawConnection.open(server.origin)
  try {
    connection.write(headOf(sent, `content-length: ${sent.body.length}`))
    connection.write(sent.body)
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
const json = (bytes: number) => Buffer.from(JSON.stringify({ lines: [], reason: 'A'.repeat(bytes) }))

describe('after a body was refused, its connection answers the next request at once', () => {
  it.each<[string, () => Sent, number, string | null]>([
    ['a picture of another content, 500 kB', () => upload('a.png', text(500_000)), 400, 'attachment.disguised'],
    ['a program of 3 MB', () => upload('a.exe', text(3 * MEGABYTE)), 400, 'attachment.wrongType'],
    ['a damaged picture', () => upload('a.png', damaged), 400, 'attachment.damaged'],
    ['a picture over the limit', () => upload('a.png', text(30 * MEGABYTE)), 413, 'attachment.tooLarge'],
    [
      'an import of another ending',
      () => upload('a.exe', text(MEGABYTE), '/aps/import/upload/store'),
      400,
      'imports.notAFile',
    ],
    [
      'lines of a file with another ending',
      () => upload('a.exe', text(MEGABYTE), '/gs/IN/oversea/aps/budget/country/edit/parse'),
      400,
      null,
    ],
    [
      'JSON over its limit',
      () => ({ path: '/aps/budget/country/save', body: json(12 * MEGABYTE) }),
      413,
      'http.tooLarge',
    ],
    ['half a JSON', () => ({ path: '/aps/customer/queryPage', body: text(20_000) }), 400, 'http.badRequest'],
    [
      'a kind of content that no call takes',
      () => ({ path: '/aps/customer/queryPage', body: text(MEGABYTE), type: 'text/csv' }),
      400,
      'http.badRequest',
    ],
    ['JSON where a file is asked for', () => ({ path: UPLOAD, body: json(MEGABYTE) }), 413, null],
    ['a file where JSON is asked for', () => upload('a.png', text(MEGABYTE), '/aps/customer/queryPage'), 400, null],
    [
      'a call without a session',
      () => ({ path: '/aps/customer/queryPage', body: json(MEGABYTE), head: '' }),
      401,
      'http.unauthorized',
    ],
    ['an upload without a session', () => ({ ...upload('a.png', text(MEGABYTE)), head: '' }), 401, 'http.unauthorized'],
    [
      'an error of a page',
      () => ({ path: '/api/v1/client-errors', body: json(MEGABYTE), head: '' }),
      413,
      'http.tooLarge',
    ],
    [
      'a ticket of a sign-in',
      () => ({ path: '/api/v1/auth/exchange', body: json(MEGABYTE), head: '' }),
      413,
      'http.tooLarge',
    ],
    ['an address that does not exist', () => ({ path: '/aps/nothing', body: json(MEGABYTE) }), 404, 'http.notFound'],
    ['an address that takes no POST', () => ({ path: '/livez', body: json(MEGABYTE) }), 404, null],
    [
      'a call of the identity provider',
      () => ({ path: '/oidc/token', body: text(MEGABYTE), type: 'application/x-www-form-urlencoded', head: '' }),
      413,
      null,
    ],
  ])('%s', async (_what, sent, status, error) => {
    const found = await thenAnother(sent())
    expect(found).toEqual({ status, error: error ?? found.error, next: 200, isOver: false })
  })

  it('of every call that takes a body', { timeout: 240_000 }, async () => {
    const bodies = [
      { body: json(600_000), type: 'application/json' },
      { body: formOf('a.exe', text(600_000)), type: FORM },
    ]
    const wrong: unknown[] = []
    for (const route of server.routes.filter(({ method }) => method === 'POST')) {
      const path = route.path
        .replace(/:idc(Code)?\b/, 'IN')
        .replace(':bizSystem', 'gs')
        .replaceAll(/:\w+/g, 'x')
      for (const each of bodies) {
        const found = await thenAnother({ path, ...each }).catch((error: Error) => error.message)
        if (typeof found === 'string' || (found.next !== 200 && !found.isOver)) wrong.push([path, each.type, found])
      }
    }
    expect(wrong).toEqual([])
  })
})
