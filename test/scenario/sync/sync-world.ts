import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import type { PushState } from '#kernel/platform/outgoing/push-states.ts'
import { outsideOf } from '#kernel/services/sync/outbound-client.ts'
import { pushTo, type SyncServices, systemsWithPushes } from '#kernel/services/sync/run-pushes.ts'
import { planRuns, runNext } from '#kernel/services/sync/run-runs.ts'
import { takeChanges } from '#kernel/services/sync/take-changes.ts'
import { isGenuineWebhook, webhookKeys } from '#kernel/platform/outgoing/standard-webhook.ts'
import { type Answer, demoDatabase, type DemoServer, demoServer } from '../../helpers/servers/demo-server.ts'

export const ADMINISTRATOR = 'hq.it'
/** Keeps channels, and may not run anything. */
export const EDITOR = 'hq.budget'

export interface PushFound {
  readonly id: string
  readonly message_id: string
  readonly record_version: number
  readonly state: PushState
  readonly attempts: number
  readonly is_unsure: boolean
  readonly last_error: { readonly key: string } | null
  readonly reference: string | null
}
interface Stored {
  readonly record: { readonly id: string; readonly version: number; readonly values: Readonly<Record<string, string>> }
}

/** The product, another system, and a worker's part that a story moves step by step. */
export interface SyncWorld {
  readonly databaseUrl: string
  readonly server: DemoServer
  readonly pool: pg.Pool
  readonly receiver: ReceivingServer
  readonly services: SyncServices
  advance(seconds: number): void
  /** Changes a system's or a setting's values from the defaults; returns the id. */
  system(code: string, more?: object): Promise<string>
  setting(code: string, more?: object): Promise<Answer<Stored>>
  channel(code: string, more?: object): Promise<Stored['record']>
  rename(channel: { readonly id: string; readonly version: number }, values: object): Promise<Stored['record']>
  /** The relay takes committed changes; everything due is sent. */
  relay(): Promise<void>
  tell(): Promise<void>
  /** Everything that is due is run. */
  run(): Promise<void>
  pushes(setting: string, key?: string): Promise<readonly PushFound[]>
  close(): Promise<void>
}

export async function syncWorld(): Promise<SyncWorld> {
  const databaseUrl = await demoDatabase()
  const server = await demoServer(databaseUrl)
  const pool = createPool({ databaseUrl, max: 4, name: 'test worker' })
  // The demonstration's own settings are not part of these tests.
  await pool.query('update sync_setting set enabled = false')
  let ahead = 0
  const now = () => new Date(productNow().getTime() + ahead * 1000)
  const receiver = await receivingServer(now)
  const outside = outsideOf({
    secrets: new Map([['STORY', RECEIVER_SECRET]]),
    secretsDir: null,
    hostsOf: new Map(),
    internalHosts: new Set(['127.0.0.1']),
    demoAddress: null,
    days: 90,
  })
  const services: SyncServices = { pool, outside, now }
  const { signal } = new AbortController()
  const world: SyncWorld = {
    databaseUrl,
    server,
    pool,
    receiver,
    services,
    advance: (seconds) => void (ahead += seconds),
    async system(code, more = {}) {
      const plain = {
        code,
        nameZh: `系统${code}`,
        nameEn: `System ${code}`,
        type: 'other',
        secretName: 'STORY',
        timeoutSeconds: 2,
      }
      const values = { ...plain, baseAddress: receiver.origin, queryPath: '/messages/{id}', ...more }
      const { status, data, msg } = await server.call<Stored>(ADMINISTRATOR, '/aps/sync/system/create', { values })
      if (status !== 200) throw new Error(msg)
      return data.record.id
    },
    setting(code, more = {}) {
      const plain = {
        code,
        nameZh: `设置${code}`,
        nameEn: `Setting ${code}`,
        recordCode: 'customerChannel',
        direction: 'outbound',
      }
      const policy = { attempts: 3, backOffSeconds: 10, deadAfterHours: 24 }
      const values = { ...plain, ...policy, path: `/${code.toLowerCase()}`, ...more }
      return server.call<Stored>(ADMINISTRATOR, '/aps/sync/setting/create', { values })
    },
    async channel(code, more = {}) {
      const values = { code, nameZh: '渠道', nameEn: 'Channel', areaCode: 'IN', ...more }
      const { data, msg, status } = await server.call<Stored>(EDITOR, '/aps/budget/customerChannel/create', { values })
      if (status !== 200) throw new Error(msg)
      return data.record
    },
    async rename({ id, version }, values) {
      const { data, msg, status } = await server.call<Stored>(EDITOR, '/aps/budget/customerChannel/update', {
        id,
        version,
        values,
      })
      if (status !== 200) throw new Error(msg)
      return data.record
    },
    async relay() {
      while (await relayOnce(pool, takeChanges(now)));
    },
    async tell() {
      for (const system of await systemsWithPushes(services))
        while ((await pushTo(services, system, signal)) === 'more');
    },
    async run() {
      await planRuns(services)
      while (await runNext(services, signal));
    },
    pushes: (setting, key) =>
      server.query<PushFound>(
        `select id::text as id, message_id, record_version, state, attempts, is_unsure, last_error, reference from sync_push
         where setting_code = $1 and ($2::text is null or record_key = $2) order by record_version, id`,
        [setting, key ?? null],
      ),
    async close() {
      await Promise.all([server.close(), receiver.close(), pool.end()])
    },
  }
  return world
}

