import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { beatTask, claimTask } from '#kernel/services/downloads/download-task.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { Worker } from '#app/worker/worker.ts'
import { budgetExports } from '#areas/budget/shared/budget.exports.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type DownloadWorld, downloadWorld, type Task } from '#test/helpers/download-world.ts'
import { until } from '#test/helpers/until.ts'

// How the engine makes files, beyond a list's export: in the same call, in parts, requested again, with columns that not everybody sees.

const LINES = '/gs/IN/oversea/aps/budget/country/page'
const lines = budgetExports.find(({ name }) => name === 'budgetLine')!
/** A right that nobody in India holds. */
const COST = 'approval.template.edit'
const MARGINS = '/gs/IN/oversea/aps/test/margin'

/** The same list with a column that only some see, and a second call that is requested again. */
const margins: ListExport = {
  ...lines,
  name: 'margins',
  path: '/gs/:idc/oversea/aps/test/margin/export',
  polled: '/gs/:idc/oversea/aps/test/margin/async/export',
  columns: lines.columns.map((column) => (column.key === 'available' ? { ...column, right: COST } : column)),
}

/** Margins again, of which there may be more from one moment to the next. */
const counted = { total: 5, times: 0 }
const growing: ListExport = {
  ...margins,
  name: 'growing',
  path: '/gs/:idc/oversea/aps/test/growing/export',
  polled: '/gs/:idc/oversea/aps/test/growing/async/export',
  async query(...asked) {
    const { total } = counted
    const count = {
      text: 'select $1::int as total',
      get values() {
        counted.times += 1
        return [total]
      },
    }
    return { ...(await margins.query(...asked)), count }
  },
}

interface Started {
  readonly taskId: string
  readonly name: string
  readonly isNew: boolean
  readonly downloadUrl: string | null
}

let databaseUrl: string
let world: DownloadWorld
let worker: Worker

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  world = await downloadWorld(databaseUrl, { EXPORT_AT_ONCE: '100' }, [margins, growing])
  worker = await world.startWorker()
})

afterAll(() => world?.close())

const call = (account: string, path: string, body: object) => world.server.call<Started>(account, path, body)
const header = async (account: string, task: Task) => (await world.sheet(account, task)).header

