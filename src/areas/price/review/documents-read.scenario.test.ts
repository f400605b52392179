import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceApplication } from '#areas/price/application/price-application.doc.ts'
import { priceFeed } from '#areas/price/feed/price-feed.doc.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { demoDatabase, type DemoServer } from '#test/helpers/servers/demo-server.ts'
import { priceReview } from './price-review.doc.ts'

// What lists and files of price documents say, and how they are found.

let world: DownloadWorld
let server: DemoServer

beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
  server = world.server
  await world.startWorker()
})
afterAll(() => world?.close())

const DOCUMENTS = [priceReview, priceApplication, priceFeed]

async function found(path: string, asked: object): Promise<readonly string[]> {
  const { data, status, msg } = await server.call<{ records: readonly { readonly no: string }[] }>('admin', path, {
    limit: 500,
    ...asked,
  })
  expect([path, status, msg]).toEqual([path, 200, expect.anything()])
  return data.records.map(({ no }) => no).toSorted()
}

async function fileOf(path: string, asked: object, language: 'zh' | 'en'): Promise<readonly (readonly string[])[]> {
  const { data, msg } = await server.call<{ taskId: string }>('admin', path, { format: 'csv', ...asked }, language)
  expect([path, msg, data?.taskId]).toEqual([path, expect.anything(), expect.anything()])
  const task = await world.ended('admin', data.taskId)
  const text = (await server.fetch('admin', task.downloadUrl ?? '')).bytes.toString('utf8').replaceAll('\uFEFF', '')
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
}

describe('lists and files of price documents', () => {
  it('the filter of a product finds documents by the beginning of its code, in capitals or not', async () => {
    for (const { api, table, name } of DOCUMENTS) {
      const lines = await server.query<{ no: string; sku: string }>(
        `select distinct d.no, l.sku_code as sku from ${table} d join ${table}_line l on l.document_id = d.id and l.round = d.round`,
      )
      const beginning = lines
        .map(({ sku }) => sku)
        .toSorted()[0]!
        .slice(0, -2)
      const numbers = (of: string) =>
        [...new Set(lines.filter(({ sku }) => sku.startsWith(of)).map(({ no }) => no))].toSorted()
      for (const [typed, of] of [
        [beginning, beginning],
        [` ${beginning.toLowerCase()}`, beginning],
        ['_', '_'],
      ] as const)
        expect([name, typed, await found(`${api}/queryByPage`, { skuCode: typed })]).toEqual([name, typed, numbers(of)])
      expect(numbers(beginning).length).toBeGreaterThan(0)
      // Several codes are whole ones.
      expect(await found(`${api}/queryByPage`, { skuCode: [beginning, 'NONE'] })).toEqual([])
    }
  })

  it('the role of a creator is in the language of the reader, in detail, list and file', async () => {
    for (const { api, table, viewRight } of [priceReview, priceApplication]) {
      const [made] = await server.query<{ no: string; form: string; role: string; zh: string }>(
        `select d.no, concat_ws('-', d.id, d.round) as form, d.creator_role as role, r.name_zh as zh from ${table} d join role r on r.name_en = d.creator_role
         where d.no = (select max(n.no) from ${table} n where n.creator_role is not null)`,
      )
      expect([viewRight, made?.role]).toEqual([viewRight, expect.stringMatching(/^[A-Z]/)])
      const { data } = await server.call<{ names: { roles: Readonly<Record<string, string>> } }>(
        'admin',
        `${api}/detail`,
        { formInstanceId: made!.form },
        'zh',
      )
      expect(data.names.roles).toEqual({ [made!.role]: made!.zh })
      const asked = { no: made!.no, columns: ['no', 'creatorRole'] }
      expect((await fileOf(`${api}/export`, asked, 'zh'))[1]).toEqual([made!.no, made!.zh])
      expect((await fileOf(`${api}/export`, asked, 'en'))[1]).toEqual([made!.no, made!.role])
    }
  })

  it('columns of percent say so in the files of lists and of lines', async () => {
    const [made] = await server.query<{ no: string; form: string }>(
      `select d.no, concat_ws('-', d.id, d.round) as form from price_review d where d.state = 'approved' order by d.id`,
    )
    const [lines] = await fileOf(`${priceReview.api}/lines/export`, { formInstanceId: made!.form }, 'en')
    for (const title of ['By percent (%)', 'Change (%)', 'Gross margin (%)', 'Floor (%)'])
      expect(lines).toContain(title)
    expect(lines).toContain('Price')
    const [list] = await fileOf(`${priceReview.api}/export`, { no: made!.no }, 'en')
    expect(list!.filter((title) => title.includes('%'))).toEqual(['Tax rate (%)', 'Largest cut (%)'])
  })

  it('the file of prices names the classification beside its code, and prices by quantity in words', async () => {
    const [listed] = await server.query<{ id: string; name: string; code: string; sku: string; area: string }>(
      `update price_row r set ladder = '1-100:9.00;100-:8.50' from price_key k join price_classification g on g.code = k.classification_code
       where k.id = r.key_id and r.known_until is null and r.id = (select max(n.id) from price_row n join price_key m on m.id = n.key_id where n.known_until is null and m.classification_code is not null)
       returning r.id::text, g.name_en as name, g.code, k.sku_code as sku, k.area_id::text as area`,
    )
    const { code, name, sku } = listed!
    const asked = { classificationCode: code, skuCode: sku }
    const some = await fileOf('/aps/gs/price/export', { ...asked, columns: ['classificationCode', 'skuCode'] }, 'en')
    expect(some[0]).toEqual(['Price classification', 'Classification name', 'SKU ID'])
    expect(some[1]).toEqual([code, name, sku])
    const [titles = [], ...rows] = await fileOf('/aps/gs/price/export', asked, 'en')
    expect(rows.map((row) => row[titles.indexOf('By quantity')])).toContain('1–99: 9.00 · ≥ 100: 8.50')
  })
})
