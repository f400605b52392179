import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SheetRow } from '#kernel/platform/excel/cell.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'

let world: DownloadWorld

beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
  await world.startWorker()
})
afterAll(() => world?.close())

type Sums = Readonly<Record<string, string>>

const textsOf = (row: SheetRow) => row.cells.map((cell) => (cell.kind === 'empty' ? '' : cell.text))

async function rowsOf(list: string, columns: readonly string[]): Promise<readonly SheetRow[]> {
  const started = await world.server.call<{ taskId: string }>(
    'in.finance',
    `${list}/export`,
    { columns, offlineExport: 1 },
    'zh',
  )
  expect(started.status, JSON.stringify(started.error)).toBe(200)
  return (await world.sheet('in.finance', await world.ended('in.finance', started.data.taskId))).rows
}

describe('an exported workbook', () => {
  it('an exported workbook ends with the totals that its list shows on the screen', async () => {
    for (const [list, sum, columns] of [
      [
        '/gs/IN/oversea/aps/budget/country/page',
        '/gs/IN/oversea/aps/budget/country/sum',
        ['budgetCode', 'currency', 'available', 'held'],
      ],
      ['/aps/scheme/withhold', '/aps/scheme/withhold/sum', ['no', 'currency', 'totalAmount']],
      ['/aps/funds/account', '/aps/funds/account/sum', ['customerName', 'currency', 'total', 'overdue']],
    ] as const) {
      const { data } = await world.server.call<Sums[]>('in.finance', sum, {})
      const [, ...keys] = columns
      const rows = await rowsOf(list, columns)
      expect([list, rows.slice(-data.length).map(textsOf)]).toEqual([
        list,
        data.map((sum) => ['合计', ...keys.map((key) => sum[key])]),
      ])
    }
  })

  it('an exported workbook has days as dates, by which a spreadsheet program can filter', async () => {
    const rows = await rowsOf('/aps/scheme', ['schemeNo', 'startDate'])
    expect(rows.length).toBeGreaterThan(5)
    expect(new Set(rows.map(({ cells }) => cells[1]?.kind))).toEqual(new Set(['date']))
  })
})
