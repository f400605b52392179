import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { Uploaded } from '#test/helpers/import-world.ts'
import { killWorker, type ServerProcess, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { until } from '#test/helpers/until.ts'

// Customer channels by an account that may import them, and a worker that is killed as a machine without memory kills it.

const ACCOUNT = 'hq.budget'
const ROWS = 4000
const filesDir = mkdtempSync(join(tmpdir(), 'imports-'))

let server: DemoServer
let other: ServerProcess

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl, { FILES_DIR: filesDir })
  other = await startServerProcess(databaseUrl, await freePort(), 'all', { FILES_DIR: filesDir })
}, 90_000)

afterAll(async () => {
  await Promise.all([other?.stop(), server?.close()])
  rmSync(filesDir, { recursive: true, force: true })
})

async function first<T>(text: string, values: unknown[]): Promise<T> {
  const [row] = await server.query<T>(text, values)
  if (!row) throw new Error('no row')
  return row
}

function detail(importId: string): Promise<ImportRunView> {
  return server.call<ImportRunView>(ACCOUNT, '/aps/import/detail', { importId }).then(({ data }) => data)
}

async function upload(prefix: string): Promise<string> {
  const lines = Array.from({ length: ROWS }, (_, row) => `${prefix}-${row},渠道 ${row},Channel ${row},IN`)
  const bytes = Buffer.from(['Code,Chinese name,English name,Area', ...lines].join('\n'))
  const file = { name: `${prefix}.csv`, bytes }
  const { data } = await server.upload<Uploaded>(ACCOUNT, '/aps/import/upload/customer-channel', file)
  return data.importId
}

async function act(name: 'run' | 'undo', importId: string, more: object = {}): Promise<void> {
  const { version } = await detail(importId)
  const answer = await server.call(ACCOUNT, `/aps/import/${name}`, { importId, version, ...more })
  if (answer.status !== 200) throw new Error(`refused: ${answer.msg}`)
}

async function rested(importId: string): Promise<ImportRunView> {
  await until(
    async () => !(await detail(importId)).can.cancel,
    () => `the import still works; the server: ${other.condition()}`,
  )
  return detail(importId)
}

const kill = (importId: string) => killWorker(server, other, importId)

async function appliedRows(importId: string): Promise<number> {
  const run = 'select rows_applied as applied from import_run where id = $1'
  return (await first<{ applied: number }>(run, [importId])).applied
}

/** The state of the tables: rows, their versions, and the audit entries of each. */
const written = (prefix: string) =>
  first<{ rows: number; first_version: number; entries: number; audited: number }>(
    `select count(distinct c.id)::int as rows, (count(distinct c.id) filter (where c.version = 1))::int as first_version,
       count(e.id)::int as entries, count(distinct e.document_id)::int as audited
     from customer_channel c left join audit_entry e on e.document_id = c.id and e.document_type = 'customerChannel' where c.code like $1`,
    [`${prefix}-%`],
  )
const ALL_ONCE = { rows: ROWS, first_version: ROWS, entries: ROWS, audited: ROWS }

const stagedRows = (importId: string) =>
  first<{ staged: number }>('select count(*)::int as staged from import_row where run_id = $1', [importId])

it('after kill -9 during reading and during writing of an import the next worker goes on without losing or doubling a row', async () => {
  const importId = await upload('KG')
  await until(async () => (await stagedRows(importId)).staged > 0, 'nothing was read', { everyMs: 1 })
  await kill(importId)
  expect((await stagedRows(importId)).staged).toBeLessThan(ROWS)
  expect(await detail(importId)).toMatchObject({ state: 'reading' })
  expect(await rested(importId)).toMatchObject({ state: 'checked', rows: { total: ROWS, create: ROWS, bad: 0 } })
  expect((await stagedRows(importId)).staged).toBe(ROWS)

  await act('run', importId, { mode: 'good' })
  await until(async () => (await appliedRows(importId)) > 0, 'nothing was written', { everyMs: 1 })
  await kill(importId)
  const applied = await appliedRows(importId)
  expect(applied).toBeGreaterThan(0)
  expect(applied).toBeLessThan(ROWS)
  // The number counted as written is exactly the number written and audited.
  expect(await written('KG')).toEqual({ rows: applied, first_version: applied, entries: applied, audited: applied })
  expect(await rested(importId)).toMatchObject({ state: 'done', rows: { applied: ROWS, bad: 0 } })
  expect(await written('KG')).toEqual(ALL_ONCE)
}, 90_000)

it('after kill -9 during an all-or-nothing import nothing is written, and the next worker writes all', async () => {
  const importId = await upload('KA')
  await rested(importId)
  // Ids are used up even by rows that are not committed.
  const ids = async () => Number((await first<{ id: string }>('select last_value as id from document_id', [])).id)
  const before = await ids()
  await act('run', importId, { mode: 'all' })
  await until(async () => (await ids()) > before + ROWS / 2, 'nothing was written', { everyMs: 1 })
  await kill(importId)
  expect(await written('KA')).toEqual({ rows: 0, first_version: 0, entries: 0, audited: 0 })
  expect(await rested(importId)).toMatchObject({ state: 'done', rows: { applied: ROWS, bad: 0 } })
  expect(await written('KA')).toEqual(ALL_ONCE)
}, 90_000)
