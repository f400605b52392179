import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readScannerUrl, type ScannerSettings } from '#kernel/base/config/scanner.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { clamdScanner } from '#kernel/platform/files/clamd.ts'
import { folderStore } from '#kernel/platform/files/files-store.ts'
import { mustBeClean } from '#kernel/platform/files/scanner.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'

// Debian's scanner, with a signature of the test's own: it matches a harmless text.
const THREAT = 'a text that only this signature takes for a threat'
const STREAM_LIMIT = 1024 * 1024
const program = process.env.CLAMD_PATH ?? '/usr/sbin/clamd'

let folder: string
let daemon: ChildProcess
let unix: ScannerSettings
let tcp: ScannerSettings

function settingsOf(url: string): ScannerSettings {
  const settings = readScannerUrl(url)
  if (typeof settings === 'string') throw new Error(settings)
  return settings
}

async function* pieces(text: string | Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

beforeAll(async () => {
  if (!existsSync(program)) throw new Error(`no clamd at ${program}: npm test installs it`)
  folder = await mkdtemp(join(tmpdir(), 'clamd-'))
  const port = await freePort()
  await mkdir(join(folder, 'db'))
  const signature = `Test.Harmless:0:*:${Buffer.from(THREAT).toString('hex')}\n`
  await writeFile(join(folder, 'db', 'own.ndb'), signature)
  const lines = [
    `DatabaseDirectory ${join(folder, 'db')}`,
    `TemporaryDirectory ${folder}`,
    `LocalSocket ${join(folder, 'clamd.sock')}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    `StreamMaxLength ${STREAM_LIMIT}`,
    'Foreground yes',
  ]
  await writeFile(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`)
  daemon = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  unix = settingsOf(`unix://${join(folder, 'clamd.sock')}`)
  tcp = settingsOf(`tcp://127.0.0.1:${port}`)
  await vi.waitUntil(async () => (await clamdScanner(unix).scan(pieces('up?'))).kind === 'clean', {
    timeout: 60_000,
    interval: 50,
  })
})

afterAll(async () => {
  if (daemon?.exitCode === null && daemon.kill()) await once(daemon, 'exit')
  if (folder) await rm(folder, { recursive: true, force: true })
})

describe('the scan of an uploaded file', () => {
  it.each([
    ['a socket', () => unix],
    ['a port', () => tcp],
  ])('the scanner reads the whole file over %s', async (_, address) => {
    const scanner = clamdScanner(address())
    const filler = 'harmless '.repeat(50_000)
    expect(await scanner.scan(pieces(filler))).toEqual({ kind: 'clean' })
    // In the last piece, and cut in two by the pieces.
    expect(await scanner.scan(pieces(filler + THREAT, 1000))).toEqual({
      kind: 'infected',
      threat: 'Test.Harmless.UNOFFICIAL',
    })
    expect(await scanner.scan(pieces(''))).toEqual({ kind: 'clean' })
  })

  it('an infected file is refused with the name of its threat', async () => {
    const files = folderStore(join(folder, 'files'))
    const services = { files, scanner: clamdScanner(unix) }
    await files.put('attachments/good', pieces('an invoice'))
    await files.put('attachments/bad', pieces(`an invoice and ${THREAT}`))
    await expect(mustBeClean(services, 'attachments/good', 'good.pdf')).resolves.toBeUndefined()
    const refusal = await mustBeClean(services, 'attachments/bad', 'bad.pdf').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refused)
    expect((refusal as Refused).first).toMatchObject({
      key: 'file.infected',
      status: 400,
      params: { name: 'bad.pdf', threat: 'Test.Harmless.UNOFFICIAL' },
    })
  })

  it("a file larger than the scanner's limit counts as not scanned, and the scanner keeps working", async () => {
    const scanner = clamdScanner(unix)
    const answer = await scanner.scan(pieces(Buffer.alloc(8 * STREAM_LIMIT, 'x')))
    expect(answer).toMatchObject({ kind: 'unavailable' })
    expect(await scanner.scan(pieces('next'))).toEqual({ kind: 'clean' })
  })

  it('an upload that breaks off fails by itself and not because of the scanner', async () => {
    async function* broken() {
      yield Buffer.from('half of ')
      throw new Error('the upload broke off')
    }
    await expect(clamdScanner(unix).scan(broken())).rejects.toThrow('the upload broke off')
  })
})

