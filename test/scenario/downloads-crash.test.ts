import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { type DownloadWorld, downloadWorld, holdTable } from '#test/helpers/download-world.ts'
import { childrenOf, startServerProcess } from '#test/helpers/processes.ts'
import { freePort } from '#test/helpers/running-server.ts'

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

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) if (await condition()) return
  throw new Error(`waited in vain: ${what}`)
}

it('kill -9 of the worker in the middle of an export: another is started by itself and makes it again, whole and once', async () => {
  const environment = { FILES_DIR: world.filesDir }
  const server = await startServerProcess(databaseUrl, await freePort(), 'all', environment)
  const release = await holdTable(databaseUrl, 'budget_account')
  try {
    const { data } = await world.server.call<{ taskId: string }>('in.channel', `${LINES}/export`, {})
    const id = data.taskId
    await until(async () => (await state(id))?.run === 1, 'nobody took the task')
    const [worker = 0] = childrenOf(server.pid)
    process.kill(worker, 'SIGKILL')
    await release()
    // Its job stays locked by a worker that is gone, and nobody else sees it: time passes without a sign of life.
    await world.server.query(`update download_task set beat_at = beat_at - interval '1 minute' where id = $1`, [id])
    expect(await world.ended('in.channel', id)).toMatchObject({ status: 2 })
    expect(await state(id)).toMatchObject({ run: 2, attempts: 2 })
    const task = await world.task('in.channel', id)
    const sheet = await world.sheet('in.channel', task)
    const [count] = await world.server.query<{ count: number }>(
      `select count(*)::int as count from budget_line where area_id = 2 and state <> 'planned'`,
    )
    expect(sheet.rows).toHaveLength(count?.count ?? 0)
    expect(new Set(sheet.rows.map(({ cells }) => (cells[0]?.kind === 'text' ? cells[0].text : ''))).size).toBe(
      count?.count,
    )
    expect(readdirSync(join(world.filesDir, 'downloads'))).toEqual([`${id}-2.xlsx`])
  } finally {
    await server.stop()
    await release()
  }
}, 90_000)

it('an orderly stop in the middle: the next worker makes it at once, and it counts as no attempt', async () => {
  const first = await world.startWorker()
  const release = await holdTable(databaseUrl, 'budget_account')
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

it('a task that ends its worker again and again is given up, and says so', async () => {
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

it('a retry is no way past the number of tasks that one person may have running', async () => {
  const { server } = world
  const { data } = await server.call<{ taskId: string }>('in.finance', `${LINES}/export`, { countryCode: 'NP' })
  const id = data.taskId
  await server.query(`update download_task set status = 3, result = null, file_key = null where id = $1`, [id])
  await server.query(
    `insert into download_task (user_id, name, type, request, request_hash, created_at, updated_at)
     select user_id, name, type, request, 'other ' || n, now(), now() from download_task, generate_series(1, 10) n where id = $1`,
    [id],
  )
  const retry = () => server.call('in.finance', '/aps/download-center/retry', { id })
  expect((await retry()).error?.key).toBe('downloads.tooManyRunning')
  await server.query(`delete from download_task where request_hash like 'other %'`)
  expect((await retry()).status).toBe(200)
})

it('a worker with the fewest connections that it may have still does its jobs', async () => {
  const otherUrl = await demoDatabase()
  const other = await downloadWorld(otherUrl)
  const environment = { FILES_DIR: other.filesDir, POOL_WORKER: '1' }
  const small = await startServerProcess(otherUrl, await freePort(), 'all', environment)
  try {
    const { data } = await other.server.call<{ taskId: string }>('in.channel', `${LINES}/export`, { countryCode: 'NP' })
    expect(await other.ended('in.channel', data.taskId)).toMatchObject({ status: 2 })
  } finally {
    await small.stop()
    await other.close()
  }
}, 90_000)
