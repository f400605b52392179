import { prepared } from '#kernel/platform/db/statement.ts'
import { transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { beginCheckpoint, endOf, lastCheckpoint, leafOf } from './stored-checkpoint.ts'
import { horizonAfter, insertCheckpoint, lockCheckpointer, tellCheckpointed } from './write-checkpoint.ts'

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