describe('every upload call', () => {
  let server: DemoServer
  let filesDir: string
  beforeAll(async () => {
    filesDir = join(folder, 'product')
    const at = 'port' in tcp ? `tcp://127.0.0.1:${tcp.port}` : ''
    server = await demoServer(await demoDatabase(), { CLAMAV_URL: at, FILES_DIR: filesDir })
  })
  afterAll(() => server?.close())

  /** The parts before the file in a form. */
  const fieldsOf = (path: string, draft: string): Readonly<Record<string, string>> => {
    if (path.endsWith('imei-transfer-numbers')) return { params: JSON.stringify({ id: draft }) }
    return /import\/upload\/(country-budget|budget-transfer|price-review)-lines$|budget-year-plan$|withhold-run$/.test(
      path,
    )
      ? {
          params: JSON.stringify({
            ...(path.includes('transfer') ? { level: 'country' } : {}),
            ...(path.includes('country-budget') || path.includes('year-plan') ? { applyType: 'grant' } : {}),
            ...(path.includes('year-plan') ? { year: 2026, reason: 'Plan' } : {}),
            ...(path.includes('withhold-run') ? { year: 2026, month: 11, reason: 'The month ends' } : {}),
            idcCode: 'IN',
          }),
        }
      : { header: JSON.stringify({ applyType: 'grant' }) }
  }

  it('every upload call refuses an infected file and stores nothing of it', async () => {
    const ways = server.routes.filter(({ upload, incoming }) => upload || incoming).map(({ path }) => path)
    expect(ways).toEqual(
      expect.arrayContaining([
        '/aps/attachment/file/upload',
        '/aps/import/upload/budget-project',
        '/gs/:idc/oversea/aps/budget/country/edit/parse',
      ]),
    )
    const header = { idcCode: 'IN', areaId: 2, fromCustomer: 'C-IN-0001', lines: [] }
    const { data: draft } = await server.call<{ id: string }>('admin', '/aps/gs/transfer/save', header)
    for (const path of ways) {
      // A paper to the one, a csv file to the others: whatever it is, it is looked through before it is read.
      const isPaper = path.includes('attachment')
      const name = isPaper ? 'bad.pdf' : 'bad.csv'
      const text = isPaper ? `%PDF-1.7\n% ${THREAT}\nstartxref\n9\n%%EOF\n` : `Code,Name\nA,${THREAT}\n`
      const file = { name, bytes: Buffer.from(text), fields: fieldsOf(path, draft.id) }
      const answer = await server.upload('admin', path.replace(':idc', 'IN'), file)
      expect([path, answer.status, answer.error]).toMatchObject([
        path,
        400,
        { key: 'file.infected', params: { name, threat: 'Test.Harmless.UNOFFICIAL' } },
      ])
    }
    const kept = await readdir(filesDir, { recursive: true, withFileTypes: true })
    expect(kept.filter((entry) => entry.isFile())).toEqual([])
    const [left] = await server.query<{ files: number; runs: number }>(
      `select (select count(*)::int from attachment where size is null) as files, (select count(*)::int from import_run) as runs`,
    )
    expect(left).toEqual({ files: 0, runs: 0 })
  })
})

describe('a scanner that does not answer', () => {
  const started: Server[] = []
  afterAll(() => started.forEach((server) => server.close()))

  async function serverThat(behaves: (socket: Socket) => void): Promise<ScannerSettings> {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      behaves(socket)
    }).listen(0, '127.0.0.1')
    started.push(server)
    await once(server, 'listening')
    return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  }

  it.each<[string, () => Promise<ScannerSettings>]>([
    ['is not there', async () => ({ path: join(folder, 'nobody.sock') })],
    ['hangs up', () => serverThat((socket) => socket.destroy())],
    ['is silent', () => serverThat((socket) => socket.resume())],
    ['does not even listen', () => serverThat((socket) => socket.pause())],
    ['is something else', () => serverThat((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))],
  ])('no file is accepted when the scanner %s', async (_, address) => {
    const scanner = clamdScanner(await address(), 300)
    const answer = await scanner.scan(pieces(Buffer.alloc(4 * STREAM_LIMIT)))
    expect(answer.kind).toBe('unavailable')
    const files = folderStore(join(folder, 'files'))
    await files.put('attachments/some', pieces('some file'))
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    await expect(mustBeClean({ files, scanner }, 'attachments/some', 'some.pdf')).rejects.toThrow('file.notScanned')
  })
})

it('a scanner that closes the connection during a chunk is not waited for', async () => {
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .resume()
      .end('no'),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  async function* slow() {
    const [socket] = (await once(server, 'connection')) as [Socket]
    if (!socket.closed) await once(socket, 'close')
    // Until the other end has heard of it too.
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
    for (let piece = 0; piece < 64; piece += 1) yield Buffer.alloc(STREAM_LIMIT)
  }
  expect((await clamdScanner(address).scan(slow())).kind).toBe('unavailable')
  server.close()
})

it.each([
  ['tcp://scan.example', { host: 'scan.example', port: 3310 }],
  ['tcp://[::1]:3311', { host: '::1', port: 3311 }],
  ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['http://scan.example', 'must be tcp://host:port or unix:///path of a socket'],
  ['tcp://scan.example/path', 'must be tcp://host:port or unix:///path of a socket'],
  ['unix://host/path', 'must be tcp://host:port or unix:///path of a socket'],
])('the variable CLAMAV_URL %s', (text, expected) => {
  expect(readScannerUrl(text)).toEqual(expected)
})
