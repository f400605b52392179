import { Type } from 'typebox'
import { auditHash } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineColumns } from '#kernel/platform/excel/columns.ts'
import type { AppliedRow, ImportDefinition, Importer } from '#kernel/services/imports/import-definition.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import { importErrors } from '#kernel/services/imports/imports.errors.ts'

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

interface Item {
  readonly code: string
  readonly name: string
  readonly price: string | null
  readonly version: number
  readonly used: boolean
}

const find = prepared<Item>('stand-in.find', 'select * from stand_in where code = any($1::text[])')
const lock = prepared<Item>(
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

const shown = ({ code, name, price }: Item): ImportValues => ({ code, name, price })
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
    const before = new Map<string, Item>()
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
