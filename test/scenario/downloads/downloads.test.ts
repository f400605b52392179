import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { Cell } from '#kernel/platform/excel/cell.ts'
import type { Worker } from '#app/worker/worker.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type DownloadWorld, downloadWorld, type Task } from '#test/helpers/download-world.ts'
import { until } from '#test/helpers/until.ts'

const LINES = '/gs/IN/oversea/aps/budget/country/page'
const APPLICATIONS = '/aps/budget/country'
const CENTER = '/aps/download-center'

let world: DownloadWorld
let worker: Worker

beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
  worker = await world.startWorker()
})

afterAll(() => world?.close())

/** Starts an export; answers the task's id. */
async function started(account: string, path: string, body: object, language: 'zh' | 'en' = 'en'): Promise<string> {
  const answer = await world.server.call<{ taskId: string }>(account, `${path}/export`, body, language)
  expect(answer, JSON.stringify(answer.error)).toMatchObject({ status: 200 })
  return answer.data.taskId
}

async function exported(account: string, path: string, body: object, language: 'zh' | 'en' = 'en'): Promise<Task> {
  const task = await world.ended(account, await started(account, path, body, language))
  expect(task, task.resultDescr).toMatchObject({ status: 2, type: 2 })
  return task
}

const act = (account: string, action: 'cancel' | 'retry', id: string) =>
  world.server.call<{ id: string }>(account, `${CENTER}/${action}`, { id })

type Row = Readonly<Record<string, string>>

/** All rows of a list as the screen gets them, page by page. */
async function listed(account: string, call: string, filters: object): Promise<Row[]> {
  const found: Row[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await world.server.call<{ records: Row[] }>(account, call, { ...filters, page, limit: 500 })
    found.push(...data.records)
    if (data.records.length < 500) return found
  }
}

const texts = (cells: readonly Cell[]) => cells.map((cell) => (cell.kind === 'empty' ? '' : cell.text))

describe('an export', () => {
  it('an export holds the filters, order and visible columns of its list, and amounts as numbers', async () => {
    const question = { productClass: 'phone', sort: ['month'] }
    const columns = ['country', 'budgetCode', 'available', 'current', 'period']
    const task = await exported('in.channel', LINES, { ...question, columns, offlineExport: 1 })
    const sheet = await world.sheet('in.channel', task)
    // An amount is never exported without its currency.
    expect(sheet.header).toEqual(['Country', 'Budget code', 'Available', 'Currency', 'Current', 'Period'])
    const rows = await listed('in.channel', LINES, question)
    expect(rows.length).toBeGreaterThan(100)
    const listedCells = sheet.rows.slice(0, rows.length)
    expect(listedCells.map(({ cells }) => texts(cells))).toEqual(
      rows.map((row) => [
        row['countryName'],
        row['budgetCode'],
        row['available'],
        row['currency'],
        row['current'],
        `${row['year']}-${String(row['month']).padStart(2, '0')}`,
      ]),
    )
    expect(new Set(listedCells.map(({ cells }) => cells.map((cell) => cell.kind).join()))).toEqual(
      new Set(['text,text,number,text,number,text']),
    )
    expect(task.name).toMatch(/^Budget lines \d{4}-\d\d-\d\d \d{6}\.xlsx$/)
    expect(task.rowsDone).toBe(rows.length)
  })

  it("an export is in its reader's language, names codes, and says when and for whom it was made", async () => {
    const task = await exported('in.channel', LINES, { countryCode: 'LK' }, 'zh')
    const sheet = await world.sheet('in.channel', task)
    expect(sheet.header.slice(0, 4)).toEqual(['预算编码', '国家', '项目', '期间'])
    const [first] = sheet.rows
    expect(texts(first?.cells ?? [])[1]).toBe('斯里兰卡')
    expect(texts(first?.cells ?? []).some((text) => /^PP\d\d \/ \D+/.test(text))).toBe(true)
    const about = await world.sheet('in.channel', task, '文件说明')
    const facts = new Map(about.rows.map(({ cells }) => [texts(cells)[0], texts(cells)[1]]))
    expect(facts.get('数据截至')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC\+\d\d:\d\d$/)
    expect(facts.get('导出人')).toContain('(in.channel)')
    expect(facts.get('行数')).toBe(String(sheet.rows.length - 1))
    expect(facts.get('筛选条件')).toBe('国家: LK')
    expect((await world.task('in.channel', task.id, 'zh')).resultDescr).toBe(`共${sheet.rows.length - 1}行`)
  })

  it('an export of applications shows states in words, people by name and times in the zone of the organisation', async () => {
    const task = await exported('in.channel', APPLICATIONS, { idcCode: 'IN', sort: ['-createdAt'] })
    const sheet = await world.sheet('in.channel', task)
    const rows = await listed('in.channel', `${APPLICATIONS}/queryByPage`, { idcCode: 'IN', sort: ['-createdAt'] })
    const at = (title: string) => sheet.header.findIndex((head) => head.startsWith(title))
    expect(sheet.rows.map(({ cells }) => texts(cells)[at('Application no.')])).toEqual(rows.map((row) => row['no']))
    expect(texts(sheet.rows.map(({ cells }) => cells[at('Status')]!))).toContain('Under Approval')
    const created = sheet.rows[0]?.cells[at('Created')]
    expect(sheet.header[at('Created')]).toMatch(/^Created \(UTC\+\d\d:\d\d\)$/)
    expect(created?.kind).toBe('date')
    expect(
      sheet.rows.every(({ cells }) => ['number', 'empty', undefined].includes(cells[at('Application amount')]?.kind)),
    ).toBe(true)
  })

  it('an export as csv holds the same text as the workbook', async () => {
    const columns = ['budgetCode', 'available']
    const task = await exported('in.channel', LINES, { countryCode: 'LK', columns, format: 'csv' })
    const { bytes, headers } = await world.server.fetch('in.channel', task.downloadUrl ?? '')
    const lines = bytes.toString().split('\r\n')
    expect(lines[0]).toBe('\uFEFFBudget code,Available,Currency')
    expect(lines[1]).toMatch(/^BL\d{9},-?\d+\.\d\d,INR$/)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-length']).toBe(String(bytes.length))
  })

  it('an export refuses columns, filters and formats that its list does not have', async () => {
    const refused = async (path: string, body: object) =>
      (await world.server.call('in.channel', `${path}/export`, body)).status
    expect(await refused(LINES, { columns: ['budgetCode', 'margin'] })).toBe(400)
    expect(await refused(LINES, { colour: 'red' })).toBe(400)
    expect(await refused(APPLICATIONS, { colour: 'red' })).toBe(400)
    expect(await refused(APPLICATIONS, { sort: ['reason'] })).toBe(400)
    expect(await refused(LINES, { format: 'pdf' })).toBe(400)
  })
})

