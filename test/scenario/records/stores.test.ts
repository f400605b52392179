import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { folderStore } from '#kernel/platform/files/files-store.ts'
import { sweepAttachments } from '#kernel/services/file-service/attachment-files.ts'
import { type Runnable, statementOf } from '#kernel/platform/db/statement.ts'
import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { referringFields } from '#kernel/engine/record/definition.ts'
import { readNamed } from '#kernel/engine/record/references.ts'
import { checkRows, mendedReader } from '#kernel/services/imports/check-rows.ts'
import { recordImport } from '#kernel/services/record-service/record-import.ts'
import { countStockBy } from '#areas/store/store.facade.ts'
import { storeImage } from '#areas/store/records/store-image.record.ts'
import { store } from '#areas/store/records/store.record.ts'
import { warehouse } from '#areas/store/records/warehouse.record.ts'
import { holdRole } from '#test/helpers/permission-world.ts'
import {
  ADMIN,
  type Detail,
  type Found,
  inputOf,
  records,
  type RecordWorld,
  recordWorld,
  type Row,
} from '#test/helpers/record-world.ts'

// Photos of stores: who may see them, who passes them, and how one that was handed in before is found.

let its: RecordWorld

beforeAll(async () => {
  its = await recordWorld()
})

afterAll(() => its?.close())

interface Similar {
  readonly images: readonly { readonly code: string; readonly identical: boolean; readonly bits: number }[]
  readonly hasUnseen: boolean
}

const [UPLOADER, AUDITS, ELSEWHERE] = ['in.store', 'in.manager', 'id.manager'] as const

/** A front with a door and windows of several greys, by its number. */
function front(seed: number): Sharp {
  const raw = Buffer.alloc(320 * 240 * 3)
  for (let y = 0; y < 240; y += 1)
    for (let x = 0; x < 320; x += 1) {
      const box = Math.floor(x / 34) * 7 + Math.floor(y / 31) * 13
      raw.fill((box * box * (seed * 2 + 3) + box * 29) % 256, (y * 320 + x) * 3, (y * 320 + x) * 3 + 3)
    }
  return sharp(raw, { raw: { width: 320, height: 240, channels: 3 } })
}

async function upload(account: string, bytes: Buffer, name = 'front.jpg'): Promise<string> {
  const answer = await its.server.upload<{ key: string }>(account, '/aps/attachment/file/upload', { name, bytes })
  expect(answer.status).toBe(200)
  return answer.data.key
}

async function photo(account: string, bytes: Buffer, storeCode = 'ST-IN-0001'): Promise<Row> {
  const image = await upload(account, bytes)
  const values = { ...inputOf(storeImage), code: null, storeCode, image }
  const answer = await its.call<Detail>(account, storeImage, 'create', { values })
  expect([answer.status, answer.msg]).toEqual([200, expect.anything()])
  return answer.data.record
}

const audit = (account: string, { id, version }: Row, result: string, reason: string | null = null) =>
  its.call<{ version: number }>(account, storeImage, 'audit', { id, version, result, reason })

const seen = async (account: string, key: string): Promise<number> =>
  (await its.server.fetch(account, `/aps/file/${key}`)).status

