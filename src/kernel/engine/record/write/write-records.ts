import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { may, requireRight } from '#kernel/platform/access/principal.ts'
import { auditedBy, auditRows, type ChainedRecord } from '#kernel/platform/audit/audit.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { type AnyRecord, type RecordValues, uniqueGroups } from '../definition.ts'
import { changedFields, isSame } from './changed-fields.ts'
import { keyTaken } from './key-taken.ts'
import { type RecordIntent, type Plan, type PlannedRecord, planRecords, type RecordWriter } from './plan-records.ts'
import { mapWriteConflict, serializationFailure } from '#kernel/platform/db/write-conflict.ts'
import { bindImages } from './record-images.ts'
import { followRules } from '../record-rules.ts'
import { datedDetail, writeDated } from './dated.ts'
import { followScope } from '../routes/related.ts'
import type { References } from '../references.ts'
import { type RowWrite, writeRows } from './write-rows.ts'
import type { RecordState } from '../states.ts'

/** The result of an intended write. `version` is the new one; null where the record was deleted. */
export type WriteOutcome =
  | { readonly refusals: readonly Refusal[] }
  | {
      readonly refusals: null
      readonly id: string
      readonly key: string
      readonly version: number | null
      readonly before: RecordValues | null
      readonly from: RecordState | null
    }

/** Source of a change, for the history: a form, a file, an undone file, an approval, another system, a due day. */
export type Source = 'form' | 'import' | 'undo' | 'change' | 'sync' | 'dated'

/**
 * The one writer of records, in the caller's transaction: locks, reads, decides, then writes rows, audit and outbox in one statement each,
 * however many intents there are. Refused ones are left out; the caller decides whether the rest stands.
 */
export async function writeRecords(
  tx: Tx,
  writer: RecordWriter,
  record: AnyRecord,
  intents: readonly RecordIntent[],
  source: Source,
): Promise<readonly WriteOutcome[]> {
  requireWriter(writer, record, intents)
  const { plans, references } = await planRecords(tx, writer, record, intents, true)
  const good = plans.filter(isGood).filter((plan) => !isSame(plan))
  const created = good.filter(({ act }) => act === 'create')
  const ids = await newIds(tx, record, created.length)
  let next = 0
  const writes = new Map<PlannedRecord, RowWrite>()
  for (const plan of good) {
    const id = plan.row?.id ?? ids[next++]!
    writes.set(plan, { plan: numbered(record, plan, id), id, version: (plan.row?.version ?? 0) + 1, hash: null })
  }
  const all = [...writes.values()]
  const taken = await mapWriteConflict(writeAudited(tx, record, writer, references, all, source))
  // The retry reads which value was taken, and by whom; a duplicate key has its own error.
  if (taken.size > 0 && (uniqueGroups(record).length > 0 || record.numbered !== undefined)) throw serializationFailure()
  const done = all.filter(({ id }) => !taken.has(id))
  if (done.length > 0) {
    await bindImages(tx, writer, record, done)
    await tx.run(told(record, writer, done))
    await followScope(
      tx,
      record,
      done.flatMap(({ plan: { act, row, key, scopeId } }) =>
        act === 'update' && row && row.scope_id !== scopeId ? [{ key, scopeId }] : [],
      ),
    )
    await writeDated(tx, record, writer, references, done)
    await followRules(tx, writer, record, done)
  }
  return plans.map((plan): WriteOutcome => {
    if (!isGood(plan)) return { refusals: plan.refusals }
    const write = writes.get(plan)
    if (write && taken.has(write.id)) return { refusals: [keyTaken(record, plan.key)] }
    const { key, before, from, row, act } = write?.plan ?? plan
    const version = act === 'delete' ? null : (write?.version ?? row?.version ?? null)
    return { refusals: null, id: write?.id ?? row?.id ?? '', key, version, before, from }
  })
}

/** New rows sent together: while the database inserts them, the next are hashed and prepared. */
const SENT_AT_ONCE = 250

/**
 * Writes rows and their audit entries; returns the ids of rows whose key was taken concurrently. Only inserts go in
 * several statements: among updates, one may free a value that another takes.
 */
