import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIA, type World } from '../../helpers/budget/budget-world.ts'
import { FORM_TYPE, formOf, makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'
import { type RunningServer, runServer } from '../../helpers/servers/running-server.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
  readonly data: Readonly<Record<string, unknown>>
  /** Key of the refusal. */
  readonly error: string | null
}

export interface AttachmentWorld {
  readonly world: World
  readonly server: RunningServer
  readonly folder: string
  call(account: string | null, path: string, body?: object): Promise<Answer>
  upload(account: string, name: string, bytes: Buffer): Promise<Answer>
  /** Uploads a small picture, like no other, and answers its key. */
  picture(account: string, name?: string): Promise<string>
  /** Names of the stored files. */
  stored(): readonly string[]
  close(): Promise<void>
}

const LINE = { countryCode: 'IN', projectCode: 'PR-1', fscId: 'F01', subBusiCode: 'S01', productLineCode: 'P1' }
export const CONTENT = { ...INDIA, lines: [{ ...LINE, amount: '10.00' }] }
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')

/** A grey picture of a size. */
export function pictureOf(width: number, height: number): Buffer {
  return writePng(width, height, () => [128, 128, 128])
}

export async function attachmentWorld(environment: Readonly<Record<string, string>> = {}): Promise<AttachmentWorld> {
  const databaseUrl = await testDatabase()
  const world = await budgetWorld(databaseUrl, '1000000.00', 6)
  const base = mkdtempSync(join(tmpdir(), 'attachments-'))
  const folder = join(base, 'files')
  const server = await runServer(databaseUrl, { environment: { FILES_DIR: folder, ...environment } })
  let pictures = 0
  const sessions = new Map<string, Readonly<Record<string, string>>>()
  const headersOf = async (account: string | null) => {
    if (account === null) return {}
    let headers = sessions.get(account)
    if (!headers) {
      const session = await makeSession(server.pool, account, 6_000)
      sessions.set(account, (headers = { ...sessionHeaders(session), 'x-language': 'en' }))
    }
    return { ...headers, 'idempotency-key': randomUUID() }
  }
  const send = async (account: string | null, path: string, payload?: object | Buffer, type = 'application/json') => {
    const headers = await headersOf(account)
    const response = await server.app.inject({
      url: path,
      method: payload ? 'POST' : 'GET',
      headers: { ...headers, ...(payload ? { 'content-type': type } : {}) },
      ...(payload ? { payload } : {}),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    const body = isJson ? response.json<{ data?: Answer['data']; error?: { key: string } }>() : {}
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: response.rawPayload,
      data: body.data ?? {},
      error: body.error?.key ?? null,
    }
  }
  const upload = (account: string, name: string, bytes: Buffer) => {
    const form = formOf({ name, bytes, mediaType: 'text/html' })
    return send(account, '/aps/attachment/file/upload', form, FORM_TYPE)
  }
  return {
    world,
    server,
    folder,
    call: (account, path, body) => send(account, path, body),
    upload,
    async picture(account, name = 'shelf.png') {
      pictures += 1
      const taken = await upload(
        account,
        name,
        writePng(30, 20, () => [pictures % 256, pictures >> 8, 128]),
      )
      if (taken.status !== 200) throw new Error(`refused: ${taken.error}`)
      return String(taken.data['key'])
    },
    stored: () => {
      try {
        const names = readdirSync(join(folder, 'attachments'))
        // A picture has a thumbnail, which comes and goes with it.
        const lonely = names.filter((name) => name.endsWith('-small') && !names.includes(name.replace('-small', '')))
        if (lonely.length > 0) throw new Error(`small pictures without their own: ${lonely.join(', ')}`)
        return names.filter((name) => !name.endsWith('-small'))
      } catch {
        return []
      }
    },
    async close() {
      await server.close()
      await world.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}