describe('a photo of a store', () => {
  it('a photo of a store is numbered and pending, and is read in both sizes by readers of the store only', async () => {
    const row = await photo(UPLOADER, await front(1).jpeg().toBuffer())
    const key = String(row.values['image'])
    expect(row.values).toMatchObject({ result: 'pending', uploader: UPLOADER, auditor: null })
    expect(row.values['code']).toBe(`SI${row.id}`)
    expect(row.names['image']).toBe('front.jpg')
    for (const each of [key, `${key}-small`]) {
      expect(await seen(AUDITS, each)).toBe(200)
      expect(await seen(ELSEWHERE, each)).toBe(404)
    }
    const { bytes } = await its.server.fetch(AUDITS, `/aps/file/${key}-small`)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 120 })
  })

  it('a photo of a store must be an unused picture of its uploader', async () => {
    const key = await upload(UPLOADER, await front(2).jpeg().toBuffer())
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')
    const paper = await upload(UPLOADER, pdf, 'paper.pdf')
    const create = (account: string, image: string) =>
      its.call<Detail>(account, storeImage, 'create', { values: { ...inputOf(storeImage), code: null, image } })
    expect((await create(AUDITS, key)).error).toMatchObject({ key: 'record.imageUnknown', field: 'image' })
    expect((await create(UPLOADER, paper)).error).toMatchObject({ key: 'record.imageType', field: 'image' })
    const tries = await Promise.all([create(UPLOADER, key), create(UPLOADER, key)])
    expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect((await create(UPLOADER, key)).error?.key).toBe('record.imageElsewhere')
  })

  it('a photo of a store is passed or rejected once with a reason, and never by its uploader', async () => {
    const row = await photo(AUDITS, await front(3).jpeg().toBuffer())
    expect((await audit(AUDITS, row, 'passed')).error?.key).toBe('store.ownImage')
    expect((await audit(UPLOADER, row, 'passed')).status).toBe(403)
    expect((await audit(ELSEWHERE, row, 'passed')).status).toBe(404)
    expect((await audit('in.channel', row, 'rejected', ' ')).error).toMatchObject({
      key: 'store.reasonMissing',
      field: 'reason',
    })
    const both = await Promise.all(['in.channel', 'in.tl'].map((account) => audit(account, row, 'passed')))
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const { data } = await its.call<Detail>(ADMIN, storeImage, 'detail', { id: row.id })
    expect(data.record.values).toMatchObject({ result: 'passed', reason: null })
    expect((await audit('in.rsm', data.record, 'rejected', 'Blurred')).error?.key).toBe('store.notPending')
    const gone = await its.call(ADMIN, storeImage, 'delete', { id: row.id, version: data.record.version })
    expect([gone.status, gone.error?.key]).toEqual([409, 'store.passedStays'])
    // The image no longer shows what was audited.
    const image = await upload(ADMIN, await front(4).jpeg().toBuffer())
    const values = { ...data.record.values, image }
    const changed = await its.call<Detail>(ADMIN, storeImage, 'update', { id: row.id, version: 2, values })
    expect(changed.data.record.values).toMatchObject({ result: 'pending', uploader: ADMIN, auditor: null })
    expect(await seen(ADMIN, String(data.record.values['image']))).toBe(404)
  })

  it('a photo that was submitted before is found when it is the same file, re-encoded or cropped', async () => {
    const first = await front(5).png().toBuffer()
    const original = await photo(UPLOADER, first)
    const again = await photo('in.sales', first, 'ST-IN-0006')
    const saved = await photo('in.sales', await sharp(first).jpeg({ quality: 55 }).toBuffer(), 'ST-IN-0007')
    const cut = sharp(first).extract({ left: 4, top: 3, width: 312, height: 234 })
    const cropped = await photo('in.sales', await cut.jpeg().toBuffer(), 'ST-IN-0008')
    const other = await photo('in.sales', await front(6).jpeg().toBuffer(), 'ST-IN-0009')
    const like = async (account: string, { id }: Row) =>
      (await its.call<Similar>(account, storeImage, 'similar', { id })).data
    const found = await like(AUDITS, original)
    expect(found.images.map(({ code }) => code).toSorted()).toEqual(
      [again, saved, cropped].map((row) => String(row.values['code'])).toSorted(),
    )
    expect(found.images[0]).toMatchObject({ code: again.values['code'], identical: true })
    expect((await like(AUDITS, other)).images).toEqual([])
    const abroad = await photo('id.channel', first, 'ST-ID-0005')
    expect(await like(ELSEWHERE, abroad)).toEqual({ images: [], hasUnseen: true })
    expect((await audit(AUDITS, cropped, 'rejected', 'Of another store')).status).toBe(200)
    const { data } = await its.call<Detail>(ADMIN, storeImage, 'detail', { id: cropped.id })
    expect([original, again, saved].map((row) => row.values['code'])).toContain(data.record.values['duplicateOf'])
    expect(data.record.values['reason']).toBe('Of another store')
  })

  it('the audit says the name of the file of a photo, with its key for whoever may open it', async () => {
    const row = await photo(UPLOADER, await front(8).jpeg().toBuffer())
    const key = String(row.values['image'])
    const asked = { type: 'storeImage', subject: String(row.values['code']), limit: 10 }
    const { data: list } = await its.server.call<{ records: { id: string; after: string }[] }>(
      'hq.auditor',
      '/aps/audit/entries/queryPage',
      asked,
    )
    const [entry] = list.records
    expect(entry!.after).toContain('front.jpg')
    expect(entry!.after).not.toContain(key)
    const imageIn = async (account: string) => {
      type Detail = { readonly changes: readonly { readonly after: string | null; readonly picture: object | null }[] }
      const { data } = await its.server.call<Detail>(account, '/aps/audit/entries/detail', { id: entry!.id })
      return data.changes.filter(({ picture }) => picture !== null)
    }
    const named = (isShown: boolean) => [{ after: 'front.jpg', picture: { before: null, after: key, isShown } }]
    expect(await imageIn('hq.auditor')).toMatchObject(named(true))
    expect(await seen('hq.auditor', key)).toBe(200)
    await holdRole(its.server, 'nomenu', 'readsAudit', 'HQ', ['auditing.entries.view'])
    expect(await imageIn('nomenu')).toMatchObject(named(false))
    expect(await seen('nomenu', key)).toBe(404)
  })

  it('deleting a photo of a store leaves neither file nor attachment', async () => {
    const row = await photo(UPLOADER, await front(7).jpeg().toBuffer())
    const key = String(row.values['image'])
    const files = folderStore(its.filesDir)
    expect((await its.call(ADMIN, storeImage, 'delete', { id: row.id, version: 1 })).status).toBe(200)
    expect(await seen(UPLOADER, key)).toBe(404)
    await sweepAttachments(its.pool, files, productNow())
    for (const each of [key, `${key}-small`]) expect(await files.open(`attachments/${each}`)).toBeNull()
    expect(await its.server.query('select from attachment where key = $1', [key])).toEqual([])
  })
})

