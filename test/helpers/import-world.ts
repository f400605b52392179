import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { Type } from 'typebox'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { textRows, workbookOf } from '#kernel/platform/excel/workbook-fixture.ts'
import { folderStore } from '#kernel/platform/files/files-store.ts'
import type { AppliedRow, ImportDefinition, Importer } from '#kernel/services/imports/import-definition.ts'
import type { ImportRowView, ImportRunView, ImportValues } from '#kernel/services/imports/import-wire.ts'
import type { ImportServices } from '#kernel/services/imports/importer.ts'
import { runImport } from '#kernel/services/imports/run-import.ts'
import { auditHash } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineColumns } from '#kernel/platform/excel/columns.ts'
import { importErrors } from '#kernel/services/imports/imports.errors.ts'
import { type Answer, type DemoServer, demoServer } from './servers/demo-server.ts'

/** Something that imports fill in the tests of the kernel, which has nothing of its own to fill: items with a code, a name and a price. */
export const IMPORT_FIXTURE_TABLE = `
  create table if not exists stand_in (
    code text primary key, name text not null, price numeric(20,2), version int not null default 1,
    -- Something depends on it: it is not taken back.
    used boolean not null default false
  )`

const columns = defineColumns([
  { key: 'code', titles: { en: 'Code', zh: '编码' }, kind: 'code', required: true, maxLength: 20 },
  { key: 'name', titles: { en: 'Name', zh: '名称' }, kind: 'text', required: true, maxLength: 40 },
  { key: 'price', titles: { en: 'Price', zh: '价格' }, kind: 'amount', required: false },
])

export interface Item {
  readonly code: string
  readonly name: string
  readonly price: string | null
}

interface StoredItem extends Item {
  readonly version: number
  readonly used: boolean
}

const find = prepared<StoredItem>('stand-in.find', 'select * from stand_in where code = any($1::text[])')
const lock = prepared<StoredItem>(
  'stand-in.lock',
  'select * from stand_in where code = any($1::text[]) order by code for update',
)
const insert = prepared<{ code: string }>(
  'stand-in.insert',
  `insert into stand_in (code, name, price) select * from unnest($1::text[], $2::text[], $3::numeric[]) on conflict do nothing returning code`,
)
const update = prepared<{ code: string }>(
  'stand-in.update',
  `update stand_in s set name = n.name, price = n.price, version = s.version + 1
   from unnest($1::text[], $2::text[], $3::numeric[], $4::int[]) as n (code, name, price, version) where s.code = n.code and s.version = n.version
   returning s.code`,
)
const remove = prepared('stand-in.remove', 'delete from stand_in where code = any($1::text[])')
const log = prepared(
  'stand-in.log',
  `insert into audit_entry (document_type, document_id, action, actor_id, at, from_state, to_state, detail, request_id, previous_hash, hash)
   select 'standIn', hashtext(code), $2, $3, $4, null, null, jsonb_build_object('code', code), $5, null, hash
   from unnest($1::text[], $6::bytea[]) as e (code, hash)`,
)

function audit(importer: Importer, action: string, codes: readonly string[]) {
  const { principal, now, requestId } = importer
  const hashes = codes.map((code) =>
    auditHash(
      {
        documentType: 'standIn',
        documentId: code,
        action,
        actorId: principal.userId,
        at: now,
        fromState: null,
        toState: null,
        detail: { code },
        requestId,
      },
      null,
    ),
  )
  return log(codes, action, principal.userId, now, requestId, hashes)
}

const shown = ({ code, name, price }: StoredItem): ImportValues => ({ code, name, price })
const codeOf = (values: ImportValues) => values['code'] ?? ''
const taken = (row: number): AppliedRow => ({ row, refusal: importErrors.notNow({}, { field: 'code' }) })

