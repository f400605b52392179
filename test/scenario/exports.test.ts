import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { principalOfUser } from '#kernel/access/session.ts'
import { createPool } from '#kernel/db/pool.ts'
import { createCursorPool, snapshot } from '#kernel/db/snapshot.ts'
import { exportFile } from '#kernel/downloads/export-file.ts'
import type { ListExport } from '#kernel/downloads/list-export.ts'
import { readSheet } from '#kernel/excel/read-workbook.ts'
import type { Worker } from '#kernel/jobs/worker.ts'
import { budgetExports } from '#areas/budget/server/budget.exports.ts'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { type DownloadWorld, downloadWorld, type Task } from '#test/helpers/download-world.ts'
import { readZip } from '#test/helpers/zip-parts.ts'

// How the engine makes files, beyond what a list holds: in the same call, in parts, asked again, with columns that not everybody sees.

const LINES = '/gs/IN/oversea/aps/budget/country/page'
const lines = budgetExports.find(({ name }) => name === 'budgetLine')!
/** A right that nobody in India holds. */
const COST = 'approval.template.edit'
const MARGINS = '/gs/IN/oversea/aps/test/margin'

/** The same list with a column for some only, and a second call that is asked again. */
const margins: ListExport = {
  ...lines,
  name: 'margins',
  path: '/gs/:idc/oversea/aps/test/margin/export',
  polled: '/gs/:idc/oversea/aps/test/margin/async/export',
  columns: lines.columns.map((column) => (column.key === 'available' ? { ...column, right: COST } : column)),
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
  world = await downloadWorld(databaseUrl, { EXPORT_AT_ONCE: '100' }, [margins])
  worker = await world.startWorker()
})

afterAll(() => world?.close())

const call = (account: string, path: string, body: object) => world.server.call<Started>(account, path, body)
const header = async (account: string, task: Task) => (await world.sheet(account, task)).header

