import { requireRight } from '#kernel/access/principal.ts'
import { auditRows, type ChainedRecord } from '#kernel/audit/audit.ts'
import type { Statement } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { type Refusal, Refused } from '#kernel/errors/errors.ts'
import { documentChanged } from '#kernel/outbox/outbox.ts'
import {
  type AnyRecord,
  codesIn,
  columnFor,
  columnTypeFor,
  hasUnique,
  keyField,
  type RecordState,
  type RecordValues,
  storedFields,
} from './definition.ts'
import {
  changedFields,
  type Intent,
  isSame,
  type Plan,
  type Planned,
  planRecords,
  type Writer,
} from './plan-records.ts'
import { raced, readAgain } from './raced.ts'
import { recordErrors } from './record.errors.ts'
import type { References } from './references.ts'

/** What became of an intent. `version` is that of now; null where the record is gone. */
export type Outcome =
  | { readonly refusals: readonly Refusal[] }
  | {
      readonly refusals: null
      readonly id: string
      readonly key: string
      readonly version: number | null
      readonly before: RecordValues | null
      readonly from: RecordState | null
    }

/** Where a change came from, for the history: a form, a file, the way back of a file. */
export type Source = 'form' | 'import' | 'undo'

interface Write {
  readonly plan: Plan
  readonly id: string
  readonly version: number
  hash: Buffer | null
}

/**
 * The one writer of records, in the caller's transaction: locks, reads, decides, then writes rows, audit and outbox in one
 * statement each, however many intents there are. What is refused is left out; the caller says whether the rest stands.
 */
export async function writeRecords(
  tx: Tx,
  writer: Writer,
  record: AnyRecord,
  intents: readonly Intent[],
  source: Source,
): Promise<readonly Outcome[]> {
  requireRight(writer.principal, record.rights.edit)
  const { plans, references } = await planRecords(tx, writer, record, intents, true)
  const good = plans.filter(isGood).filter((plan) => !isSame(plan))
  const created = good.filter(({ act }) => act === 'create')
  const ids = await newIds(tx, created.length)
  let next = 0
  const writes = new Map<Planned, Write>()
  for (const plan of good) {
    const id = plan.row?.id ?? ids[next++]!
    writes.set(plan, { plan, id, version: (plan.row?.version ?? 0) + 1, hash: null })
  }
  const audit = auditRows([...writes.values()].map((write) => auditOf(record, writer, write, source)))
  ;[...writes.values()].forEach((write, index) => (write.hash = audit.hashes[index] ?? null))
  const taken = await raced(writeRows(tx, record, writer, references, [...writes.values()]))
  // Which value was taken, and by whom, is read again; a key that was taken says so itself.
  if (taken.size > 0 && hasUnique(record)) throw readAgain()
  const lost = new Set([...writes.values()].filter(({ id }) => taken.has(id)))
  if (lost.size < writes.size) {
    const kept = [...writes.values()].map((write) => !lost.has(write))
    await tx.run(audit.statement(kept))
    await tx.run(
      told(
        record,
        [...writes.values()].filter((write) => !lost.has(write)),
      ),
    )
  }
  return plans.map((plan): Outcome => {
    if (!isGood(plan)) return { refusals: plan.refusals }
    const write = writes.get(plan)
    if (write && lost.has(write))
      return { refusals: [recordErrors.exists({ key: plan.key }, { field: keyField(record) })] }
    const { key, before, from, row, act } = plan
    const version = act === 'delete' ? null : (write?.version ?? row?.version ?? null)
    return { refusals: null, id: write?.id ?? row?.id ?? '', key, version, before, from }
  })
}

/** One intent that stands or falls by itself. */
export async function writeRecord(tx: Tx, writer: Writer, record: AnyRecord, intent: Intent) {
  const [outcome] = await writeRecords(tx, writer, record, [intent], 'form')
  if (!outcome) throw new Error('an intent without an outcome')
  if (outcome.refusals) throw new Refused(outcome.refusals)
  return outcome
}

function isGood(plan: Planned): plan is Plan {
  return plan.refusals === null
}

async function newIds(tx: Tx, count: number): Promise<readonly string[]> {
  if (count === 0) return []
  const statement: Statement<{ id: string }> = {
    name: 'record.new-ids',
    text: `select nextval('document_id')::text as id from generate_series(1, $1::int)`,
    values: [count],
  }
  return (await tx.rows(statement)).map(({ id }) => id)
}

function auditOf(record: AnyRecord, writer: Writer, { plan, id }: Write, source: Source): ChainedRecord {
  const { before, after, act, row, key, from, to } = plan
  const changes = Object.fromEntries(
    changedFields(before, after).map((name) => [name, [before?.[name] ?? null, after?.[name] ?? null]]),
  )
  return {
    documentType: record.name,
    documentId: id,
    action: act,
    actorId: writer.principal.userId,
    at: writer.now,
    fromState: from,
    toState: to,
    requestId: writer.requestId,
    detail: { key, changes, ...(source === 'form' ? {} : { source }) },
    previousHash: row?.audit_hash ?? null,
  }
}

function told(record: AnyRecord, writes: readonly Write[]): Statement {
  const [first] = writes
  return documentChanged({
    documentType: record.name,
    documentId: first?.id ?? '0',
    action: first?.plan.act ?? 'update',
    kinds: [record.name, ...(record.changes ?? [])],
    inboxOf: [],
  })
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
  const scope = record.scope ? ['scope_id'] : []
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
async function writeRows(
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
  const switched = of('enable', 'disable')
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

function shown({ states }: AnyRecord, column: string): string {
  return states?.column === column
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
      on conflict do nothing returning id`,
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
