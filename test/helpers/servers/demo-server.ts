import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { OutgoingHttpHeaders } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '../test-clock.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { readConfig } from '#kernel/base/config/config.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { areas } from '#app/areas.ts'
import { buildServer, loadAreaServers } from '#app/server.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type DemoSession, type FileSent, FORM_TYPE, formOf, makeSession, sessionHeaders } from './requests.ts'
import { demoRecipe } from './demo-recipe.ts'

export interface Answer<T> {
  readonly status: number
  /** The code of the envelope: besides 200 one of the spec's. */
  readonly code: number | string
  readonly data: T
  readonly error: { readonly key: string; readonly field?: string } | undefined
  readonly msg: string
}

/** The whole product on a database, called as an account without a network between. */
export interface DemoServer {
  /** Every call. */
  readonly routes: readonly Route[]
  /** `key` is the Idempotency-Key, for a repeat of the same intent. */
  call<T>(account: string, path: string, body?: object, language?: 'zh' | 'en', key?: string): Promise<Answer<T>>
  /** Reads in its own session: one that views as another person, or came in through a link. The request has no body. */
  callIn<T>(session: DemoSession, path: string, body: object | null): Promise<Answer<T>>
  /** The raw answer: a file, or the envelope of a refusal. Without an account it is as a browser follows a link. */
  fetch(
    account: string | null,
    path: string,
    language?: 'zh' | 'en',
  ): Promise<{ status: number; headers: OutgoingHttpHeaders; bytes: Buffer }>
  get<T>(account: string, path: string): Promise<Answer<T>>
  /** A call without a session and with headers of its own, as another system sends it. */
  post<T>(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Answer<T>>
  /** A file as a form sends it, with texts before it. */
  upload<T>(account: string, path: string, file: FileSent, key?: string): Promise<Answer<T>>
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  /** Moves the server's clock. */
  advance(seconds: number): void
  close(): Promise<void>
}

export async function demoServer(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  more: readonly AreaServer[] = [],
): Promise<DemoServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  const pool = createPool({ databaseUrl, max: 4, name: 'test' })
  const config = {
    ...readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, REQUESTS_PER_PERSON: '1000000', ...environment }),
    logLevel: 'silent' as const,
  }
  let ahead = 0
  const runtime = { pool, now: () => new Date(productNow().getTime() + ahead) }
  const serverAreas = [...(await loadAreaServers(areas)), ...more]
  const { app, routes } = await buildServer({ config, runtime, areas, serverAreas })
  const sessions = new Map<string, DemoSession>()

  async function sessionOf(account: string) {
    const known = sessions.get(account)
    if (known) return known
    const session = await makeSession(pool, account, 60)
    sessions.set(account, session)
    return session
  }

  async function send<T>(
    account: string,
    path: string,
    body: object | Buffer | null,
    language: 'zh' | 'en',
    key: string = randomUUID(),
  ): Promise<Answer<T>> {
    return await sendIn(await sessionOf(account), path, body, language, key)
  }

  async function sendIn<T>(
    session: DemoSession,
    path: string,
    body: object | Buffer | null,
    language: 'zh' | 'en',
    key: string = randomUUID(),
  ): Promise<Answer<T>> {
    return answered<T>(
      await app.inject({
        url: path,
        ...(body ? { method: 'POST', payload: body } : { method: 'GET' }),
        headers: {
          ...sessionHeaders(session),
          'x-language': language,
          'idempotency-key': key,
          ...(body instanceof Buffer ? { 'content-type': FORM_TYPE } : {}),
        },
      }),
    )
  }

  function answered<T>(response: LightMyRequestResponse): Answer<T> {
    const envelope = response.json<{
      code: number | string
      data: T
      msg: string
      error?: { key: string; field?: string }
    }>()
    const { code, data, error, msg } = envelope
    return { status: response.statusCode, code, data, error, msg }
  }

  return {
    routes,
    call: <T>(account: string, path: string, body: object = {}, language: 'zh' | 'en' = 'en', key?: string) =>
      send<T>(account, path, body, language, key),
    callIn: <T>(session: DemoSession, path: string, body: object | null) => sendIn<T>(session, path, body, 'en'),
    get: <T>(account: string, path: string) => send<T>(account, path, null, 'en'),
    async post<T>(path: string, payload: string, headers: Readonly<Record<string, string>>) {
      const type = { 'content-type': 'application/json', 'x-language': 'en' }
      return answered<T>(await app.inject({ method: 'POST', url: path, payload, headers: { ...type, ...headers } }))
    },
    upload: <T>(account: string, path: string, file: FileSent, key?: string) =>
      send<T>(account, path, formOf(file), 'en', key),
    async fetch(account, path, language = 'en') {
      const headers =
        account === null ? {} : { authorization: `Bearer ${(await sessionOf(account)).token}`, 'x-language': language }
      const response = await app.inject({ method: 'GET', url: path, headers })
      return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
    },
    advance: (seconds) => (ahead += seconds * 1000),
    async query<T>(text: string, values: unknown[] = []) {
      return (await pool.query(text, values)).rows as T[]
    },
    async close() {
      await app.close()
      await pool.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database of its own for a test file, with the demonstration company; answers its connection string. */
export async function demoDatabase(): Promise<string> {
  return await testDatabase(demoRecipe())
}