describe('a small export', () => {
  it('answers in the same call with a link that needs no session, and is a task of the centre all the same', async () => {
    const { status, data } = await call('in.channel', `${LINES}/export`, { countryCode: 'NP' })
    expect([status, data.isNew]).toEqual([200, true])
    expect(data.downloadUrl).toMatch(/^\/aps\/file\/link\//)
    const file = await world.server.fetch(null, data.downloadUrl ?? '')
    expect(file.status).toBe(200)
    expect(await world.task('in.channel', data.taskId)).toMatchObject({ status: 2, secondsLeft: null })
  })

  it('is a task where one is asked for, where it is not small, and where no worker is free', async () => {
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

describe('a polled call', () => {
  const poll = (body: object) => world.server.call<Started | null>('in.finance', `${MARGINS}/async/export`, body)

  it('answers 9000007 until the file is there, then 200 with its link; later it is asked anew', async () => {
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

  it('answers the reason of a task that failed', async () => {
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

describe('a column that not everybody sees', () => {
  const give = () =>
    world.server.query(`insert into role_right (role_code, right_code) values ('channelManager', '${COST}')`)
  const take = () =>
    world.server.query(`delete from role_right where role_code = 'channelManager' and right_code = '${COST}'`)
  const body = { countryCode: 'NP', columns: ['budgetCode', 'available'], offlineExport: 1 }

  it('does not exist for whoever lacks the right, neither by name nor among all', async () => {
    const named = await call('in.channel', `${MARGINS}/export`, body)
    expect([named.status, named.error?.key]).toEqual([400, 'downloads.unknownColumn'])
    const all = await call('in.channel', `${MARGINS}/export`, { countryCode: 'NP' })
    const titles = await header('in.channel', await world.ended('in.channel', all.data.taskId))
    expect(titles).toContain('Held')
    expect(titles).not.toContain('Available')
  })

  it('is left out where the right went before the task ran, and its file is nobody’s after the right went', async () => {
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

describe('too many rows for one file', () => {
  it('are refused with the offer of parts, and come as several files in one zip, each row once, named by what they hold', async () => {
    const otherUrl = await demoDatabase()
    const other = await downloadWorld(otherUrl, { EXPORT_ROWS: '40' })
    try {
      const question = { countryCode: 'IN', sort: ['month'], columns: ['budgetCode', 'available'] }
      const refused = await other.server.call<Started>('in.channel', `${LINES}/export`, question)
      expect([refused.status, refused.error]).toMatchObject([
        400,
        { key: 'downloads.tooManyRows', data: { parts: true } },
      ])
      await other.startWorker()
      for (const format of ['xlsx', 'csv'] as const) {
        const body = { ...question, format, parts: true }
        const { data } = await other.server.call<Started>('in.channel', `${LINES}/export`, body)
        const task = await other.ended('in.channel', data.taskId)
        expect(task, task.resultDescr).toMatchObject({ status: 2 })
        expect(task.name).toMatch(/^Budget lines \d{4}-\d\d-\d\d \d{4}\.zip$/)
        const { bytes, headers } = await other.server.fetch('in.channel', task.downloadUrl ?? '')
        expect(headers['content-type']).toBe('application/zip')
        const entries = readZip(bytes)
        const parts = entries.filter(({ name }) => name.startsWith('Budget lines BL'))
        expect(parts.length).toBeGreaterThan(2)
        const codes: string[] = []
        for (const { name, content } of parts) {
          const mine = format === 'xlsx' ? await codesOfSheet(content) : codesOfCsv(content)
          expect(mine.length).toBeLessThan(40)
          const [lo, hi] = [mine.toSorted()[0], mine.toSorted().at(-1)]
          expect(name).toBe(`Budget lines ${lo} to ${hi}.${format}`)
          codes.push(...mine)
        }
        const [truth] = await other.server.query<{ codes: string[] }>(
          `select array_agg(code order by code) as codes from budget_line where country_code = 'IN' and state <> 'planned'`,
        )
        expect(codes.toSorted()).toEqual(truth?.codes)
        expect(task.rowsDone).toBe(codes.length)
        if (format === 'csv') expect(entries.at(-1)?.name).toBe('About this file.csv')
      }
      // One that fits is one file, whatever was asked for.
      const small = { countryCode: 'NP', month: 1, columns: ['budgetCode'], parts: true }
      const one = await other.server.call<Started>('in.channel', `${LINES}/export`, small)
      expect((await other.ended('in.channel', one.data.taskId)).name).toMatch(/\.xlsx$/)
    } finally {
      await other.close()
    }
  })

  it('are all of one moment, whatever is written while the parts are made', async () => {
    const cursorPool = createCursorPool({ databaseUrl, max: 1, name: 'test snapshot' })
    const pool = createPool({ databaseUrl, max: 1, name: 'test reader' })
    const [person] = await world.server.query<{ id: number }>(`select id from app_user where account = 'in.channel'`)
    try {
      const bytes = await snapshot(cursorPool, async (tx, reading) => {
        const principal = await principalOfUser(tx, person?.id ?? 0, 'en')
        if (!principal) throw new Error('nobody')
        const reader = { principal, language: 'en', now: new Date() } as const
        const question = { params: { idc: 'IN' }, filters: { countryCode: 'IN' }, sort: [] }
        const request = { ...question, list: lines.name, columns: ['budgetCode', 'available'], format: 'csv' } as const
        const asked = { ...request, isParted: true, language: 'en', zone: 'UTC+05:30' } as const
        let written = 0
        const passed = (rows: number) => {
          // After the first part somebody changes every line, and it is committed at once.
          if (written === 0) void change()
          written += rows
        }
        let changing: Promise<unknown> | undefined
        const change = () =>
          (changing = world.server.query(`update budget_account set avl = avl + 777, granted = granted + 777`))
        const file = await exportFile(tx, reading, { list: lines, request: asked, reader, limit: 40, passed })
        async function* slowly() {
          for await (const piece of file.bytes) {
            yield piece
            await changing
          }
        }
        return buffer(slowly())
      })
      const amounts = readZip(bytes)
        .filter(({ name }) => name.startsWith('Budget lines BL'))
        .flatMap(({ content }) => content.toString().split('\r\n').slice(1, -1))
      const now = await world.server.query<{ code: string; before: string }>(
        `select code, (avl - 777)::text as before from budget_line join budget_account a using (id) where country_code = 'IN' and state <> 'planned'`,
      )
      const before = new Map(now.map((row) => [row.code, row.before]))
      expect(amounts.length).toBe(now.length)
      for (const line of amounts) expect(before.get(line.split(',')[0] ?? '')).toBe(line.split(',')[1])
    } finally {
      await world.server.query(`update budget_account set avl = avl - 777, granted = granted - 777`)
      await Promise.all([cursorPool.end(), pool.end()])
    }
  })
})

async function codesOfSheet(content: Buffer): Promise<string[]> {
  const limits = { maxBytes: 1e7, maxUncompressedBytes: 1e8, maxRows: 1000, maxColumns: 10 }
  const { rows } = await readSheet(content, limits)
  return rows.map(({ cells }) => (cells[0]?.kind === 'text' ? cells[0].text : ''))
}

function codesOfCsv(content: Buffer): string[] {
  const [, ...rows] = content.toString().trimEnd().split('\r\n')
  return rows.map((row) => row.split(',')[0] ?? '')
}

describe('a task', () => {
  it('is made by one of two workers, however many there are', async () => {
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

  it('says how long it is likely to take still', async () => {
    await worker.close()
    const { data } = await call('in.rsm', `${LINES}/export`, { countryCode: 'PK', offlineExport: 1 })
    expect((await world.task('in.rsm', data.taskId)).secondsLeft).toBeNull()
    await world.server.query(
      `update download_task set started_at = now() - interval '20 seconds', rows_done = 200, rows_total = 1000 where id = $1`,
      [data.taskId],
    )
    // The server's clock stands nineteen seconds ahead by now, so the pace is half as good.
    const { secondsLeft } = await world.task('in.rsm', data.taskId)
    expect(secondsLeft).toBeGreaterThan(70)
    expect(secondsLeft).toBeLessThan(250)
    await world.server.call('in.rsm', '/aps/download-center/cancel', { id: data.taskId })
  })

  it('that takes longer than an export may ends with that reason', async () => {
    let ahead = 0
    await worker.close()
    worker = await world.startWorker(() => new Date(Date.now() + ahead))
    const release = await world.hold('budget_account')
    const { data } = await call('in.regfinance', `${LINES}/export`, { countryCode: 'NP', offlineExport: 1 })
    const runs = () => world.server.query<{ run: number }>('select run from download_task where id = $1', [data.taskId])
    while ((await runs())[0]?.run !== 1) await sleep(20)
    ahead = 61 * 60_000
    const task = await world.ended('in.regfinance', data.taskId)
    await release()
    expect(task).toMatchObject({ status: 3, downloadUrl: null })
    expect(task.resultDescr).toContain('60 minutes')
    await worker.close()
    worker = await world.startWorker()
  })

  it('is forgotten after the window of the centre, with its file', async () => {
    const { data } = await call('in.rcsm', `${LINES}/export`, { countryCode: 'NP', offlineExport: 1 })
    const task = await world.ended('in.rcsm', data.taskId)
    const name = task.downloadUrl?.split('/').at(-1)
    await world.server.query(
      `update download_task set created_at = now() - interval '91 days', expires_at = now() + interval '9 days' where id = $1`,
      [data.taskId],
    )
    const there = async () =>
      (await world.server.query('select from download_task where id = $1', [data.taskId])).length
    await world.sweep(new Date())
    expect(await there()).toBe(1)
    await world.sweep(new Date(Date.now() + 2 * 86_400_000))
    expect(await there()).toBe(0)
    expect(readdirSync(join(world.filesDir, 'downloads'))).not.toContain(name)
  })
})
