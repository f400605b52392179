import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { textRows, workbookOf } from '#kernel/platform/excel/workbook-fixture.ts'
import { folderStore } from '#kernel/platform/files/files-store.ts'
import type { ImportDefinition } from '#kernel/services/imports/import-definition.ts'
import type { ImportRowView, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import type { ImportServices } from '#kernel/services/imports/importer.ts'
import { runImport } from '#kernel/services/imports/run-import.ts'
import { type Answer, type DemoServer, demoServer } from './servers/demo-server.ts'
import { IMPORT_FIXTURE_TABLE, importFixture, importFixtureWhole } from './import-fixture.ts'

export interface ImportWorld {
  readonly server: DemoServer
  readonly pool: pg.Pool
  readonly services: ImportServices
  readonly filesDir: string
  /** Rows of texts, the first of which is the header, as an uploaded workbook that has been read. */
  read(rows: readonly (readonly string[])[], options?: UploadOptions): Promise<ImportRunView>
  upload(file: { name: string; bytes: Uint8Array }, options?: UploadOptions): Promise<Answer<Uploaded>>
  /** A call about a run in its present version, by its name after `/aps/import/`. */
  act(
    call: string,
    run: Pick<ImportRunView, 'importId' | 'version'>,
    more?: object,
    key?: string,
  ): Promise<Answer<ImportRunView>>
  detail(importId: string, account?: string): Promise<ImportRunView>
  rows(importId: string, show?: string): Promise<readonly ImportRowView[]>
  /** Reads rows and writes them. */
  imported(rows: readonly (readonly string[])[], mode?: 'all' | 'good'): Promise<ImportRunView>
  items(codes: string): Promise<readonly Item[]>
  /** Lets a worker do all due work. */
  work(more?: Partial<ImportServices>): Promise<void>
  stored(): readonly string[]
  close(): Promise<void>
}

export interface Item {
  readonly code: string
  readonly name: string
  readonly price: string | null
}

export interface Uploaded {
  readonly importId: string
  readonly taskId: string
  readonly duplicate: ImportRunView['duplicate']
  readonly announces: 'downloadCenter' | null
}

export interface UploadOptions {
  readonly account?: string
  readonly kind?: string
  readonly params?: object
  readonly name?: string
  readonly key?: string
}

export const HEADER = ['Code', 'Name', 'Price']
const DEFINITIONS: readonly ImportDefinition[] = [importFixture, importFixtureWhole]

export function bookOf(rows: readonly (readonly string[])[]): Uint8Array {
  return workbookOf({ rows: textRows(rows) })
}

/** The product with something to import, on a database with people. */
export async function importWorld(databaseUrl: string, more: readonly ImportDefinition[] = []): Promise<ImportWorld> {
  const filesDir = mkdtempSync(join(tmpdir(), 'imports-'))
  const area = { routes: [], documents: [], exports: [], imports: DEFINITIONS }
  const server = await demoServer(databaseUrl, { FILES_DIR: filesDir, IMPORT_MB: '5' }, [area])
  const pool = createPool({ databaseUrl, max: 4, name: 'test imports' })
  await pool.query(IMPORT_FIXTURE_TABLE)
  const services: ImportServices = {
    pool,
    files: folderStore(filesDir),
    definitions: new Map([...DEFINITIONS, ...more].map((definition) => [definition.name, definition])),
    now: productNow,
    limits: { maxBytes: 5 * 1024 * 1024 },
  }
  const who = 'in.channel'
  const world: ImportWorld = {
    server,
    pool,
    services,
    filesDir,
    upload(file, { account = who, kind = 'stand-in', params, key } = {}) {
      const fields: Record<string, string> = params ? { params: JSON.stringify(params) } : {}
      return server.upload<Uploaded>(account, `/aps/import/upload/${kind}`, { ...file, fields }, key)
    },
    async read(rows, options = {}) {
      const answer = await world.upload({ name: options.name ?? 'items.xlsx', bytes: bookOf(rows) }, options)
      if (answer.status !== 200) throw new Error(`refused: ${answer.msg}`)
      await world.work()
      return world.detail(answer.data.importId, options.account)
    },
    act(call, { importId, version }, more = {}, key = randomUUID()) {
      return server.call<ImportRunView>(who, `/aps/import/${call}`, { importId, version, ...more }, 'en', key)
    },
    async detail(importId, account = who) {
      const answer = await server.call<ImportRunView>(account, '/aps/import/detail', { importId })
      if (answer.status !== 200) throw new Error(`no such import: ${answer.msg}`)
      return answer.data
    },
    async rows(importId, show = 'all') {
      const body = { importId, show, limit: 200 }
      return (await server.call<{ records: ImportRowView[] }>(who, '/aps/import/rows', body)).data.records
    },
    async imported(rows, mode = 'good') {
      const run = await world.read([HEADER, ...rows])
      const started = await world.act('run', run, { mode })
      if (started.status !== 200) throw new Error(`refused: ${started.msg}`)
      await world.work()
      return world.detail(run.importId)
    },
    items: (codes) =>
      server.query<Item>('select code, name, price from stand_in where code like $1 order by code', [codes]),
    async work(more = {}) {
      for (;;) {
        const { rows } = await pool.query<{ id: string; start: number }>(
          `select id, start from import_run where state in ('reading', 'running', 'undoing') order by id limit 1`,
        )
        if (!rows[0]) return
        const job = { importId: rows[0].id, start: rows[0].start }
        await runImport({ ...services, ...more }, job, new AbortController().signal)
      }
    },
    stored: () => {
      try {
        return readdirSync(join(filesDir, 'imports'))
      } catch {
        return []
      }
    },
    async close() {
      await Promise.all([server.close(), pool.end()])
      rmSync(filesDir, { recursive: true, force: true })
    },
  }
  return world
}

/** The place of each problem, and its key. */
export function problemsOf(rows: readonly Pick<ImportRowView, 'row' | 'errors'>[]): unknown[] {
  return rows.map(({ row, errors }) => [row, ...errors.map(({ column, key }) => `${column} ${key}`)])
}
