import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { createCursorPool, snapshot } from '#kernel/platform/db/snapshot.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import type { ExportFormat, ListExport } from '#kernel/platform/exports/list-export.ts'
import { exportFile } from '#kernel/services/downloads/export-file.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'

const LIMIT = 5

/** A list of so many rows, whose count fails. */
const listOf = (rows: number): ListExport => ({
  name: 'numbers',
  path: '/aps/test/numbers/export',
  filters: {},
  viewRight: 'task.todo',
  right: 'task.todo',
  title: () => 'Numbers',
  filterTitle: (_language, filter) => filter,
  columns: [{ key: 'n', kind: 'integer', title: () => 'Number' }],
  query: async () => ({
    rows: { text: 'select n from generate_series(1, $1::int) n', values: [rows] },
    count: { text: 'select 1 / 0 as total', values: [] },
  }),
})

let pool: TransactionPool & { end(): Promise<void> }
let cursorPool: TransactionPool & { end(): Promise<void> }

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  pool = createPool({ databaseUrl, max: 1, name: 'test' })
  cursorPool = createCursorPool({ databaseUrl, max: 1, name: 'test rows' })
})

afterAll(async () => {
  await pool?.end()
  await cursorPool?.end()
})

/** The file of a list that had two rows when it was asked for. */
function fileOf(rows: number, format: ExportFormat): Promise<Buffer> {
  return snapshot(cursorPool, async (tx, reading) => {
    const [person] = await tx.rows<{ id: number }>({
      text: `select id from app_user where account = 'admin'`,
      values: [],
    })
    const principal = (await principalOfUser(tx, person!.id, 'en'))!
    const list = listOf(rows)
    const reader = { principal, language: 'en', now: productNow() } as const
    const question = { params: {}, filters: {}, sort: [], list: list.name, columns: ['n'], format } as const
    const request = { ...question, language: 'en', zone: 'UTC+00:00' } as const
    const file = await exportFile(tx, reading, {
      list,
      request,
      reader,
      limit: LIMIT,
      expected: 2,
      passed: () => undefined,
    })
    return buffer(file.bytes)
  })
}

it.each(['xlsx', 'csv'] as const)(
  'rows that came since an export was asked for are refused where they are too many (%s)',
  async (format) => {
    await expect(fileOf(LIMIT, format)).rejects.toMatchObject({ first: { key: 'downloads.tooManyRows' } })
  },
)

it('the file of an export has the rows that came since it was asked for, and says their number', async () => {
  const { sheets } = await readXlsx(await fileOf(LIMIT - 1, 'xlsx'))
  expect(sheets[0]?.rows.length).toBe(LIMIT)
  expect(sheets[1]?.rows).toContainEqual(['Rows', String(LIMIT - 1)])
  expect((await fileOf(LIMIT - 1, 'csv')).toString().trimEnd().split('\r\n').length).toBe(LIMIT)
})