export const importFixture: ImportDefinition = {
  name: 'stand-in',
  right: 'budget.country.submit',
  title: (language) => (language === 'zh' ? '替身' : 'Stand-ins'),
  params: { region: Type.Optional(Type.String({ maxLength: 8 })) },
  columns: () => columns,
  maxRows: 200_000,
  lists: () => Promise.resolve({ code: [{ code: 'A1', name: 'The first' }] }),
  notes: (language) => [language === 'zh' ? '每行一个' : 'One a row'],
  example: { code: 'A1', name: 'The first', price: '12.50' },
  open(_tx, { params }) {
    if (params['region'] === 'XX') throw new Refused(httpErrors.notFound())
    return Promise.resolve()
  },
  async check(tx, _importer, rows) {
    const items = await tx.rows(find(rows.map(({ values }) => codeOf(values))))
    const known = new Map(items.map((item) => [item.code, item]))
    return rows.map(({ row, values }) => {
      const code = codeOf(values)
      // A rule of its own, beyond the rules of a single cell.
      if (values['name'] === code) return { row, errors: [{ row, column: 'name', key: 'imports.notNow', params: {} }] }
      const item = known.get(code)
      const isSame = item && item.name === values['name'] && item.price === values['price']
      const action = item ? (isSame ? 'same' : 'update') : 'create'
      const basis = item ? { version: item.version } : null
      return { row, key: code, action, before: item ? shown(item) : null, after: values, basis }
    })
  },
  async apply(tx, importer, rows) {
    const fresh = rows.filter(({ action }) => action === 'create')
    const old = rows.filter(({ action }) => action === 'update')
    const before = new Map<string, StoredItem>()
    if (old.length > 0) for (const item of await tx.rows(lock(old.map(({ key }) => key)))) before.set(item.code, item)
    const part = (list: typeof rows) =>
      [
        list.map(({ key }) => key),
        list.map(({ values }) => values['name']),
        list.map(({ values }) => values['price']),
      ] as const
    const made = fresh.length > 0 ? await tx.rows(insert(...part(fresh))) : []
    const versions = old.map(({ basis }) => (basis as { version: number }).version)
    const changed = old.length > 0 ? await tx.rows(update(...part(old), versions)) : []
    const done = new Set([...made, ...changed].map(({ code }) => code))
    await tx.run(audit(importer, 'import', [...done]))
    return rows.map(({ row, key }): AppliedRow => {
      const item = before.get(key)
      return done.has(key)
        ? { row, undo: item ? { name: item.name, price: item.price, version: item.version + 1 } : null }
        : taken(row)
    })
  },
  async undo(tx, importer, rows) {
    const items = new Map((await tx.rows(lock(rows.map(({ key }) => key)))).map((item) => [item.code, item]))
    const old = (row: (typeof rows)[number]) =>
      row.undo as { name: string; price: string | null; version: number } | null
    const stands = rows.filter((row) => {
      const item = items.get(row.key)
      return item && !item.used && item.version === (old(row)?.version ?? 1)
    })
    const back = stands.flatMap((row) => {
      const was = old(row)
      return was ? [{ key: row.key, ...was }] : []
    })
    const gone = stands.filter((row) => !old(row)).map(({ key }) => key)
    if (gone.length > 0) await tx.run(remove(gone))
    if (back.length > 0) {
      const values = [back.map(({ key }) => key), back.map(({ name }) => name), back.map(({ price }) => price)] as const
      await tx.run(
        update(
          ...values,
          back.map(({ version }) => version),
        ),
      )
    }
    await tx.run(
      audit(
        importer,
        'undo',
        stands.map(({ key }) => key),
      ),
    )
    const fine = new Set(stands.map(({ row }) => row))
    return rows.map(({ row }): AppliedRow => (fine.has(row) ? { row, undo: null } : taken(row)))
  },
  changes: ['standIn'],
}

/** The same, but all or nothing, and with one target that it opens. */
export const importFixtureWhole: ImportDefinition = {
  ...importFixture,
  name: 'stand-in-whole',
  isWhole: true,
  announces: 'downloadCenter',
  resultPath: '/aps/stand-in/import/result',
  result: (_importer, applied) => `/stand-ins/${applied.length}`,
}

export interface ImportWorld {
  readonly server: DemoServer
  readonly pool: pg.Pool
  readonly services: ImportServices
  readonly filesDir: string
  /** Rows of texts, the first of which is the header, as an uploaded workbook that has been read. */
  read(rows: readonly (readonly string[])[], options?: UploadOptions): Promise<ImportRunView>
  upload(file: { name: string; bytes: Uint8Array }, options?: UploadOptions): Promise<Answer<Uploaded>>
  /** A call about a run in its present version, by its name after `/aps/import/`. */
  act(
    call: string,
    run: Pick<ImportRunView, 'importId' | 'version'>,
    more?: object,
    key?: string,
  ): Promise<Answer<ImportRunView>>
  detail(importId: string, account?: string): Promise<ImportRunView>
  rows(importId: string, show?: string, account?: string): Promise<readonly ImportRowView[]>
  /** Reads rows and writes them. */
  imported(rows: readonly (readonly string[])[], mode?: 'all' | 'good'): Promise<ImportRunView>
  items(codes: string): Promise<readonly Item[]>
  /** Lets a worker do all due work. */
  work(more?: Partial<ImportServices>): Promise<void>
  stored(): readonly string[]
  close(): Promise<void>
}

