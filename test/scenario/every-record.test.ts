import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inScope } from '#kernel/access/principal.ts'
import { principalOfUser } from '#kernel/access/session.ts'
import { createPool } from '#kernel/db/pool.ts'
import { transaction, type Tx } from '#kernel/db/tx.ts'
import type { SheetContent } from '#kernel/excel/cell.ts'
import { parseRows } from '#kernel/excel/parse-rows.ts'
import { readSheet } from '#kernel/excel/read-workbook.ts'
import { type Language, languages } from '#kernel/i18n/language.ts'
import { textAt } from '#kernel/i18n/texts.ts'
import type { ApplyRow, CheckedRow, Importer, ImportRow, UndoRow } from '#kernel/imports/import-definition.ts'
import type { ImportValues } from '#kernel/imports/import-wire.ts'
import { type AnyRecord, recordText, type RecordValues } from '#kernel/record/definition.ts'
import { recordImport } from '#kernel/record/record-import.ts'
import type { HistoryView } from '#kernel/record/record-wire.ts'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'

// What holds for every record, whoever declared it: a new one is in here as soon as its area names it.

const serverAreas = await loadAreaServers(areas)
const records = serverAreas.flatMap((area) => area.records ?? [])
const menu = areas.flatMap((area) => area.menu)
const labels = Object.assign({}, ...areas.map(({ rights }) => rights)) as (typeof areas)[number]['rights']

const LIMITS = { maxBytes: 1e8, maxUncompressedBytes: 1e9, maxRows: 100_000, maxColumns: 60 }
/** Sees everything and may do everything; of another country than the examples; reads everything and changes nothing. */
const [ADMIN, ELSEWHERE, AUDITOR] = ['admin', 'id.finance', 'hq.auditor'] as const

interface Row {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly name: string
  readonly values: RecordValues
  readonly names: Readonly<Record<string, string | null>>
}
interface Detail {
  readonly record: Row
  readonly uses: readonly { readonly name: string; readonly shown: readonly string[]; readonly hasMore: boolean }[]
}
interface Found {
  readonly records: readonly Row[]
}

let world: DownloadWorld
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  world = await downloadWorld(databaseUrl, { EXPORT_AT_ONCE: '5000' })
  pool = createPool({ databaseUrl, max: 2, name: 'test records' })
  await world.startWorker()
})

afterAll(async () => {
  await world?.close()
  await pool?.end()
})

async function importer(account: string, language: Language = 'en'): Promise<Importer> {
  const [user] = await world.server.query<{ id: number }>('select id from app_user where account = $1', [account])
  const principal = await transaction(pool, (tx) => principalOfUser(tx, user!.id, language))
  if (!principal) throw new Error(`no ${account}`)
  return { principal, language, params: {}, now: new Date(), requestId: randomUUID() }
}

/** The calls that change what is there. */
const changesOf = ({ appendOnly, states }: AnyRecord): readonly string[] => [
  ...(appendOnly ? [] : ['update']),
  ...(states ? ['enable', 'disable'] : []),
]

const exampleOf = (record: AnyRecord) => recordImport(record).example
/** What a form would send to make the template's example. */
function inputOf(record: AnyRecord, more: Readonly<Record<string, string>> = {}) {
  const { state: _, ...values } = exampleOf(record)
  return { ...values, ...more }
}

/** Rows as they stand in a file, read by the columns of the import. */
function readBack(record: AnyRecord, sheet: SheetContent, language: Language): readonly ImportValues[] {
  const parsed = parseRows(sheet, recordImport(record).columns({}), language)
  return parsed.rows.map((row) => {
    if (!row.ok) throw new Error(JSON.stringify(row.errors))
    return row.values as ImportValues
  })
}

/** A file with one row below the template's own header. */
function fileOf(record: AnyRecord, header: readonly string[], values: ImportValues): SheetContent {
  const columns = recordImport(record).columns({})
  const cells = header.map((title) => {
    const column = columns.find(({ titles }) => Object.values(titles).includes(title.replace(/\s*\*$/, '')))
    return { kind: 'text' as const, text: values[column?.key ?? ''] ?? '' }
  })
  return { header, rows: [{ row: 2, cells }] }
}

const checked = (record: AnyRecord, by: Importer, rows: readonly ImportValues[]): Promise<readonly CheckedRow[]> =>
  transaction(pool, (tx) => recordImport(record).check(tx, by, numbered(rows)))

