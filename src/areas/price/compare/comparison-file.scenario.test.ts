import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { priceComparison as en } from './price-comparison.en.ts'

// The comparison of prices as a file: what a reader has no right to is not in it.

let world: DownloadWorld
beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
  await world.startWorker()
})
afterAll(() => world?.close())

const SHEET = { maxBytes: 1e8, maxUncompressedBytes: 1e8, maxRows: 10_000, maxColumns: 60 }
const ASKED = { areaId: '2', classificationCode: 'PC-IN-01', otherClassificationCode: 'PC-IN-02', shown: 'same' }

async function fileOf(account: string, format: string): Promise<Buffer> {
  const { data, msg } = await world.server.call<{ taskId: string }>(account, '/aps/gs/price/compare/export', {
    ...ASKED,
    format,
  })
  expect(data, msg).toBeDefined()
  const task = await world.ended(account, data.taskId)
  expect([task.resultDescr, task.status]).toEqual([task.resultDescr, 2])
  return (await world.server.fetch(account, task.downloadUrl ?? '')).bytes
}

it('a workbook has both sides with numbers and days, and costs and margins only for people who hold their rights', async () => {
  const { columns } = en
  const secret = [columns.leftCost, columns.rightCost, columns.leftMargin, columns.rightMargin]
  const { header, rows } = await readSheet(await fileOf('in.channel', 'xlsx'), SHEET)
  const titles = JSON.stringify(header)
  for (const title of [columns.leftPrice, columns.rightPrice, columns.difference, columns.leftFrom])
    expect(titles).toContain(title)
  for (const title of secret) expect(titles).not.toContain(title)
  const names = [columns.skuCode, columns.leftPrice, columns.differencePercent, columns.leftFrom]
  const kinds = names.map((title) => rows[0]!.cells[header.findIndex((each) => each === title)]?.kind)
  expect(kinds).toEqual(['text', 'number', 'number', 'date'])
  const full = JSON.stringify((await readSheet(await fileOf('hq.finance', 'xlsx'), SHEET)).header)
  for (const title of secret) expect(full).toContain(title)
  const csv = (await fileOf('in.channel', 'csv')).toString('utf8')
  expect(csv).toContain(columns.rightPrice)
  expect(csv).not.toMatch(/cost|margin/i)
})
