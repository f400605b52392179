import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { writePng } from '#kernel/platform/files/write-png.ts'
import type { SheetContent } from '#kernel/platform/excel/cell.ts'
import { parseRows } from '#kernel/platform/excel/read/parse-rows.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { CheckedRow, Importer, ImportRow } from '#kernel/services/imports/import-definition.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import { type AnyRecord, columnFor, type RecordValues } from '#kernel/engine/record/definition.ts'
import { usesOfRecord } from '#kernel/engine/record/naming.ts'
import { recordImport } from '#kernel/services/record-service/record-import.ts'
import type { HistoryView, WaitingChange } from '#kernel/engine/record/routes/record-wire.ts'
import type { RecordUsage } from '#kernel/engine/record/routes/record-usage.ts'
import { recordChange } from '#areas/change-request/record-change/record-change.doc.ts'
import { customer } from '#areas/customer/records/customer.record.ts'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import type { Acted } from './company/actor.ts'
import { companyOn } from './company/test-company.ts'
import { type Answer, demoDatabase } from './servers/demo-server.ts'
import { type DownloadWorld, downloadWorld } from './download-world.ts'

/** Every record of the product, whichever area declares it. */
export const records: readonly AnyRecord[] = (await loadAreaServers(areas)).flatMap((area) => area.records ?? [])

/** Sees everything and may do everything; of another country than the examples; reads everything and changes nothing. */
export const [ADMIN, ELSEWHERE, AUDITOR] = ['admin', 'id.finance', 'hq.auditor'] as const
export const LIMITS = { maxBytes: 1e8, maxUncompressedBytes: 1e9, maxRows: 100_000, maxColumns: 60 }

export interface Row {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly name: string
  readonly values: RecordValues
  readonly names: Readonly<Record<string, string | null>>
}
export interface Detail {
  readonly record: Row
  readonly uses: readonly {
    readonly name: string
    readonly label: string
    readonly shown: readonly string[]
    readonly hasMore: boolean
  }[]
}
export interface Found {
  readonly records: readonly Row[]
}

/** The demonstration company, and the actions of a test of any record. */
export interface RecordWorld {
  readonly server: DownloadWorld['server']
  readonly pool: ReturnType<typeof createPool>
  readonly filesDir: string
  readonly importer: (account: string, language?: Language) => Promise<Importer>
  /** The records that may refer to it. */
  readonly usesOf: (record: AnyRecord) => Promise<readonly RecordUsage[]>
  /** The result of an import's check of rows. */
  readonly checked: (record: AnyRecord, by: Importer, rows: readonly ImportValues[]) => Promise<readonly CheckedRow[]>
  readonly call: <T>(
    account: string,
    record: AnyRecord,
    act: string,
    body: object,
    language?: Language,
  ) => Promise<Answer<T>>
  /** The example of its template, typed into the form. */
  readonly made: (record: AnyRecord) => Promise<Row>
  /** The same values with the images that a form would have uploaded before. */
  readonly withImages: (
    record: AnyRecord,
    values: Readonly<Record<string, unknown>>,
    account?: string,
  ) => Promise<Readonly<Record<string, unknown>>>
  readonly gone: (record: AnyRecord, row: Pick<Row, 'id'>) => Promise<void>
  readonly close: () => Promise<void>
}

export async function recordWorld(): Promise<RecordWorld> {
  const databaseUrl = await demoDatabase()
  const downloads = await downloadWorld(databaseUrl, { EXPORT_AT_ONCE: '5000' })
  const pool = createPool({ databaseUrl, max: 2, name: 'test records' })
  await downloads.startWorker()
  const { server } = downloads
  const world: RecordWorld = {
    server,
    pool,
    filesDir: downloads.filesDir,
    async importer(account, language = 'en') {
      const [user] = await server.query<{ id: number }>('select id from app_user where account = $1', [account])
      const principal = await transaction(pool, (tx) => principalOfUser(tx, user!.id, language))
      if (!principal) throw new Error(`no ${account}`)
      return { principal, language, params: {}, now: productNow(), requestId: randomUUID() }
    },
    usesOf: (record) => transaction(pool, (tx) => usesOfRecord(tx, record)),
    checked: (record, by, rows) => transaction(pool, (tx) => recordImport(record).check(tx, by, numbered(rows))),
    call: (account, record, act, body, language = 'en') => server.call(account, `${record.api}/${act}`, body, language),
    async made(record) {
      const values = await world.withImages(record, inputOf(record))
      const { status, data, msg } = await world.call<Detail>(ADMIN, record, 'create', { values })
      expect([status, msg]).toEqual([200, expect.anything()])
      return data.record
    },
    async withImages(record, values, account = ADMIN) {
      const names = Object.keys(record.fields).filter((name) => record.fields[name]?.isImage)
      const keys = await Promise.all(names.map(async (name) => [name, await uploaded(downloads, account)] as const))
      return { ...values, ...Object.fromEntries(keys) }
    },
    async gone(record, { id }) {
      const { data } = await world.call<Detail>(ADMIN, record, 'detail', { id })
      const answer = await world.call(ADMIN, record, 'delete', { id, version: data.record.version })
      expect(answer).toMatchObject({ status: 200 })
    },
    async close() {
      await downloads.close()
      await pool.end()
    },
  }
  return world
}