const numbered = (rows: readonly ImportValues[]): ImportRow[] =>
  rows.map((values, index) => ({ row: index + 2, values }))

async function call<T>(account: string, record: AnyRecord, act: string, body: object, language: Language = 'en') {
  return world.server.call<T>(account, `${record.api}/${act}`, body, language)
}

async function made(record: AnyRecord): Promise<Row> {
  const { status, data, msg } = await call<Detail>(ADMIN, record, 'create', { values: inputOf(record) })
  expect([status, msg]).toEqual([200, expect.anything()])
  return data.record
}

async function gone(record: AnyRecord, { id }: Pick<Row, 'id'>): Promise<void> {
  const { data } = await call<Detail>(ADMIN, record, 'detail', { id })
  const answer = await call(ADMIN, record, 'delete', { id, version: data.record.version })
  expect(answer).toMatchObject({ status: 200 })
}

it('finds the records of the product', () => {
  expect(records.map(({ name }) => name)).toEqual(expect.arrayContaining(['project', 'customerChannel', 'department']))
  expect(new Set(records.map(({ file }) => file)).size).toBe(records.length)
})

describe.each(records.map((record) => [record.name, record] as const))('%s', (_, record) => {
  it('says everything in both languages', () => {
    const fields = Object.entries(record.fields)
    const paths = [
      'title',
      'label',
      ...(Object.values(record.names).includes(record.key) ? [] : ['example']),
      ...fields.map(([name]) => `fields.${name}`),
      ...fields.flatMap(([name, { options = [] }]) => options.map((option) => `options.${name}.${option}`)),
      ...(record.usedBy ?? []).map(({ name }) => `uses.${name}`),
    ].map((path) => recordText(record, path))
    for (const language of languages) expect(paths.filter((path) => textAt(language, path) === path)).toEqual([])
    expect(paths.filter((path) => textAt('zh', path) === textAt('en', path))).toEqual([])
  })

  it('stands in the menu, and its rights have names and holders', async () => {
    const pages = menu.filter(({ url }) => url === record.page || url === record.phonePage)
    expect(pages.filter(({ hidden }) => !hidden).map(({ url }) => url)).toEqual([record.page])
    expect(pages).toHaveLength(2)
    expect(menu.some(({ code }) => code === pages[0]?.pcode)).toBe(true)
    for (const right of Object.values(record.rights)) {
      expect(labels[right]?.zh, right).toBeTruthy()
      expect(labels[right]?.en, right).toBeTruthy()
      const holders = await world.server.query('select from role_right where right_code = $1', [right])
      expect(holders.length, `${right} is held`).toBeGreaterThan(0)
    }
    expect((await call(AUDITOR, record, 'queryPage', {})).status).toBe(200)
    for (const act of ['create', 'delete', ...changesOf(record)])
      expect((await call(AUDITOR, record, act, { id: '1', version: 1, values: {} })).status, act).toBe(403)
  })

  it('lists, finds, sorts and shows in both languages', async () => {
    for (const language of languages) {
      const { data } = await call<Found>(ADMIN, record, 'queryPage', { limit: 50 }, language)
      expect(data.records.length).toBeGreaterThan(1)
      const [first] = data.records
      const { data: detail } = await call<Detail>(ADMIN, record, 'detail', { id: first?.id }, language)
      expect(detail.record).toEqual(first)
      expect(detail.record.name).toBeTruthy()
      for (const [name, { reference, links }] of Object.entries(record.fields)) {
        if (!reference) continue
        const named = data.records.find(({ values }) => values[name] !== null)
        expect(named?.names[name], `${name} has a name`).toBeTruthy()
        const [code] = String(named?.values[name]).split(', ')
        const choices = await call<{ records: { code: string }[] }>(ADMIN, record, 'choices', {
          field: name,
          keyword: code,
        })
        expect(choices.data.records.map((each) => each.code)).toContain(code)
        if ((record.list.filters as readonly string[]).includes(name)) {
          const found = await call<Found>(ADMIN, record, 'queryPage', { [name]: [code], limit: 50 })
          expect(found.data.records.length).toBeGreaterThan(0)
          expect(
            found.data.records.every(({ values }) =>
              links ? String(values[name]).includes(code!) : values[name] === code,
            ),
          ).toBe(true)
        }
      }
    }
    for (const sort of record.list.sort)
      for (const each of [sort, `-${sort}`])
        expect((await call(ADMIN, record, 'queryPage', { sort: [each] })).status, each).toBe(200)
    expect((await call(ADMIN, record, 'queryPage', { noSuchFilter: 'x' })).status).toBe(400)
  })

  it('has a template whose example is a row that can be imported, and taken back', async () => {
    const definition = recordImport(record)
    for (const language of languages) {
      const by = await importer(ADMIN, language)
      const { status, bytes } = await world.server.fetch(ADMIN, `/aps/template/import/${record.file}.xlsx`)
      expect(status).toBe(200)
      const { header } = await readSheet(bytes, LIMITS)
      const [values] = readBack(record, fileOf(record, header, exampleOf(record)), language)
      const check = () => checked(record, by, [values!])
      const [plan] = await check()
      expect(plan).toMatchObject({ action: 'create', before: null, after: exampleOf(record) })
      if (!plan || !('key' in plan)) continue
      const row: ApplyRow = { row: 2, values: values!, action: 'create', key: plan.key, basis: null }
      const applied = await transaction(pool, (tx: Tx) => definition.apply(tx, by, [row]))
      expect(applied).toMatchObject([{ undo: { version: 1 } }])
      expect(await check()).toMatchObject([{ action: 'same' }])
      const undone: UndoRow = { ...row, undo: 'undo' in applied[0]! ? applied[0].undo : null }
      expect(await transaction(pool, (tx: Tx) => definition.undo(tx, by, [undone]))).toMatchObject([{ undo: null }])
      expect(await check()).toMatchObject([{ action: 'create' }])
    }
  })

  it('is exported, and what was exported reads back as the same', async () => {
    for (const language of languages) {
      const asked = await call<{ downloadUrl: string }>(ADMIN, record, 'export', {}, language)
      expect(asked.status).toBe(200)
      const { bytes } = await world.server.fetch(null, asked.data.downloadUrl)
      const rows = readBack(record, await readSheet(bytes, LIMITS), language)
      const { data } = await call<{ recordTotal: number }>(ADMIN, record, 'count', {})
      expect(rows.length).toBe(data.recordTotal)
      const plans = await checked(record, await importer(ADMIN, language), rows)
      expect(plans.filter((plan) => !('action' in plan && plan.action === 'same'))).toEqual([])
    }
  })

  it('keeps its scope: what belongs to others answers as if it did not exist', async () => {
    const row = await made(record)
    const key = String(row.values[record.key])
    const { data } = await call<Found>(ELSEWHERE, record, 'queryPage', { keyword: key })
    const shown = record.scope ? 404 : 200
    expect(data.records.some(({ id }) => id === row.id)).toBe(!record.scope)
    for (const act of ['detail', 'history'])
      expect((await call(ELSEWHERE, record, act, { id: row.id })).status).toBe(shown)
    const { principal } = await importer(ELSEWHERE)
    if (record.scope && principal.rights.has(record.rights.edit))
      for (const act of ['delete', ...changesOf(record)]) {
        const answer = await call(ELSEWHERE, record, act, { id: row.id, version: 1, values: inputOf(record) })
        expect([act, answer.status, answer.error?.key]).toEqual([act, 404, 'record.notFound'])
      }
    if (record.scope) {
      const listed = await call<Found>(ELSEWHERE, record, 'queryPage', { limit: 500 })
      const ids = listed.data.records.map(({ id }) => id)
      const scopes = await world.server.query<{ scope_id: number }>(
        `select scope_id from ${record.table} where id = any ($1::bigint[])`,
        [ids],
      )
      expect(scopes.every((each) => inScope(principal.scope, each.scope_id))).toBe(true)
    }
    await gone(record, row)
  })

  if (record.appendOnly)
    it('is only ever added to, and taken back only before its day has come', async () => {
      const appendOnly = record.appendOnly ?? ''
      const row = await made(record)
      expect((await call(ADMIN, record, 'update', { id: row.id, version: 1, values: inputOf(record) })).status).toBe(
        404,
      )
      const [changed] = Object.keys(record.fields).filter(
        (name) => !record.keyOf?.includes(name) && name !== record.key,
      )
      const other = { ...exampleOf(record), [changed!]: '7.25' }
      expect(await checked(record, await importer(ADMIN), [other])).toMatchObject([
        { errors: [{ key: 'record.appendOnly' }] },
      ])
      expect((await call(ADMIN, record, 'delete', { id: row.id, version: 7 })).error?.key).toBe('record.stale')
      await gone(record, row)
      const { data } = await call<Found>(ADMIN, record, 'queryPage', { sort: [appendOnly] })
      const old = data.records[0]!
      expect(String(old.values[appendOnly]) < new Date().toISOString()).toBe(true)
      expect((await call(ADMIN, record, 'delete', { id: old.id, version: old.version })).error?.key).toBe(
        'record.inForce',
      )
    })
  else
    it('refuses a stale save with what is stored, and tells its history apart', async () => {
      const row = await made(record)
      const { id } = row
      const called = Object.values(record.names).find((name) => name !== record.key)
      const to = (text: string) => inputOf(record, called ? { [called]: text } : {})
      expect((await call(ADMIN, record, 'update', { id, version: row.version, values: to('First') })).status).toBe(200)
      const stale = await world.server.call<unknown>(ADMIN, `${record.api}/update`, {
        id,
        version: row.version,
        values: to('Second'),
      })
      expect([stale.status, stale.error?.key]).toEqual([409, 'record.stale'])
      expect(stale.error).toMatchObject({ data: { record: { id, version: 2 } } })
      for (const language of languages) {
        const { data } = await call<{ records: HistoryView[] }>(ADMIN, record, 'history', { id }, language)
        expect(data.records.map(({ act }) => act)).toEqual(['update', 'create'])
        expect(data.records[0]?.changes).toMatchObject([{ field: called, after: 'First' }])
      }
      const fixed = await call(ADMIN, record, 'update', {
        id,
        version: 2,
        values: inputOf(record, { [record.key]: 'ZZ-9' }),
      })
      expect([fixed.status, fixed.error?.field]).toEqual([400, record.key])
      await gone(record, row)
    })

  if (record.states)
    it('is disabled and enabled again', async () => {
      const row = await made(record)
      const disabled = await call<Detail>(ADMIN, record, 'disable', { id: row.id, version: 1 })
      expect(disabled.data.record).toMatchObject({ state: 'disabled', version: 2 })
      expect((await call(ADMIN, record, 'disable', { id: row.id, version: 2 })).error?.key).toBe('record.wrongState')
      const enabled = await call<Detail>(ADMIN, record, 'enable', { id: row.id, version: 2 })
      expect(enabled.data.record).toMatchObject({ state: 'enabled', version: 3 })
      await gone(record, row)
    })

  it('is deleted only while nothing names it, and knows everything that could', async () => {
    const keys = await world.server.query<{ table: string; column: string }>(
      `select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = $1::regclass`,
      [record.table],
    )
    const links = Object.values(record.fields).flatMap(({ links: of }) => (of ? [`${of.table}.${of.own}`] : []))
    const known = new Set([...(record.usedBy ?? []).map((use) => `${use.table}.${use.column}`), ...links])
    expect(keys.map(({ table, column }) => `${table}.${column}`).filter((key) => !known.has(key))).toEqual([])

    const keyColumn =
      record.fields[record.key]?.column ?? record.key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    for (const use of record.usedBy ?? []) {
      const [used] = await world.server.query<{ id: string }>(
        `select t.id from ${record.table} t where exists (select from ${use.table} x where x.${use.column} = t.${keyColumn}) limit 1`,
      )
      expect(used, `${use.table} names one`).toBeDefined()
      const { data } = await call<Detail>(ADMIN, record, 'detail', { id: used?.id })
      expect(data.uses.find(({ name }) => name === use.name)?.shown.length).toBeGreaterThan(0)
      const refused = await call(ADMIN, record, 'delete', { id: used?.id, version: data.record.version })
      expect([refused.status, refused.error?.key]).toEqual([409, 'record.used'])
      expect(refused.error).toMatchObject({ data: { uses: data.uses } })
    }

    const row = await made(record)
    await gone(record, row)
    expect((await call(ADMIN, record, 'detail', { id: row.id })).status).toBe(404)
    const acts = await world.server.query<{ action: string }>(
      'select action from audit_entry where document_type = $1 and document_id = $2 order by id',
      [record.name, row.id],
    )
    expect(acts.map(({ action }) => action)).toEqual(['create', 'delete'])
  })
})