async function writeAudited(
  tx: Tx,
  record: AnyRecord,
  writer: RecordWriter,
  references: References,
  writes: readonly RowWrite[],
  source: Source,
): Promise<ReadonlySet<string>> {
  const size = writes.every(({ plan }) => plan.act === 'create') ? SENT_AT_ONCE : writes.length
  const taken = new Set<string>()
  const entries: Promise<number>[] = []
  let audited: () => Promise<void> = async () => undefined
  for (let from = 0; from < writes.length; from += size) {
    const some = writes.slice(from, from + size)
    const audit = auditRows(some.map((write) => auditOf(record, writer, write, source)))
    some.forEach((write, index) => (write.hash = audit.hashes[index] ?? null))
    const written = heard(writeRows(tx, record, writer, references, some))
    // The connection accepts what it has room for, and the rest in the next turn of the event loop.
    await turnOfLoop()
    await audited()
    audited = async () => {
      for (const id of await written) taken.add(id)
      const kept = some.map(({ id }) => !taken.has(id))
      if (kept.includes(true)) entries.push(heard(tx.run(audit.statement(kept))))
    }
  }
  await audited()
  await Promise.all(entries)
  return taken
}

/** Awaited later: a failure until then must not count as unhandled. */
function heard<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/**
 * The people who may write: editors; for a record with a life cycle also those who only enable it; and an approval, whose people
 * its route names.
 */
function requireWriter({ principal }: RecordWriter, record: AnyRecord, intents: readonly RecordIntent[]): void {
  if (intents.every(({ asked }) => asked !== undefined)) return
  const { enable, edit } = record.rights
  const isOnlyUse = intents.every(({ act }) => act === 'enable' || act === 'disable')
  if (isOnlyUse && enable !== undefined && may(principal, enable)) return
  requireRight(principal, edit)
}

/** One write that succeeds or fails by itself. */
export async function writeRecord(
  tx: Tx,
  writer: RecordWriter,
  record: AnyRecord,
  intent: RecordIntent,
  source: Source = 'form',
) {
  const [outcome] = await writeRecords(tx, writer, record, [intent], source)
  if (!outcome) throw new Error('an intent without an outcome')
  if (outcome.refusals) throw new Refused(outcome.refusals)
  return outcome
}

function isGood(plan: PlannedRecord): plan is Plan {
  return plan.refusals === null
}

/** A generated key contains the row's own number, so it is unique. */
function numbered(record: AnyRecord, plan: Plan, id: string): Plan {
  if (plan.key !== '' || record.numbered === undefined) return plan
  const key = `${record.numbered}${id}`
  return { ...plan, key, after: { ...plan.after, [record.key]: key } }
}

async function newIds(tx: Tx, { held }: AnyRecord, count: number): Promise<readonly string[]> {
  if (count === 0) return []
  const statement: Statement<{ id: string }> = {
    name: 'record.new-ids',
    text: `select nextval($2::regclass)::text as id from generate_series(1, $1::int)`,
    values: [count, held?.sequence ?? 'document_id'],
  }
  return (await tx.rows(statement)).map(({ id }) => id)
}

function auditOf(record: AnyRecord, writer: RecordWriter, { plan, id }: RowWrite, source: Source): ChainedRecord {
  const { before, after, act, row, key, from, to, asked } = plan
  const changes = Object.fromEntries(
    changedFields(before, after).map((name) => [name, [before?.[name] ?? null, after?.[name] ?? null]]),
  )
  const dated = datedDetail(record, writer, plan)
  return {
    documentType: record.name,
    documentId: id,
    action: act,
    ...auditedBy(writer),
    subject: key,
    at: writer.now,
    fromState: from,
    toState: to,
    detail: {
      key,
      changes: { ...changes, ...dated?.changes },
      ...(source === 'form' ? {} : { source }),
      ...(asked ? { asked } : {}),
      ...dated?.detail,
    },
    previousHash: row?.audit_hash ?? null,
  }
}

function told(record: AnyRecord, { principal }: RecordWriter, writes: readonly RowWrite[]): Statement {
  const [first] = writes
  return documentChanged({
    documentType: record.name,
    documentId: first?.id ?? '0',
    action: first?.plan.act ?? 'update',
    kinds: [record.name, ...(record.changes ?? [])],
    inboxOf: [],
    writtenBy: principal.userId,
    written: writes.map(({ id, version, plan: { act, key, scopeId, from, to } }) => {
      return [id, version, act, key, scopeId, to ?? from]
    }),
  })
}