/** The secret that the test shares with the receiver. */
export const RECEIVER_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

export interface Received {
  readonly id: string
  readonly path: string
  readonly body: string
  readonly authorization: string
  /** Signed by who knows the secret, just now. */
  readonly isGenuine: boolean
}

/** How a call is treated: a status with a text, a text that breaks off, no answer, or a broken connection. */
export type Reaction =
  | { readonly status: number; readonly text?: string; readonly retryAfter?: number; readonly location?: string }
  | { readonly beginning: string }
  | 'silence'
  | 'hang up'

export interface ReceivingServer {
  readonly origin: string
  readonly port: number
  /** Every message that arrived, in order; also those that were answered badly. */
  readonly messages: Received[]
  /** Every received query, in order. */
  readonly questions: Received[]
  /** Reactions to the next messages, then the permanent one. */
  readonly next: Reaction[]
  always: (message: Received) => Reaction
  /** The answer to a query: a page of rows, or the result of a message. */
  answer: (url: URL) => Reaction | object
  /** While it is set, answers wait for it. */
  gate: Promise<void> | null
  close(): Promise<void>
}

/** Another system: a real HTTP server that accepts, refuses, is slow or dies as the test sets it, and checks every signature. */
export async function receivingServer(now = productNow, secret = RECEIVER_SECRET): Promise<ReceivingServer> {
  const keys = webhookKeys(secret)
  if (!keys) throw new Error('no secret')
  const server = createServer((request, response) => void handle(request, response))
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    const header = (name: string) => String(request.headers[name] ?? '')
    const url = new URL(request.url ?? '/', 'http://receiver')
    const signed = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
    }
    const isGenuine = isGenuineWebhook(keys, { ...signed, body }, now())
    const received = { id: signed.id, path: url.pathname, body, authorization: header('authorization'), isGenuine }
    const isMessage = request.method === 'POST'
    ;(isMessage ? its.messages : its.questions).push(received)
    const said = isMessage ? (its.next.shift() ?? its.always(received)) : its.answer(url)
    if (its.gate) await its.gate
    react(request, response, said)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const its: ReceivingServer = {
    origin: `http://127.0.0.1:${port}`,
    port,
    messages: [],
    questions: [],
    next: [],
    always: () => ({ status: 200, text: '{"reference":"R-1"}' }),
    answer: () => ({ status: 404 }),
    gate: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return its
}

function react(request: IncomingMessage, response: ServerResponse, said: Reaction | object): void {
  if (said === 'silence') return
  if (said === 'hang up') return void request.socket.destroy()
  if ('beginning' in said) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' }).write(said.beginning)
    return void setImmediate(() => request.socket.destroy())
  }
  if (!('status' in said))
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  const { status, text = '', retryAfter, location } = said as Exclude<Reaction, string | { beginning: string }>
  response
    .writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(location === undefined ? {} : { location }),
    })
    .end(text)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
