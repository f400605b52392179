import type { Statement } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { codesIn } from './codes.ts'
import { type AnyRecord, columnFor, columnTypeFor, storedFields } from './definition.ts'
import type { Plan, Writer } from './plan-records.ts'
import type { References } from './references.ts'

/** A plan that changes something, with the row that it makes or changes. */
export interface Write {
  readonly plan: Plan
  readonly id: string
  readonly version: number
  hash: Buffer | null
}

interface Columns {
  readonly names: readonly string[]
  readonly types: readonly string[]
  readonly valuesOf: (write: Write) => readonly unknown[]
}

/** Columns that an insert or update fills, with the types of their arrays. */
function columnsOf(record: AnyRecord, { principal, now }: Writer, references: References): Columns {
  const fields = storedFields(record)
  const state = record.states ? [record.states.column] : []
  const scope = record.scope && record.scope !== 'self' ? ['scope_id'] : []
  return {
    names: [
      ...fields.map(([name, field]) => columnFor(name, field)),
      ...state,
      ...scope,
      'version',
      'audit_hash',
      'updated_at',
      'updated_by',
    ],
    types: [
      ...fields.map(([, field]) => columnTypeFor(field)),
      ...state.map(() => 'text'),
      ...scope.map(() => 'int'),
      'int',
      'bytea',
      'timestamptz',
      'int',
    ],
    valuesOf: ({ plan, version, hash }) => [
      ...fields.map(([name, { reference }]) => {
        const value = plan.after?.[name] ?? null
        return reference && value !== null ? (references.get(reference, String(value))?.key ?? null) : value
      }),
      ...state.map(() => plan.to),
      ...scope.map(() => plan.scopeId),
      version,
      hash,
      now,
      principal.userId,
    ],
  }
}

/** The rows themselves; answers the ids of those whose key somebody else took in the same moment. */
export async function writeRows(
  tx: Tx,
  record: AnyRecord,
  writer: Writer,
  references: References,
  writes: readonly Write[],
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
  const columns = columnsOf(record, writer, references)
  const updated = of('update')
  if (updated.length > 0) await tx.run(updateStatement(record, columns, updated))
  const created = of('create')
  const taken = new Set<string>()
  if (created.length > 0) {
    const rows = await tx.rows(insertStatement(record, columns, created))
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

/** The values of many rows as an array for each column. */
function arrays({ types, valuesOf }: Pick<Columns, 'types' | 'valuesOf'>, writes: readonly Write[]) {
  const rows = writes.map(valuesOf)
  return types.map((_, index) => rows.map((row) => row[index]))
}

function shown({ life, states }: AnyRecord, column: string): string {
  return !life && states?.column === column
    ? `case n.${column} when 'enabled' then ${states.enabled} else ${states.disabled} end`
    : `n.${column}`
}

function insertStatement(record: AnyRecord, columns: Columns, writes: readonly Write[]): Statement<{ id: string }> {
  const { names, types } = columns
  const given = types.map((type, index) => `$${index + 2}::${type}[]`).join(', ')
  return {
    name: `${record.name}.insert-many`,
    text: `insert into ${record.table} (id, created_at, ${names.join(', ')})
      select n.id, n.updated_at, ${names.map((name) => shown(record, name)).join(', ')}
      from unnest($1::bigint[], ${given}) as n (id, ${names.join(', ')})
      on conflict do nothing returning id::text as id`,
    values: [writes.map(({ id }) => id), ...arrays(columns, writes)],
  }
}

function updateStatement(record: AnyRecord, columns: Columns, writes: readonly Write[]): Statement {
  const { names, types } = columns
  const given = types.map((type, index) => `$${index + 2}::${type}[]`).join(', ')
  return {
    name: `${record.name}.update-many`,
    text: `update ${record.table} t set ${names.map((name) => `${name} = ${shown(record, name)}`).join(', ')}
      from unnest($1::bigint[], ${given}) as n (id, ${names.join(', ')}) where t.id = n.id`,
    values: [writes.map(({ id }) => id), ...arrays(columns, writes)],
  }
}

/** In use or not, and nothing else: whoever may name none of its references may still say that. */
function stateStatement(record: AnyRecord, { principal, now }: Writer, writes: readonly Write[]): Statement {
  const { column = '' } = record.states ?? {}
  return {
    name: `${record.name}.switch-many`,
    text: `update ${record.table} t set ${column} = ${shown(record, column)}, version = n.version, audit_hash = n.hash, updated_at = $5, updated_by = $6
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

/** Pairs are few: those of a record that changes go and come again. */
async function linkRows(
  tx: Tx,
  record: AnyRecord,
  references: References,
  writes: readonly Write[],
  what: 'add' | 'remove',
): Promise<void> {
  for (const [name, { links, reference }] of Object.entries(record.fields)) {
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