describe('a small export', () => {
  it('a small export answers with a link in the same call and is listed in the download centre', async () => {
    const { status, data } = await call('in.channel', `${LINES}/export`, { countryCode: 'NP' })
    expect([status, data.isNew]).toEqual([200, true])
    expect(data.downloadUrl).toMatch(/^\/aps\/file\/link\//)
    const file = await world.server.fetch(null, data.downloadUrl ?? '')
    expect(file.status).toBe(200)
    expect(await world.task('in.channel', data.taskId)).toMatchObject({ status: 2, secondsLeft: null })
  })

  it('an export becomes a task when one is requested, when it is large, or when no worker is free', async () => {
    const offline = await call('in.channel', `${LINES}/export`, { countryCode: 'NP', offlineExport: 1 })
    expect(offline.data.downloadUrl).toBeNull()
    const large = await call('in.channel', `${LINES}/export`, { countryCode: 'IN' })
    expect(large.data.downloadUrl).toBeNull()
    expect((await world.ended('in.channel', large.data.taskId)).rowsDone).toBeGreaterThan(100)
    await world.ended('in.channel', offline.data.taskId)
    await worker.close()
    const waiting = await call('in.channel', `${LINES}/export`, { countryCode: 'LK' })
    expect(waiting.data).toMatchObject({ isNew: true, downloadUrl: null })
    // A repeated click meanwhile finds the one that waits.
    const again = await call('in.channel', `${LINES}/export`, { countryCode: 'LK', offlineExport: '1' })
    expect(again.data).toMatchObject({ isNew: false, taskId: waiting.data.taskId })
    worker = await world.startWorker()
    expect(await world.ended('in.channel', waiting.data.taskId)).toMatchObject({ status: 2 })
  })
})

describe('a polled export', () => {
  const poll = (body: object) => world.server.call<Started | null>('in.finance', `${MARGINS}/async/export`, body)

  it('a polled export answers 9000007 until its file exists, then 200 with the link', async () => {
    await worker.close()
    const body = { countryCode: 'NP' }
    const first = await poll(body)
    expect([first.status, first.code, first.data]).toEqual([200, 9_000_007, null])
    world.server.advance(3)
    expect((await poll(body)).code).toBe(9_000_007)
    const { records, recordTotal } = await world.tasks('in.finance')
    expect(recordTotal).toBe(1)
    worker = await world.startWorker()
    const task = await world.ended('in.finance', records[0]?.id ?? '')
    world.server.advance(3)
    const ready = await poll(body)
    expect([ready.status, ready.code]).toEqual([200, 200])
    expect(ready.data).toMatchObject({ taskId: task.id, isNew: false })
    expect((await world.server.fetch(null, ready.data?.downloadUrl ?? '')).status).toBe(200)
    // The answer was lost on the way: it is given again. Who comes back later wants the data of then.
    world.server.advance(3)
    expect((await poll(body)).data?.taskId).toBe(task.id)
    world.server.advance(10)
    expect((await poll(body)).code).toBe(9_000_007)
    expect((await world.tasks('in.finance')).recordTotal).toBe(2)
  })

  it('a polled export counts its list once when it begins and keeps its task', async () => {
    await worker.close()
    const ask = () =>
      world.server.call('in.finance', '/gs/IN/oversea/aps/test/growing/async/export', { countryCode: 'NP' })
    expect((await ask()).code).toBe(9_000_007)
    counted.total = 5_000_000
    counted.times = 0
    world.server.advance(3)
    expect((await ask()).code).toBe(9_000_007)
    expect(counted.times).toBe(0)
    const [task] = (await world.tasks('in.finance')).records
    await world.server.call('in.finance', '/aps/download-center/cancel', { id: task?.id })
    // A new request, when no other waits any more, is refused.
    world.server.advance(20)
    expect((await ask()).status).toBe(400)
    worker = await world.startWorker()
  })

  it('a polled export answers the reason when its task failed', async () => {
    await worker.close()
    const body = { countryCode: 'BD' }
    await poll(body)
    const [task] = (await world.tasks('in.finance')).records
    await world.server.call('in.finance', '/aps/download-center/cancel', { id: task?.id })
    const failed = await poll(body)
    expect([failed.status, failed.error?.key, failed.msg]).toEqual([400, 'downloads.cancelled', 'Cancelled'])
    worker = await world.startWorker()
  })
})

describe('an export column with a right', () => {
  const give = () =>
    world.server.query(`insert into role_right (role_code, right_code) values ('channelManager', '${COST}')`)
  const take = () =>
    world.server.query(`delete from role_right where role_code = 'channelManager' and right_code = '${COST}'`)
  const body = { countryCode: 'NP', columns: ['budgetCode', 'available'], offlineExport: 1 }

  it('an export column with a right does not exist for a reader without it', async () => {
    const named = await call('in.channel', `${MARGINS}/export`, body)
    expect([named.status, named.error?.key]).toEqual([400, 'downloads.unknownColumn'])
    const all = await call('in.channel', `${MARGINS}/export`, { countryCode: 'NP' })
    const titles = await header('in.channel', await world.ended('in.channel', all.data.taskId))
    expect(titles).toContain('Held')
    expect(titles).not.toContain('Available')
  })

  it('an export column is left out when the right was lost before the task ran, and a finished file is closed to its reader', async () => {
    await give()
    const made = await call('in.channel', `${MARGINS}/export`, body)
    const task = await world.ended('in.channel', made.data.taskId)
    expect(await header('in.channel', task)).toContain('Available')
    await worker.close()
    const waiting = await call('in.channel', `${MARGINS}/export`, body)
    await take()
    worker = await world.startWorker()
    const later = await world.ended('in.channel', waiting.data.taskId)
    expect(await header('in.channel', later)).toEqual(['Budget code', 'Currency'])
    expect((await world.server.fetch('in.channel', task.downloadUrl ?? '')).status).toBe(403)
  })
})

describe('an export over all document types', () => {
  it('an export with amounts is not fetched by a reader who lost the right to those documents', async () => {
    const made = await Promise.all(
      ['/aps/task/done/export', '/aps/notification/export'].map((path) =>
        call('in.manager', path, { offlineExport: 1 }),
      ),
    )
    const files: string[] = []
    for (const { data } of made) files.push((await world.ended('in.manager', data.taskId)).downloadUrl ?? '')
    const seen = () => Promise.all(files.map(async (file) => (await world.server.fetch('in.manager', file)).status))
    expect(await seen()).toEqual([200, 200])
    const roles = await world.server.query<{ role_code: string }>(
      `delete from role_right where right_code = 'budget.country.view' returning role_code`,
    )
    expect(await seen()).toEqual([403, 403])
    await world.server.query(
      `insert into role_right (role_code, right_code) select unnest($1::text[]), 'budget.country.view'`,
      [roles.map(({ role_code: role }) => role)],
    )
    expect(await seen()).toEqual([200, 200])
  })
})

describe('an export task', () => {
  it('each export task is made by one of two workers', async () => {
    const second = await world.startWorker()
    const started = await Promise.all(
      ['NP', 'LK', 'BD', 'IN'].map((countryCode) =>
        call('in.rsm', `${LINES}/export`, { countryCode, offlineExport: 1 }),
      ),
    )
    for (const { data } of started) {
      expect(await world.ended('in.rsm', data.taskId)).toMatchObject({ status: 2 })
      const rows = await world.server.query(`select run, attempts from download_task where id = $1`, [data.taskId])
      expect(rows).toEqual([{ run: 1, attempts: 1 }])
    }
    await second.close()
  })

  it('an export task that was cancelled and retried no longer belongs to its former worker', async () => {
    await worker.close()
    const { data } = await call('in.rsm', `${LINES}/export`, { countryCode: 'LK', offlineExport: 1 })
    const done = ({ text, values }: Statement) => world.server.query(text, [...values])
    expect(await done(claimTask(data.taskId, 0, productNow()))).toHaveLength(1)
    for (const act of ['cancel', 'retry'])
      expect((await world.server.call('in.rsm', `/aps/download-center/${act}`, { id: data.taskId })).status).toBe(200)
    expect(await done(beatTask(data.taskId, 1, 5, 9, productNow()))).toEqual([])
    worker = await world.startWorker()
    expect(await world.ended('in.rsm', data.taskId)).toMatchObject({ status: 2 })
  })

  it('an export task estimates its remaining time', async () => {
    await worker.close()
    const { data } = await call('in.rsm', `${LINES}/export`, { countryCode: 'PK', offlineExport: 1 })
    expect((await world.task('in.rsm', data.taskId)).secondsLeft).toBeNull()
    await world.server.query(
      `update download_task set started_at = product_now() - interval '20 seconds', rows_done = 200, rows_total = 1000 where id = $1`,
      [data.taskId],
    )
    // The server's clock is nineteen seconds ahead by now, so the pace is half as good.
    const { secondsLeft } = await world.task('in.rsm', data.taskId)
    expect(secondsLeft).toBeGreaterThan(70)
    expect(secondsLeft).toBeLessThan(250)
    await world.server.call('in.rsm', '/aps/download-center/cancel', { id: data.taskId })
  })

  it('an export task that exceeds its time limit ends with that reason', async () => {
    let ahead = 0
    await worker.close()
    worker = await world.startWorker(() => new Date(productNow().getTime() + ahead))
    const release = await world.hold('budget_account')
    const { data } = await call('in.regfinance', `${LINES}/export`, { countryCode: 'NP', offlineExport: 1 })
    const runs = () => world.server.query<{ run: number }>('select run from download_task where id = $1', [data.taskId])
    await until(async () => (await runs())[0]?.run === 1, 'the export has not begun')
    ahead = 61 * 60_000
    const task = await world.ended('in.regfinance', data.taskId)
    await release()
    expect(task).toMatchObject({ status: 3, downloadUrl: null })
    expect(task.resultDescr).toContain('60 minutes')
    await worker.close()
    worker = await world.startWorker()
  })

  it('an export task and its file are removed after 90 days', async () => {
    const { data } = await call('in.rcsm', `${LINES}/export`, { countryCode: 'NP', offlineExport: 1 })
    const task = await world.ended('in.rcsm', data.taskId)
    const name = task.downloadUrl?.split('/').at(-1)
    await world.server.query(
      `update download_task set created_at = product_now() - interval '91 days', expires_at = product_now() + interval '9 days' where id = $1`,
      [data.taskId],
    )
    const there = async () =>
      (await world.server.query('select from download_task where id = $1', [data.taskId])).length
    await world.sweep(productNow())
    expect(await there()).toBe(1)
    await world.sweep(new Date(productNow().getTime() + 2 * 86_400_000))
    expect(await there()).toBe(0)
    expect(readdirSync(join(world.filesDir, 'downloads'))).not.toContain(name)
  })
})