describe('equal exports', () => {
  it('equal exports that are requested at the same moment run once', async () => {
    await worker.close()
    const body = { productClass: 'iot' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        world.server.call<{ taskId: string; isNew: boolean }>('in.rsd', `${LINES}/export`, body),
      ),
    )
    expect(new Set(answers.map(({ data }) => data.taskId)).size).toBe(1)
    expect(answers.filter(({ data }) => data.isNew)).toHaveLength(1)
    worker = await world.startWorker()
    expect(await world.ended('in.rsd', answers[0]?.data.taskId ?? '')).toMatchObject({ status: 2 })
    const again = await world.server.call<{ isNew: boolean }>('in.rsd', `${LINES}/export`, body)
    expect(again.data.isNew).toBe(true)
  })
})

describe('rights to an export', () => {
  it("an export needs the right to view and the right to export, and holds rows of the caller's organisations only", async () => {
    const refused = async (account: string, path: string) =>
      (await world.server.call(account, `${path}/export`, {})).status
    expect(await refused('in.tl', LINES)).toBe(403)
    expect(await refused('nomenu', APPLICATIONS)).toBe(403)
    expect(await refused('id.channel', LINES)).toBe(404)
    const task = await exported('id.channel', APPLICATIONS, {})
    const sheet = await world.sheet('id.channel', task)
    expect(texts(sheet.rows.map(({ cells }) => cells[0]!))).toEqual(
      (await listed('id.channel', `${APPLICATIONS}/queryByPage`, {})).map((row) => row['no']),
    )
  })

  it('export tasks and files of other people answer as if they did not exist', async () => {
    const task = await exported('in.channel', LINES, { countryCode: 'NP' })
    for (const account of ['in.manager', 'hq.budget', 'admin']) {
      expect((await world.tasks(account)).records.map(({ id }) => id)).not.toContain(task.id)
      expect((await act(account, 'cancel', task.id)).status).toBe(404)
      expect((await act(account, 'retry', task.id)).status).toBe(404)
      expect((await world.server.fetch(account, task.downloadUrl ?? '')).status).toBe(404)
      expect(
        (await world.server.fetch(account, `/aps/file/tmpUrl?key=${task.downloadUrl?.split('/').at(-1)}`)).status,
      ).toBe(404)
    }
    expect((await act('in.channel', 'cancel', '999999999')).status).toBe(404)
    expect((await world.server.fetch(null, task.downloadUrl ?? '')).status).toBe(401)
    for (const key of ['..%2F..%2Fetc%2Fpasswd', '.incoming', '%00', 'a.b.c'])
      expect([400, 404], key).toContain((await world.server.fetch('in.channel', `/aps/file/${key}`)).status)
  })

  it('the rights to an export are checked again when it runs and when its file is fetched', async () => {
    const take = (account: string) =>
      world.server.query<Readonly<Record<string, unknown>>>(
        `with gone as (delete from user_role where user_id = (select id from app_user where account = $1) returning *) select * from gone`,
        [account],
      )
    const give = async (held: readonly object[]) => {
      for (const row of held)
        await world.server.query('insert into user_role select * from jsonb_populate_record(null::user_role, $1)', [
          JSON.stringify(row),
        ])
    }
    const fetched = await exported('in.rcsm', LINES, { countryCode: 'NP' })
    await worker.close()
    const waiting = await started('in.rcsm', LINES, { countryCode: 'LK' })
    const held = await take('in.rcsm')
    worker = await world.startWorker()
    const failed = await world.ended('in.rcsm', waiting)
    expect(failed).toMatchObject({ status: 3, downloadUrl: null })
    expect(failed.resultDescr).toContain('missing right: “View country budgets”')
    expect((await world.server.fetch('in.rcsm', fetched.downloadUrl ?? '')).status).toBe(403)
    // The same rights at another place: the file holds rows that its owner may no longer see.
    await give(held.map((row) => ({ ...row, organisation_id: 300 })))
    expect((await world.server.fetch('in.rcsm', fetched.downloadUrl ?? '')).status).toBe(403)
    await take('in.rcsm')
    await give(held)
    expect((await world.server.fetch('in.rcsm', fetched.downloadUrl ?? '')).status).toBe(200)
  })
})