export interface Uploaded {
  readonly importId: string
  readonly taskId: string
  readonly duplicate: ImportRunView['duplicate']
  readonly announces: 'downloadCenter' | null
}

export interface UploadOptions {
  readonly account?: string
  readonly kind?: string
  readonly params?: object
  readonly name?: string
  readonly key?: string
}

export const HEADER = ['Code', 'Name', 'Price']
const DEFINITIONS: readonly ImportDefinition[] = [importFixture, importFixtureWhole]

export function bookOf(rows: readonly (readonly string[])[]): Uint8Array {
  return workbookOf({ rows: textRows(rows) })
}

/** The product with something to import, on a database with people. */
export async function importWorld(
  databaseUrl: string,
  more: readonly ImportDefinition[] = [],
  who = 'in.channel',
): Promise<ImportWorld> {
  const filesDir = mkdtempSync(join(tmpdir(), 'imports-'))
  const area = { routes: [], documents: [], exports: [], imports: DEFINITIONS }
  const server = await demoServer(databaseUrl, { FILES_DIR: filesDir, IMPORT_MB: '5' }, [area])
  const pool = createPool({ databaseUrl, max: 4, name: 'test imports' })
  await pool.query(IMPORT_FIXTURE_TABLE)
  const services: ImportServices = {
    pool,
    files: folderStore(filesDir),
    definitions: new Map([...DEFINITIONS, ...more].map((definition) => [definition.name, definition])),
    now: productNow,
    limits: { maxBytes: 5 * 1024 * 1024 },
  }
  const world: ImportWorld = {
    server,
    pool,
    services,
    filesDir,
    upload(file, { account = who, kind = 'stand-in', params, key } = {}) {
      const fields: Record<string, string> = params ? { params: JSON.stringify(params) } : {}
      return server.upload<Uploaded>(account, `/aps/import/upload/${kind}`, { ...file, fields }, key)
    },
    async read(rows, options = {}) {
      const answer = await world.upload({ name: options.name ?? 'items.xlsx', bytes: bookOf(rows) }, options)
      if (answer.status !== 200) throw new Error(`refused: ${answer.msg}`)
      await world.work()
      return world.detail(answer.data.importId, options.account)
    },
    act(call, { importId, version }, more = {}, key = randomUUID()) {
      return server.call<ImportRunView>(who, `/aps/import/${call}`, { importId, version, ...more }, 'en', key)
    },
    async detail(importId, account = who) {
      const answer = await server.call<ImportRunView>(account, '/aps/import/detail', { importId })
      if (answer.status !== 200) throw new Error(`no such import: ${answer.msg}`)
      return answer.data
    },
    async rows(importId, show = 'all', account = who) {
      const body = { importId, show, limit: 200 }
      return (await server.call<{ records: ImportRowView[] }>(account, '/aps/import/rows', body)).data.records
    },
    async imported(rows, mode = 'good') {
      const run = await world.read([HEADER, ...rows])
      const started = await world.act('run', run, { mode })
      if (started.status !== 200) throw new Error(`refused: ${started.msg}`)
      await world.work()
      return world.detail(run.importId)
    },
    items: (codes) =>
      server.query<Item>('select code, name, price from stand_in where code like $1 order by code', [codes]),
    async work(more = {}) {
      for (;;) {
        const due = `select id as "importId", start from import_run where state in ('reading', 'running', 'undoing') order by id`
        const [job] = (await pool.query<{ importId: string; start: number }>(due)).rows
        if (!job) return
        await runImport({ ...services, ...more }, job, new AbortController().signal)
      }
    },
    stored: () => {
      try {
        return readdirSync(join(filesDir, 'imports'))
      } catch {
        return []
      }
    },
    async close() {
      await Promise.all([server.close(), pool.end()])
      rmSync(filesDir, { recursive: true, force: true })
    },
  }
  return world
}

/** The place of each problem, and its key. */
export function problemsOf(rows: readonly Pick<ImportRowView, 'row' | 'errors'>[]): unknown[] {
  return rows.map(({ row, errors }) => [row, ...errors.map(({ column, key }) => `${column} ${key}`)])
}