it("the map shows the stores of the filtered list within the reader's organisations", async () => {
  type Places = { readonly places: readonly unknown[][]; readonly without: number }
  const filters = { countryCode: ['ID'], city: 'Bandung' }
  const places = async (account: string) => (await its.call<Places>(account, store, 'places', filters)).data
  const listed = await its.call<Found>('id.channel', store, 'queryPage', { ...filters, limit: 500 })
  expect((await places('id.channel')).places.length).toBe(listed.data.records.length)
  expect(listed.data.records.length).toBeGreaterThan(20)
  expect(await places('in.channel')).toEqual({ places: [], without: 0, capped: false })
  const [id, name, latitude, longitude, state] = (await places(ADMIN)).places[0] ?? []
  expect([typeof id, typeof name, state]).toEqual(['string', 'string', 'enabled'])
  expect([Number(latitude), Number(longitude)].map(Math.round)).toEqual([-7, 108])
})

it('a warehouse is disabled only when it holds no stock', async () => {
  const row = await its.made(warehouse)
  const key = String(row.values['code'])
  const forget = countStockBy(async (_, codes) => codes.filter((code) => code === key))
  const disable = () => its.call(ADMIN, warehouse, 'disable', { id: row.id, version: 1 })
  expect((await disable()).error?.key).toBe('store.notEmpty')
  forget()
  expect((await disable()).status).toBe(200)
})