describe('an export with a secret field', () => {
  it('an export with a secret field is fetched only while its reader has the right to that field', async () => {
    const task = await exported('hq.finance', '/aps/customer', {})
    expect((await world.server.fetch('hq.finance', task.downloadUrl ?? '')).status).toBe(200)
    const held = await world.server.query<{ role_code: string }>(
      `delete from role_right where right_code = 'customer.bank.view' returning role_code`,
    )
    expect((await world.server.fetch('hq.finance', task.downloadUrl ?? '')).status).toBe(403)
    await world.server.query(
      `insert into role_right (role_code, right_code) select unnest($1::text[]), 'customer.bank.view'`,
      [held.map((row) => row.role_code)],
    )
  })
})

describe('the download centre', () => {
  it('the download centre filters by type, status and time within the past 90 days', async () => {
    const all = await world.tasks('in.channel')
    expect(all.records.length).toBeLessThanOrEqual(10)
    expect(all.recordTotal).toBeGreaterThan(3)
    expect(all.records.map(({ id }) => Number(id))).toEqual(
      all.records.map(({ id }) => Number(id)).toSorted((a, b) => b - a),
    )
    expect((await world.tasks('in.channel', { type: 1 })).recordTotal).toBe(0)
    expect((await world.tasks('in.channel', { type: 2, status: 2 })).recordTotal).toBe(all.recordTotal)
    const [newest] = all.records
    const since = await world.tasks('in.channel', { createTimeStart: newest?.createTime })
    expect(since.records.map(({ id }) => id)).toEqual([newest?.id])
    const day = (back: number) => new Date(productNow().getTime() - back * 86_400_000).toISOString()
    expect((await world.server.call('in.channel', `${CENTER}/queryPage`, { createTimeStart: day(89) })).status).toBe(
      200,
    )
    expect(
      (await world.server.call('in.channel', `${CENTER}/queryPage`, { createTimeStart: 'a while ago' })).status,
    ).toBe(400)
    const tooOld = await world.server.call('in.channel', `${CENTER}/queryPage`, { createTimeStart: day(92) })
    expect([tooOld.status, tooOld.error?.key]).toEqual([400, 'downloads.tooOld'])
    expect((await world.server.call('in.channel', `${CENTER}/queryPage`, { status: 4 })).status).toBe(400)
  })

  it('the download centre answers the fields of the specification, ten tasks by default', async () => {
    const asked = { type: null, status: '', createTimeStart: '' }
    const { code, msg, data } = await world.server.call<{ records: Record<string, unknown>[]; recordTotal: number }>(
      'in.channel',
      `${CENTER}/queryPage`,
      asked,
    )
    expect([code, msg, data.records.length]).toEqual([200, 'success', Math.min(10, data.recordTotal)])
    const text = expect.any(String) as string
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string
    for (const record of data.records)
      expect(record).toMatchObject({ id: text, name: text, createTime: moment, updateTime: moment, resultDescr: text })
    const kinds = data.records.map(({ type, status, downloadUrl }) => [type, status, downloadUrl === null])
    for (const [type, status, hasNone] of kinds)
      expect([type, [2, 3].includes(Number(status)), hasNone]).toEqual([2, true, status === 3])
    const paged = await world.server.call<{ records: { id: string }[] }>('in.channel', `${CENTER}/queryPage`, {
      page: 2,
      limit: 10,
    })
    const first = data.records.map(({ id }) => id)
    expect(paged.data.records).toHaveLength(Math.min(10, data.recordTotal - first.length))
    expect(paged.data.records.filter(({ id }) => first.includes(id))).toEqual([])
  })

  it('the download centre cancels waiting and running tasks and retries them on request', async () => {
    await worker.close()
    const id = await started('in.regfinance', LINES, { countryCode: 'NP' })
    expect((await act('in.regfinance', 'retry', id)).status).toBe(409)
    expect((await act('in.regfinance', 'cancel', id)).status).toBe(200)
    expect(await world.task('in.regfinance', id)).toMatchObject({ status: 3, resultDescr: 'Cancelled' })
    expect((await act('in.regfinance', 'cancel', id)).status).toBe(409)
    expect((await act('in.regfinance', 'retry', id)).status).toBe(200)
    // The duration counts from then, also while no worker has begun.
    const { createTime, startTime } = await world.task('in.regfinance', id)
    expect(Date.parse(startTime ?? '')).toBeGreaterThan(Date.parse(createTime))
    worker = await world.startWorker()
    expect(await world.ended('in.regfinance', id)).toMatchObject({ status: 2 })
    expect((await act('in.regfinance', 'cancel', id)).status).toBe(409)
  })

  it('the download centre retries one of two equal tasks when both are requested at the same moment', async () => {
    await worker.close()
    const failed: string[] = []
    while (failed.length < 2) {
      failed.push(await started('in.regfinance', LINES, { countryCode: 'BD' }))
      await act('in.regfinance', 'cancel', failed.at(-1)!)
    }
    // The first is held at its last write, so the second comes as far as waiting for it.
    const release = await world.hold('outbox')
    const both = Promise.all(failed.map((id) => act('in.regfinance', 'retry', id)))
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory' and query like 'select pg_advisory_xact_lock%'`
    await until(
      async () => (await world.server.query(waits)).length > 0,
      'the second retry does not wait for the first',
    )
    await release()
    const answers = (await both).toSorted((a, b) => a.status - b.status)
    expect(answers.map(({ status, error }) => [status, error?.key])).toEqual([
      [200, undefined],
      [409, 'downloads.notFailed'],
    ])
    worker = await world.startWorker()
    expect(await world.ended('in.regfinance', answers[0]?.data.id ?? '')).toMatchObject({ status: 2 })
  })

  it('a cancelled export stops its worker and leaves no file', async () => {
    // The rows are locked for a moment: the export has begun and waits.
    const before = readdirSync(join(world.filesDir, 'downloads')).length
    const blocker = await world.hold('budget_account')
    const id = await started('in.finance', LINES, { countryCode: 'NP' })
    const waiting = `select from pg_locks where not granted and relation = 'budget_account'::regclass`
    const isWaiting = async () => (await world.server.query(waiting)).length > 0
    await until(isWaiting, 'the export does not wait for its rows')
    expect((await act('in.finance', 'cancel', id)).status).toBe(200)
    // Longer than a heartbeat, by which the worker notices the cancellation; nothing outside shows that it has.
    await sleep(2_000)
    await blocker()
    await until(() => readdirSync(join(world.filesDir, '.incoming')).length === 0, 'what was begun is still there')
    expect(await world.task('in.finance', id)).toMatchObject({ status: 3, resultDescr: 'Cancelled', downloadUrl: null })
    expect(readdirSync(join(world.filesDir, 'downloads'))).toHaveLength(before)
    expect(readdirSync(join(world.filesDir, '.incoming'))).toEqual([])
  })

  it('an exported file is kept for seven days and then reported as expired', async () => {
    const task = await exported('in.rsm', LINES, { countryCode: 'NP' })
    const name = task.downloadUrl?.split('/').at(-1) ?? ''
    const inDays = (days: number) => new Date(productNow().getTime() + days * 86_400_000)
    await world.sweep(inDays(6.9))
    expect((await world.server.fetch('in.rsm', task.downloadUrl ?? '')).status).toBe(200)
    await world.sweep(inDays(7.1))
    const over = await world.task('in.rsm', task.id)
    // How long it took stays as it was.
    expect(over).toMatchObject({ status: 3, downloadUrl: null, updateTime: task.updateTime })
    expect(over.resultDescr).toContain('7 days')
    expect(readdirSync(join(world.filesDir, 'downloads'))).not.toContain(name)
    expect((await world.server.fetch('in.rsm', task.downloadUrl ?? '')).status).toBe(404)
    expect((await act('in.rsm', 'retry', task.id)).status).toBe(200)
    expect(await world.ended('in.rsm', task.id)).toMatchObject({ status: 2 })
  })
})
