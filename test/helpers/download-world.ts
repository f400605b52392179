import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { createCursorPool } from '#kernel/platform/db/snapshot.ts'
import { soleTarget } from '#kernel/services/effect-delivery/run-effects.ts'
import { sweepDownloads } from '#kernel/services/downloads/run-download.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { SheetContent } from '#kernel/platform/excel/cell.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { folderStore } from '#kernel/platform/files/files-store.ts'
import { startWorker, type Worker } from '#app/worker/worker.ts'
import { areas } from '#app/areas.ts'
import { exportsOf, loadAreaServers } from '#app/server.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { createNotifier, type Notifier } from '#kernel/services/notify/notifier.ts'
import { syncErrors } from '#kernel/services/sync/sync.errors.ts'
import { type DemoServer, demoServer } from './servers/demo-server.ts'
import { until } from './until.ts'

/** A task as the download centre's list shows it. */
export interface Task {
  readonly id: string
  readonly name: string
  readonly type: number
  readonly status: number
  readonly createTime: string
  readonly startTime: string | null
  readonly updateTime: string
  readonly resultDescr: string
  readonly downloadUrl: string | null
  readonly fileKey: string | null
  readonly rowsDone: number
  readonly secondsLeft: number | null
}

/** A server and its download centre, and a worker that a story starts and stops. */
export interface DownloadWorld {
  readonly server: DemoServer
  readonly filesDir: string
  /** By its clock an export may take too long. */
  startWorker(now?: () => Date): Promise<Worker>
  tasks(account: string, filters?: object, language?: 'zh' | 'en'): Promise<{ records: Task[]; recordTotal: number }>
  task(account: string, id: string, language?: 'zh' | 'en'): Promise<Task>
  /** The task once it is no longer processing. */
  ended(account: string, id: string): Promise<Task>
  /** The expiry of files as of a time. */
  sweep(now: Date): Promise<void>
  /** Keeps everyone from reading a table until the answer is called. */
  hold(table: string): Promise<() => Promise<void>>
  sheet(account: string, task: Task, sheetName?: string): Promise<SheetContent>
  close(): Promise<void>
}

const LIMITS = { maxBytes: 1e8, maxUncompressedBytes: 1e9, maxRows: 100_000, maxColumns: 60 }

export async function downloadWorld(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  more: readonly ListExport[] = [],
): Promise<DownloadWorld> {
  const filesDir = mkdtempSync(join(tmpdir(), 'downloads-'))
  const server = await demoServer(databaseUrl, { FILES_DIR: filesDir, EXPORT_AT_ONCE: '0', ...environment }, [
    { routes: [], documents: [], exports: more },
  ])
  const pool = createPool({ databaseUrl, max: 3, name: 'test worker' })
  const cursorPool = createCursorPool({ databaseUrl, max: 2, name: 'test exports' })
  const services = (now: () => Date) => ({
    pool,
    cursorPool,
    files,
    exports,
    now,
    limits: {
      rows: Number(environment['EXPORT_ROWS'] ?? 1_000_000),
      atOnce: Number(environment['EXPORT_AT_ONCE'] ?? 0),
      minutes: 60,
      days: 7,
    },
  })
  const files = folderStore(filesDir)
  const exports = exportsOf([...(await loadAreaServers(areas)), { routes: [], documents: [], exports: more }])
  const closers: (() => Promise<unknown>)[] = []
  const world: DownloadWorld = {
    server,
    filesDir,
    async startWorker(now = productNow) {
      const jobPool = createCursorPool({ databaseUrl, max: 8, name: 'test jobs' })
      const effects = { pool, documents: [], targets: { finance: soleTarget(null), dataCentre: new Map() }, now }
      const worker = await startWorker({
        pool,
        jobPool,
        downloads: services(now),
        imports: { pool, files, definitions: new Map(), now, limits: { maxBytes: 1 } },
        effects,
        reserves: { pool, documents: [], target: null, now },
        notifier: silentNotifier(pool),
        sync: silentSync(pool),
      })
      let ended: Promise<void> | undefined
      const close = () => (ended ??= worker.close().then(() => jobPool.end()))
      closers.push(close)
      return { close }
    },
    async tasks(account, filters = {}, language = 'en') {
      const { data } = await server.call<{ records: Task[]; recordTotal: number }>(
        account,
        '/aps/download-center/queryPage',
        filters,
        language,
      )
      return data
    },
    async task(account, id, language) {
      const { records } = await world.tasks(account, { limit: 500 }, language)
      const task = records.find((record) => record.id === id)
      if (!task) throw new Error(`${account} has no task ${id}`)
      return task
    },
    async ended(account, id) {
      let task = await world.task(account, id)
      await until(
        async () => (task = await world.task(account, id)).status !== 1,
        () => `task ${id} does not end: ${JSON.stringify(task)}`,
      )
      return task
    },
    sweep: (now) => sweepDownloads(services(() => now)),
    hold: (table) => holdTable(databaseUrl, table),
    async sheet(account, task, sheetName) {
      const { status, bytes } = await server.fetch(account, task.downloadUrl ?? '')
      if (status !== 200) throw new Error(`the file answers ${status}: ${bytes.toString().slice(0, 300)}`)
      return readSheet(bytes, { ...LIMITS, ...(sheetName ? { sheet: sheetName } : {}) })
    },
    async close() {
      for (const close of closers) await close()
      await Promise.all([server.close(), pool.end(), cursorPool.end()])
      rmSync(filesDir, { recursive: true, force: true })
    },
  }
  return world
}

/** A lock on a table by another connection: readers wait until the returned function is called. */
async function holdTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return () => client.end()
}

/** A worker's part of notifications without a way out: neither mail nor chat is set up. */
export function silentNotifier(pool: TransactionPool): Notifier {
  return createNotifier({
    pool,
    now: productNow,
    documents: [],
    publicUrl: 'http://localhost',
    config: { mail: null, chat: null, groupSeconds: 0, days: 90 },
  })
}

/** A worker's part of synchronizations without a way out: no secret is configured. */
export function silentSync(pool: TransactionPool) {
  return {
    pool,
    now: productNow,
    days: 90,
    outside: {
      call: () => Promise.resolve({ kind: 'untried', reason: syncErrors.noSecret({ name: 'NONE' }) } as const),
    },
  }
}
