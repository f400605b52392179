import type pg from 'pg'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import type { PushState } from '#kernel/platform/outgoing/push-states.ts'
import { outsideOf } from '#kernel/services/sync/outbound-client.ts'
import { pushTo, type SyncServices, systemsWithPushes } from '#kernel/services/sync/run-pushes.ts'
import { planRuns, runNext } from '#kernel/services/sync/run-runs.ts'
import { takeChanges } from '#kernel/services/sync/take-changes.ts'
import { demoDatabase } from './servers/demo-database.ts'
import { type Answer, type DemoServer, demoServer } from './servers/demo-server.ts'
import { RECEIVER_SECRET, type ReceivingServer, receivingServer } from './servers/receiving-server.ts'

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