let pictures = 0

/** A picture like no other, uploaded as a form does it. */
async function uploaded({ server }: DownloadWorld, account: string): Promise<string> {
  pictures += 1
  const bytes = writePng(24, 16, (x, y) => [(x * 9 + pictures * 31) % 256, (y * 13) % 256, (x * y * pictures) % 256])
  const file = { name: `photo-${pictures}.png`, bytes }
  const { status, data } = await server.upload<{ key: string }>(account, '/aps/attachment/file/upload', file)
  expect(status).toBe(200)
  return data.key
}

const numbered = (rows: readonly ImportValues[]): ImportRow[] =>
  rows.map((values, index) => ({ row: index + 2, values }))

/** The calls that change a record. */
export const changesOf = ({ appendOnly, states }: AnyRecord): readonly string[] => [
  ...(appendOnly ? [] : ['update']),
  ...(states ? ['enable', 'disable'] : []),
]

export const exampleOf = (record: AnyRecord) => recordImport(record).example

/** The values that a form would send to make the template's example; those that no file holds are in the definition's example alone. */
export function inputOf(record: AnyRecord, more: Readonly<Record<string, string | null>> = {}) {
  const { state: _, ...values } = exampleOf(record)
  return { ...record.example, ...values, ...more }
}

/** The column of the code by which people know a record. */
export function keyColumnOf(record: AnyRecord): string {
  return columnFor(record.key, record.fields[record.key]!)
}

/** Rows as they are in a file, read by the columns of the import. */
export function readBack(record: AnyRecord, sheet: SheetContent, language: Language): readonly ImportValues[] {
  const parsed = parseRows(sheet, recordImport(record).columns({}), language)
  return parsed.rows.map((row) => {
    if (!row.ok) throw new Error(JSON.stringify(row.errors))
    return row.values as ImportValues
  })
}

/** A file with one row below the template's own header. */
export function fileOf(record: AnyRecord, header: readonly string[], values: ImportValues): SheetContent {
  const columns = recordImport(record).columns({})
  const cells = header.map((title) => {
    const column = columns.find(({ titles }) => Object.values(titles).includes(title.replace(/\s*\*$/, '')))
    return { kind: 'text' as const, text: values[column?.key ?? ''] ?? '' }
  })
  return { header, rows: [{ row: 2, cells }] }
}

/** Path of the calls of changes. */
export const CHANGE = '/aps/record/change'

interface Waiting extends Detail {
  readonly waiting: readonly WaitingChange[]
}
/** Customers as the people of India handle them: drafted, asked for, decided on. */
export async function customerStory() {
  const its: RecordWorld = await recordWorld()
  const company = companyOn(its.server)
  const NAMES =
    'Quokka Wallaby Cassowary Brolga Lorikeet Goanna Taipan Barramundi Dingo Emu Galah Numbat Bilby Quoll Wombat Echidna Platypus'.split(
      ' ',
    )
  let made = 0
  /** A draft of a customer of its own, by the channel manager of India. */
  async function draft(more: Readonly<Record<string, string>> = {}): Promise<Row> {
    made += 1
    const own = { code: `C-IN-95${made}`, nameEn: NAMES[made % NAMES.length]!, nameZh: `试例${made}`, taxNo: '' }
    const { status, data, msg } = await its.call<Detail>('in.channel', customer, 'create', {
      values: inputOf(customer, { ...own, ...more }),
    })
    expect([status, msg]).toEqual([200, expect.anything()])
    return data.record
  }
  const detailOf = async ({ id }: Pick<Row, 'id'>, account = 'in.channel') =>
    (await its.call<Waiting>(account, customer, 'detail', { id })).data
  const historyOf = async ({ id }: Pick<Row, 'id'>) =>
    (await its.call<{ records: HistoryView[] }>('in.channel', customer, 'history', { id })).data.records

  function ask(
    account: string,
    { values }: Row,
    lines: Readonly<Record<string, string>> | null,
    recordKind = 'customer',
  ) {
    return its.server.call<Acted>(account, `${CHANGE}/submit`, {
      changeKind: lines ? 'change' : 'new',
      recordKind,
      recordKey: values['code'],
      organisationCode: 'IN-IN',
      reason: 'As the letter of the customer says',
      lines: Object.entries(lines ?? {}).map(([field, value]) => ({ field, value })),
    })
  }

  const decide = (account: string, action: 'approve' | 'reject', { formInstanceId }: Acted) =>
    company.as(account).decide(recordChange, action, formInstanceId)

  /** Drafted, submitted, approved by both, enabled. */
  async function enabled(more: Readonly<Record<string, string>> = {}): Promise<Row> {
    const row = await draft(more)
    const { data } = await ask('in.channel', row, null)
    for (const account of ['in.finance', 'in.regfinance'])
      expect((await decide(account, 'approve', data)).status).toBe(200)
    const { record } = await detailOf(row)
    const answer = await its.call<Detail>('in.channel', customer, 'enable', { id: row.id, version: record.version })
    return answer.data.record
  }
  return { its, draft, detailOf, historyOf, ask, decide, enabled }
}