describe('the first check of a file of stores', () => {
  async function checkedRow(texts: Readonly<Record<string, string>>, account = 'in.channel') {
    const definition = recordImport(store)
    const row = mendedReader(definition.columns({}))({ row: 2, texts, kinds: null, edited: null })!
    const by = await its.importer(account)
    const [kept] = await transaction(its.pool, (tx) => checkRows(tx, by, definition, [row]))
    return kept!
  }
  const problems = async (texts: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    ((await checkedRow(texts)).errors ?? []).map(({ column, key }) => `${column} ${key}`)
  const texts = {
    code: 'ST-IN-9001',
    nameZh: '店',
    nameEn: 'Store',
    type: 'kiosk',
    customerCode: 'C-IN-9999',
    countryCode: 'IN',
    city: 'Pune',
    address: '1 Main Road',
    latitude: '95',
    longitude: '73.85',
  }

  it('the first check of a file of stores says of a row each cell that is wrong, whatever is wrong with it', async () => {
    expect(await problems(texts)).toEqual([
      'type excel.cellNotOption',
      'latitude record.shape',
      'customerCode record.unknownCode',
    ])
    expect(await problems({ ...texts, type: 'counter' })).toEqual([
      'latitude record.shape',
      'customerCode record.unknownCode',
    ])
  })

  it('the first check of a file of stores says nothing that depends on a cell that cannot be read', async () => {
    const [code, ...others] = await problems({ code: '', nameEn: 'Renamed', latitude: '18.5', longitude: '200' })
    expect([code, others]).toEqual(['code excel.cellRequired', ['longitude record.shape']])
    expect(await problems({ ...texts, customerCode: '', latitude: '', longitude: '', countryCode: '' })).toEqual([
      'type excel.cellNotOption',
      'countryCode document.required',
    ])
  })
  it('a cell of a file of stores takes the name of a code in either language, whatever its capitals', async () => {
    const { latitude: _, longitude: __, customerCode: ___, ...sound } = texts
    for (const [type, countryCode] of [
      ['Counter', ' india '],
      ['COUNTER', '印度'],
      ['counter', 'in'],
      ['counter', 'IN / India'],
    ] as const)
      expect(await checkedRow({ ...sound, type, countryCode })).toMatchObject({
        action: 'create',
        parsed: { type: 'counter', countryCode: 'IN' },
      })
  })

  it('a name that several customers have is refused at its cell with each that the person may refer to', async () => {
    const { latitude: _, longitude: __, ...sound } = { ...texts, type: 'counter' }
    const [one] = await its.server.query<{ code: string; name: string }>(
      `select code, name_en as name from customer where code = 'C-IN-0001'`,
    )
    const named = { ...sound, customerCode: one!.name }
    expect(await checkedRow(named)).toMatchObject({ parsed: { customerCode: 'C-IN-0001' } })
    await its.server.query(`update customer set name_en = $1 where code in ('C-IN-0002', 'C-ID-0001')`, [one!.name])
    const choices = `C-IN-0001 / ${one!.name}, C-IN-0002 / ${one!.name}`
    expect(await checkedRow({ ...named, latitude: '95', longitude: '73.85' })).toMatchObject({
      errors: [
        { column: 'customerCode', key: 'excel.cellAmbiguous', params: { text: one!.name, choices } },
        { column: 'latitude', key: 'record.shape' },
      ],
    })
    // Whom a person does not see is no candidate for them.
    const [abroad] = await its.server.query<{ name: string }>(
      `select name_en as name from customer where code = 'C-ID-0002'`,
    )
    expect(await problems({ ...sound, customerCode: abroad!.name })).toEqual(['customerCode record.unknownCode'])
  })

  it('a text that names a row of a large table is looked up in an index of each column that may hold it', async () => {
    const large = await its.server.query<{ table: string }>(
      `select table_name as table from information_schema.columns where table_schema = current_schema() and column_name = 'search'`,
    )
    const references = new Map(
      records.flatMap(referringFields).map(([, { refersTo }]) => [refersTo.table, refersTo] as const),
    )
    const asked = large.flatMap(({ table }) => references.get(table) ?? [])
    expect(asked.map(({ table }) => table)).toEqual(expect.arrayContaining(['customer', 'person', 'sku', 'store']))
    for (const reference of asked)
      await transaction(its.pool, async (tx) => {
        // Of a handful of rows the database would read all.
        await tx.run({ text: 'set local enable_seqscan = off', values: [] })
        await readNamed(explained(tx), reference, ['nobody'])
      })
  })
})

/** Reads the plan of each statement in its place, and finds no table in it that is read as a whole. */
function explained(tx: Tx): Tx {
  const rows = async <Row>(query: Runnable<Row>): Promise<Row[]> => {
    const { text, values } = statementOf(query)
    const plan = await tx.rows<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
    const lines = plan.map((line) => line['QUERY PLAN'])
    expect(lines.filter((line) => /Index Scan using \w+__named_/.test(line))).toHaveLength(3)
    expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
    return []
  }
  return { ...tx, rows }
}
