import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import { type AnyRecord, columnFor } from '#kernel/engine/record/definition.ts'
import { stateSql } from '#kernel/engine/record/record-sql.ts'
import { LEASE_SECONDS, type RunEnd } from './run-pull.ts'
import type { SyncServices } from './run-pushes.ts'
import { countRun, holdRun, type SyncRunRow } from './run-store.ts'
import { syncErrors } from './sync.errors.ts'
import { addedPushes, hastenPushes, syncChanged } from './take-changes.ts'

const BATCH = 1_000

interface RecordRow {
  readonly id: string
  readonly version: number
  readonly key: string
  readonly scope_id: number | null
}

type Batch = { readonly kind: 'told'; readonly after: string } | { readonly kind: 'done' | 'stopped' | 'lost' }

/** Pushes every record in its current state; versions already sent are skipped. */
export async function runFill(services: SyncServices, run: SyncRunRow, closing: AbortSignal): Promise<RunEnd> {
  let after = run.last_key ?? '0'
  for (;;) {
    closing.throwIfAborted()
    const batch = await transaction(services.pool, (tx) => takeBatch(tx, services.now(), run, after))
    if (batch.kind !== 'told') return batch
    after = batch.after
  }
}

async function takeBatch(tx: Tx, now: Date, run: SyncRunRow, after: string): Promise<Batch> {
  const held = await tx.first(holdRun(run.id, run.claim))
  if (!held) return { kind: 'lost' }
  if (held.is_stopping) return { kind: 'stopped' }
  const record = knownRecord(run.record_code)
  if (!record) throw new Refused(syncErrors.notFound())
  // Waiting pushes are sent now, not at their scheduled time.
  if (after === '0') await tx.run(hastenPushes(run.setting_code, now))
  const rows = await tx.rows<RecordRow>(rowsAfter(record, run.scope, after))
  if (rows.length === 0) return { kind: 'done' }
  const added = await tx.run(
    addedPushes(
      rows.map(({ id, version, key, scope_id: scopeId }) => ({
        setting: run.setting_code,
        id,
        version,
        act: 'update',
        key,
        scopeId,
        dueAt: now,
      })),
      now,
    ),
  )
  const last = rows.at(-1)!.id
  const lease = run.timeout_seconds * 2 + LEASE_SECONDS
  await tx.run(countRun(run.id, run.claim, rows.length, added, rows.length - added, 0, last, now, lease))
  await tx.run(syncChanged(['syncRun', 'syncPush']))
  return { kind: 'told', after: last }
}

/** By id, so that a run can be resumed. Drafts are never sent. */
function rowsAfter(record: AnyRecord, scope: readonly number[] | null, after: string) {
  const key = columnFor(record.key, record.fields[record.key]!)
  const values: unknown[] = [after, BATCH]
  const isTheirs = record.scope && scope !== null ? `and t.scope_id = any ($${values.push(scope)}::int[])` : ''
  return {
    text: `select t.id::text as id, t.version, t.${key} as key, ${record.scope ? 't.scope_id' : 'null::int as scope_id'} from ${record.table} t
      where t.id > $1::bigint and ${stateSql(record)} <> 'draft' ${isTheirs} order by t.id limit $2`,
    values,
  }
}
