import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type Tx, type TransactionPool } from '#kernel/platform/db/tx.ts'
import type { CheckpointPosition } from './stored-checkpoint.ts'

/** Held until the transaction ends: one process checkpoints at a time. */
export const lockCheckpointer = prepared(
  'audit.lock-checkpointer',
  `select pg_advisory_xact_lock(hashtext('audit.checkpoint'))`,
)
/** A visible row was written before the end of the snapshot, unless its transaction number comes from another cluster. */
const horizon = prepared<{ horizon: string; isBehind: boolean | null }>(
  'audit.horizon',
  `select pg_snapshot_xmin(s)::text as horizon,
     (select e.xid >= pg_snapshot_xmax(s) from audit_entry e order by e.xid desc, e.id desc limit 1) as "isBehind"
   from pg_current_snapshot() s`,
)
/** The number is not taken from the sequence, which also advances on rollbacks and after a crash. */
export const insertCheckpoint = prepared<{ id: string }>(
  'audit.insert-checkpoint',
  `insert into audit_checkpoint (id, xid_below, last_xid, last_id, entries, leaves, previous_hash, hash) overriding system value
   values ((select greatest(max(s.id), pg_sequence_last_value(pg_get_serial_sequence('audit_checkpoint', 'id')::regclass), 0) + 1 from audit_checkpoint s),
     $1::text::xid8, $2::text::xid8, $3::text::bigint, $4, $5, $6, $7) returning id::text`,
)
const tellNumber = prepared('audit.tell-number', 'select audit_checkpointed($1::text::bigint)')

/** Runs after the commit: a number in the sequence without a checkpoint then shows that the end of the chain was cut off. */
export async function tellCheckpointed(pool: TransactionPool, id: string): Promise<void> {
  await reading(pool, (tx) => tx.run(tellNumber(id)))
}

/** For a dump restored into another cluster: new entries would sort among those already checkpointed. */
const COUNTER_BEHIND =
  'the transaction counter of this PostgreSQL stands before the last entry that is checkpointed: see "Backup" in docs/operations.md'

/** The transaction number below which nothing can be written any more. Refuses where that lies before what is already checkpointed. */
export async function horizonAfter(tx: Tx, { xid }: CheckpointPosition): Promise<string> {
  const found = await tx.first(horizon())
  if (!found) throw new Error('no snapshot')
  if (found.isBehind === true || BigInt(xid) >= BigInt(found.horizon)) throw new Error(COUNTER_BEHIND)
  return found.horizon
}
