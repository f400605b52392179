import { existsSync, readdirSync, statSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WORKER_PRIORITY } from '#app/launch/worker-process.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { childrenOf, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { until } from '#test/helpers/until.ts'

const LINES = '/gs/IN/oversea/aps/budget/country/page'

let databaseUrl: string
let world: DownloadWorld

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  world = await downloadWorld(databaseUrl)
})

afterAll(() => world?.close())

const state = async (id: string) =>
  (
    await world.server.query<{ run: number; attempts: number; status: number }>(
      'select run, attempts, status from download_task where id = $1',
      [id],
    )
  )[0]

/** So many lines that a file of them takes a while; the region has a few hundred. */
async function manyLines(): Promise<number> {
  await world.server.query(
    `with made as (
       insert into budget_line (scope_id, area_id, state, year, month, country_code, project_code, project_pool_code, budget_dept_code, fsc_id,
         sub_busi_code, product_class, product_line_code, currency)
       select scope_id, area_id, state, year + 10 * n, month, country_code, project_code, project_pool_code, budget_dept_code, fsc_id,
         sub_busi_code, product_class, product_line_code, currency
       from budget_line, generate_series(1, 20000 / (select count(*) from budget_line where area_id = 2 and state <> 'planned')) n
       where area_id = 2 and state <> 'planned' and level = 'country' returning id, currency
     ) insert into budget_account (id, currency, avl, granted) select id, currency, 100, 100 from made`,
  )
  const [count] = await world.server.query<{ count: number }>(
    `select count(*)::int as count from budget_line where area_id = 2 and state <> 'planned' and level = 'country'`,
  )
  return count?.count ?? 0
}

it('after kill -9 of an exporting worker another starts by itself and writes the file once, complete and with the same data', async () => {
  const lines = await manyLines()
  const environment = { FILES_DIR: world.filesDir, LOWER_DATABASE_PRIORITY: '1' }
  const server = await startServerProcess(databaseUrl, await freePort(), 'all', environment)
  try {
    const { data } = await world.server.call<{ taskId: string }>('in.channel', `${LINES}/export`, { format: 'csv' })
    const id = data.taskId
    const incoming = join(world.filesDir, '.incoming')
    const isWriting = async () =>
      existsSync(incoming) && readdirSync(incoming).some((name) => statSync(join(incoming, name)).size > 100_000)
    await until(isWriting, 'nobody wrote', { everyMs: 1 })
    // The session of PostgreSQL that reads for the export has the priority of the worker.
    const reading = await world.server.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'exports' and datname = current_database()`,
    )
    expect(reading.map(({ pid }) => getPriority(pid))).toContain(WORKER_PRIORITY)
    const [worker = 0] = childrenOf(server.pid)
    process.kill(worker, 'SIGKILL')
    expect(await state(id)).toMatchObject({ run: 1, status: 1 })
    await world.server.query('update budget_account set avl = avl + 777, granted = granted + 777')
    // Its job stays locked by a dead worker, and no other worker sees it: time passes without a heartbeat.
    await world.server.query(`update download_task set beat_at = beat_at - interval '1 minute' where id = $1`, [id])
    expect(await world.ended('in.channel', id)).toMatchObject({ status: 2, rowsDone: lines })
    expect(await state(id)).toMatchObject({ run: 2, attempts: 2 })
    const { records } = await world.tasks('in.channel')
    expect(records.map((task) => [task.id, task.status])).toEqual([[id, 2]])
    const { bytes } = await world.server.fetch('in.channel', records[0]?.downloadUrl ?? '')
    const rows: Record<string, string>[] = parse(bytes.toString(), { bom: true, columns: true })
    expect(new Set(rows.map((row) => row['Budget code'])).size).toBe(lines)
    const truth = await world.server.query<{ sum: string }>(
      `select sum(avl)::text as sum from budget_account join budget_line using (id) where area_id = 2 and state <> 'planned' and level = 'country'`,
    )
    const sum = rows.reduce((total, row) => total + BigInt((row['Available'] ?? '').replace('.', '')), 0n)
    expect(sum).toBe(BigInt((truth[0]?.sum ?? '').replace('.', '')))
    expect(readdirSync(join(world.filesDir, 'downloads'))).toEqual([`${id}-2.csv`])
  } finally {
    await server.stop()
  }
}, 150_000)

it('an export whose worker stops in order is taken by the next worker at once, without counting an attempt', async () => {
  const first = await world.startWorker()
  const release = await world.hold('budget_account')
  const { data } = await world.server.call<{ taskId: string }>('in.channel', `${LINES}/export`, { countryCode: 'LK' })
  await until(async () => (await state(data.taskId))?.run === 1, 'nobody took the task')
  const closed = first.close()
  await release()
  await closed
  expect(await state(data.taskId)).toMatchObject({ run: 1, status: 1, attempts: 0 })
  const second = await world.startWorker()
  expect(await world.ended('in.channel', data.taskId)).toMatchObject({ status: 2 })
  expect(await state(data.taskId)).toMatchObject({ run: 2, attempts: 1 })
  await second.close()
}, 60_000)

it('an export that ends its worker repeatedly is given up with a reason', async () => {
  const { data } = await world.server.call<{ taskId: string }>('in.channel', `${LINES}/export`, { countryCode: 'NP' })
  await world.server.query(
    `update download_task set attempts = 3, run = 3, beat_at = now() - interval '1 minute' where id = $1`,
    [data.taskId],
  )
  await world.startWorker()
  const task = await world.ended('in.channel', data.taskId)
  expect(task).toMatchObject({ status: 3, downloadUrl: null })
  expect(task.resultDescr).toContain('3 attempts')
}, 60_000)

it('the retry of an export respects the limit of running tasks of a person', async () => {
  const { server } = world
  const { data } = await server.call<{ taskId: string }>('in.finance', `${LINES}/export`, { countryCode: 'NP' })
  const id = data.taskId
  await server.query(`update download_task set status = 3, result = null, file_key = null where id = $1`, [id])
  await server.query(
    `insert into download_task (user_id, name, type, request, request_hash, created_at, updated_at)
     select user_id, name, type, request, 'other ' || n, product_now(), product_now() from download_task, generate_series(1, 10) n where id = $1`,
    [id],
  )
  const retry = () => server.call('in.finance', '/aps/download-center/retry', { id })
  expect((await retry()).error?.key).toBe('downloads.tooManyRunning')
  await server.query(`delete from download_task where request_hash like 'other %'`)
  expect((await retry()).status).toBe(200)
})

it('a worker with the smallest connection pool still exports', async () => {
  const otherUrl = await demoDatabase()
  const other = await downloadWorld(otherUrl)
  const environment = { FILES_DIR: other.filesDir, POOL_WORKER: '3' }
  const small = await startServerProcess(otherUrl, await freePort(), 'all', environment)
  try {
    const { data } = await other.server.call<{ taskId: string }>('in.channel', `${LINES}/export`, { countryCode: 'NP' })
    expect(await other.ended('in.channel', data.taskId)).toMatchObject({ status: 2 })
  } finally {
    await small.stop()
    await other.close()
  }
}, 90_000)
