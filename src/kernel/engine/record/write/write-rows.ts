import { type ManyColumn, manyRows } from '#kernel/platform/db/many-rows.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { codesIn } from './codes.ts'
import { type AnyRecord, columnFor, columnTypeFor, storedFields } from '../definition.ts'
import type { Plan, RecordWriter } from './plan-records.ts'
import type { References } from '../references.ts'

/** A plan with changes, and the row that it inserts or updates. */
export interface RowWrite {
  readonly plan: Plan
  readonly id: string
  readonly version: number
  hash: Buffer | null
}

/** Columns of an insert or update, the id first. */
function columnsOf(
  record: AnyRecord,
  { principal, now }: RecordWriter,
  references: References,
  writes: readonly RowWrite[],
): readonly ManyColumn[] {
  const column = (name: string, type: string, read: (write: RowWrite) => unknown): ManyColumn => ({
    name,
    type,
    values: writes.map(read),
  })
  const fields = storedFields(record).map(([name, field]) =>
    column(columnFor(name, field), columnTypeFor(field), ({ plan }) => {
      const value = plan.after?.[name] ?? null
      const { refersTo: reference } = field
      return reference && value !== null ? (references.get(reference, String(value))?.key ?? null) : value
    }),
  )
  return [
    column('id', 'bigint', ({ id }) => id),
    ...fields,
    ...(record.states ? [column(record.states.column, 'text', ({ plan }) => plan.to)] : []),
    ...(record.scope && record.scope !== 'self' ? [column('scope_id', 'int', ({ plan }) => plan.scopeId)] : []),
    column('version', 'int', ({ version }) => version),
    column('audit_hash', 'bytea', ({ hash }) => hash),
    column('updated_at', 'timestamptz', () => now),
    column('updated_by', 'int', () => principal.userId),
  ]
}

/** Writes the rows; returns the ids of those whose key was taken concurrently. */
export async function writeRows(
  tx: Tx,
  record: AnyRecord,
  writer: RecordWriter,
  references: References,
  writes: readonly RowWrite[],
): Promise<ReadonlySet<string>> {
  const of = (...acts: readonly string[]) => writes.filter(({ plan }) => acts.includes(plan.act))
  const removed = of('delete')
  await linkRows(tx, record, references, of('update', 'delete'), 'remove')
  if (removed.length > 0)
    await tx.run({
      text: `delete from ${record.table} where id = any ($1::bigint[])`,
      values: [removed.map(({ id }) => id)],
    })
  const switched = of('approve', 'enable', 'disable')
  if (switched.length > 0) await tx.run(stateStatement(record, writer, switched))
  const updated = of('update')
  if (updated.length > 0) await tx.run(updateStatement(record, columnsOf(record, writer, references, updated)))
  const created = of('create')
  const taken = new Set<string>()
  if (created.length > 0) {
    const rows = await tx.rows(insertStatement(record, writer, columnsOf(record, writer, references, created)))
    const made = new Set(rows.map(({ id }) => id))
    for (const { id } of created) if (!made.has(id)) taken.add(id)
  }
  await linkRows(
    tx,
    record,
    references,
    of('create', 'update').filter(({ id }) => !taken.has(id)),
    'add',
  )
  return taken
}

function shown({ life, states }: AnyRecord, { name }: ManyColumn, value: string): string {
  return !life && states?.column === name
    ? `case ${value} when 'enabled' then ${states.enabled} else ${states.disabled} end`
    : value
}

function insertStatement(
  record: AnyRecord,
  { now }: RecordWriter,
  columns: readonly ManyColumn[],
): Statement<{ id: string }> {
  const created = { name: 'created_at', type: 'timestamptz', values: columns[0]!.values.map(() => now) }
  const rows = manyRows([...columns, created])
  const names = [...columns.map(({ name }) => name), 'created_at']
  const list = rows.list.map((value, index) => (columns[index] ? shown(record, columns[index], value) : value))
  return {
    text: `insert into ${record.table} (${names.join(', ')}) select ${list.join(', ')} from ${rows.from}
      on conflict do nothing returning id::text as id`,
    values: rows.values,
  }
}

function updateStatement(record: AnyRecord, columns: readonly ManyColumn[]): Statement {
  const { list, from, values } = manyRows(columns)
  const set = columns.map((column, index) => `${column.name} = ${shown(record, column, list[index]!)}`).slice(1)
  return {
    text: `update ${record.table} t set ${set.join(', ')} from ${from} where t.id = n.id`,
    values,
  }
}

/** Only the state changes: that is allowed even for people who may not refer to its references. */
function stateStatement(record: AnyRecord, { principal, now }: RecordWriter, writes: readonly RowWrite[]): Statement {
  const { column = '' } = record.states ?? {}
  const state = shown(record, { name: column, type: 'text', values: [] }, `n.${column}`)
  return {
    name: `${record.name}.switch-many`,
    text: `update ${record.table} t set ${column} = ${state}, version = n.version, audit_hash = n.hash, updated_at = $5, updated_by = $6
      from unnest($1::bigint[], $2::text[], $3::int[], $4::bytea[]) as n (id, ${column}, version, hash) where t.id = n.id`,
    values: [
      writes.map(({ id }) => id),
      writes.map(({ plan }) => plan.to),
      writes.map(({ version }) => version),
      writes.map(({ hash }) => hash),
      now,
      principal.userId,
    ],
  }
}

/** Pairs are few, so those of a changed record are deleted and inserted again. */
async function linkRows(
  tx: Tx,
  record: AnyRecord,
  references: References,
  writes: readonly RowWrite[],
  what: 'add' | 'remove',
): Promise<void> {
  for (const [name, { links, refersTo: reference }] of Object.entries(record.fields)) {
    if (!links || !reference) continue
    const concerned = writes.filter(({ plan }) => plan.before?.[name] !== plan.after?.[name])
    if (concerned.length === 0) continue
    const { table, own, other } = links
    if (what === 'remove') {
      await tx.run({
        text: `delete from ${table} where ${own} = any ($1)`,
        values: [concerned.map(({ plan }) => plan.key)],
      })
      continue
    }
    const pairs = concerned.flatMap(({ plan }) =>
      codesIn(plan.after?.[name]).map((code) => [plan.key, references.get(reference, code)?.key ?? null]),
    )
    await tx.run({
      text: `insert into ${table} (${own}, ${other}) select n.own, n.other from unnest($1::text[], $2::${reference.keyType}[]) as n (own, other)`,
      values: [pairs.map(([key]) => key), pairs.map(([, key]) => key)],
    })
  }
}
