import { prepared } from '#kernel/platform/db/statement.ts'
import { transaction, type TransactionPool, reading, type Tx } from '#kernel/platform/db/tx.ts'
import { beginCheckpoint, endOf, lastCheckpoint, leafOf, type CheckpointPosition } from './stored-checkpoint.ts'

// Checkpoints chain the entries of all documents. Entries get one order once their transactions are over, so that writers do not wait for
// each other. A checkpoint holds what follows the previous one in the order of transaction and entry number.

/** Only rows of finished transactions: sequence order is not commit order, so never `id > last`. */
const closedEntries = prepared<ClosedEntry>(
  'audit.closed-entries',
  `select e.id::text, e.xid::text, e.hash from audit_entry e
   where (e.xid, e.id) > ($2::text::xid8, $3::text::bigint) and e.xid < $1::text::xid8 order by e.xid, e.id limit $4`,
)

interface ClosedEntry {
  readonly id: string
  readonly xid: string
  readonly hash: Buffer
}

/** Largest checkpoint, so that making and reading one takes bounded time, however much was written in between. */
const MOST_ENTRIES = 10_000

/**
 * Adds all finished entries since the last checkpoint to the global chain, so that a later change or removal breaks a
 * checkpoint. Returns how many entries it added.
 */
export async function checkpointAudit(pool: TransactionPool, most: number = MOST_ENTRIES): Promise<number> {
  let total = 0
  for (;;) {
    const checkpointed = await checkpointOnce(pool, most)
    total += checkpointed
    if (checkpointed < most) return total
  }
}

async function checkpointOnce(pool: TransactionPool, most: number): Promise<number> {
  const made = await transaction(pool, async (tx) => {
    await tx.run(lockCheckpointer())
    const previous = await tx.first(lastCheckpoint())
    const from = endOf(previous)
    const below = await horizonAfter(tx, from)
    const closed = await tx.rows(closedEntries(below, from.xid, from.id, most))
    const last = closed.at(-1)
    if (!last) return null
    const digest = beginCheckpoint(previous?.hash ?? null, last.xid, last.id, closed.length)
    for (const { id, hash } of closed) digest.update(leafOf(id, hash)).update(hash)
    const leaves = Buffer.concat(closed.map(({ id, hash }) => leafOf(id, hash)))
    const checkpoint = insertCheckpoint(
      below,
      last.xid,
      last.id,
      closed.length,
      leaves,
      previous?.hash ?? null,
      digest.digest(),
    )
    return { id: (await tx.first(checkpoint))!.id, entries: closed.length }
  })
  if (!made) return 0
  await tellCheckpointed(pool, made.id)
  return made.entries
}

/** Held until the transaction ends: one process checkpoints at a time. */
const lockCheckpointer = prepared(
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
const insertCheckpoint = prepared<{ id: string }>(
  'audit.insert-checkpoint',
  `insert into audit_checkpoint (id, xid_below, last_xid, last_id, entries, leaves, previous_hash, hash) overriding system value
   values ((select greatest(max(s.id), pg_sequence_last_value(pg_get_serial_sequence('audit_checkpoint', 'id')::regclass), 0) + 1 from audit_checkpoint s),
     $1::text::xid8, $2::text::xid8, $3::text::bigint, $4, $5, $6, $7) returning id::text`,
)
const tellNumber = prepared('audit.tell-number', 'select audit_checkpointed($1::text::bigint)')

/** Runs after the commit: a number in the sequence without a checkpoint then shows that the end of the chain was cut off. */
async function tellCheckpointed(pool: TransactionPool, id: string): Promise<void> {
  await reading(pool, (tx) => tx.run(tellNumber(id)))
}

/** For a dump restored into another cluster: new entries would sort among those already checkpointed. */
const COUNTER_BEHIND =
  'the transaction counter of this PostgreSQL stands before the last entry that is checkpointed: see "Backup" in docs/operations.md'

/** The transaction number below which nothing can be written any more. Refuses where that lies before what is already checkpointed. */
async function horizonAfter(tx: Tx, { xid }: CheckpointPosition): Promise<string> {
  const found = await tx.first(horizon())
  if (!found) throw new Error('no snapshot')
  if (found.isBehind === true || BigInt(xid) >= BigInt(found.horizon)) throw new Error(COUNTER_BEHIND)
  return found.horizon
}
