import { buffer } from 'node:stream/consumers'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { createCursorPool, snapshot } from '#kernel/platform/db/snapshot.ts'
import { exportFile } from '#kernel/services/downloads/export-file.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { budgetExports } from '#areas/budget/shared/budget.exports.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { readZip } from '#test/helpers/laws/file-parts.ts'

const LINES = '/gs/IN/oversea/aps/budget/country/page'
const lines = budgetExports.find(({ name }) => name === 'budgetLine')!

/** As many rows as the test needs. */
const { params: _place, ...unplaced } = lines
const numbers: ListExport = {
  ...unplaced,
  name: 'numbers',
  path: '/aps/test/numbers/export',
  filters: { rows: Type.Integer() },
  key: 'n',
  columns: [{ key: 'n', kind: 'integer', title: () => 'Number' }],
  query: async (_tx, _reader, { filters: { rows } }) => ({
    rows: { text: 'select n from generate_series(1, $1::int) n', values: [rows] },
    count: { text: 'select $1::int as total', values: [rows] },
  }),
}

interface Started {
  readonly taskId: string
}

let databaseUrl: string
let world: DownloadWorld

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  world = await downloadWorld(databaseUrl, {}, [numbers])
  await world.startWorker()
})

afterAll(() => world?.close())

describe('an export of too many rows', () => {
  const ask = (body: object) => world.server.call<Started>('in.regfinance', numbers.path, { format: 'csv', ...body })

  it('an export of 999,999 rows is one file, and one of 1,000,000 is refused at once and offered in parts', async () => {
    const refused = await ask({ rows: 1_000_000 })
    expect([refused.status, refused.error]).toMatchObject([
      400,
      { key: 'downloads.tooManyRows', data: { parts: true } },
    ])
    expect(refused.msg).toMatch(/The total is 1,000,000 or more.*export in batches/)
    expect((await world.tasks('in.regfinance')).recordTotal).toBe(0)
    const below = await world.ended('in.regfinance', (await ask({ rows: 999_999 })).data.taskId)
    expect(below).toMatchObject({ status: 2, rowsDone: 999_999, resultDescr: '999,999 rows' })
    const whole = await world.server.fetch('in.regfinance', below.downloadUrl ?? '')
    expect(whole.bytes.toString().split('\r\n').slice(-2)).toEqual(['999999', ''])
    const parted = await world.ended('in.regfinance', (await ask({ rows: 1_000_000, parts: true })).data.taskId)
    expect(parted).toMatchObject({ status: 2, rowsDone: 1_000_000 })
    const zip = readZip((await world.server.fetch('in.regfinance', parted.downloadUrl ?? '')).bytes)
    expect(zip.map(({ name }) => name)).toEqual([
      'Budget lines 1 to 500000.csv',
      'Budget lines 500001 to 1000000.csv',
      'About this file.csv',
    ])
  })

  it('an export in parts is a zip of files that hold each row once and are named by their content', async () => {
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
        expect(task.name).toMatch(/^Budget lines \d{4}-\d\d-\d\d \d{6}\.zip$/)
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
      // An export that fits is one file, whatever was requested.
      const small = { countryCode: 'NP', month: 1, columns: ['budgetCode'], parts: true }
      const one = await other.server.call<Started>('in.channel', `${LINES}/export`, small)
      expect((await other.ended('in.channel', one.data.taskId)).name).toMatch(/\.xlsx$/)
    } finally {
      await other.close()
    }
  })

  it('all parts of an export show the data of one moment', async () => {
    const cursorPool = createCursorPool({ databaseUrl, max: 1, name: 'test snapshot' })
    const pool = createPool({ databaseUrl, max: 1, name: 'test reader' })
    const [person] = await world.server.query<{ id: number }>(`select id from app_user where account = 'in.channel'`)
    try {
      const bytes = await snapshot(cursorPool, async (tx, reading) => {
        const principal = await principalOfUser(tx, person?.id ?? 0, 'en')
        if (!principal) throw new Error('nobody')
        const reader = { principal, language: 'en', now: productNow() } as const
        const question = { params: { idc: 'IN' }, filters: { countryCode: 'IN' }, sort: [] }
        const request = { ...question, list: lines.name, columns: ['budgetCode', 'available'], format: 'csv' } as const
        const asked = { ...request, isParted: true, language: 'en', zone: 'UTC+05:30' } as const
        let written = 0
        const passed = (rows: number) => {
          // After the first part every line is changed, and committed at once.
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
