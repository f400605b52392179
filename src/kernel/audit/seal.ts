import { prepared } from '#kernel/db/statement.ts'
import { transaction, type TransactionPool } from '#kernel/db/tx.ts'
import { replaceMisorderedSeals } from './replace-seals.ts'
import { beginSeal, endOf, lastSeal, leafOf } from './stored-seal.ts'
import { horizonAfter, insertSeal, lockSealer, tellSealed } from './write-seal.ts'

// Seals chain the entries of all documents. Entries are put in one order once their transactions are over, so that no writer
// waits for another. A seal holds what follows the seal before it in the order of transaction and entry number.

/** Only rows of transactions that are over: sequence order is not commit order, so never `id > last` (law 3). */
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

/** Entries of one seal: bounded, so that sealing and reading one are, however much was written in between. */
const MOST_ENTRIES = 10_000

/**
 * Chains all entries that were closed since the last seal into the global chain: one that is changed or removed later breaks
 * a seal. Answers how many it sealed.
 */
export async function sealAudit(pool: TransactionPool, now: Date, most: number = MOST_ENTRIES): Promise<number> {
  await replaceMisorderedSeals(pool, now)
  let total = 0
  for (;;) {
    const sealed = await sealOnce(pool, most)
    total += sealed
    if (sealed < most) return total
  }
}

async function sealOnce(pool: TransactionPool, most: number): Promise<number> {
  const made = await transaction(pool, async (tx) => {
    await tx.run(lockSealer())
    const previous = await tx.first(lastSeal())
    const from = endOf(previous)
    const below = await horizonAfter(tx, from)
    const closed = await tx.rows(closedEntries(below, from.xid, from.id, most))
    const last = closed.at(-1)
    if (!last) return null
    const digest = beginSeal(previous?.hash ?? null, last.xid, last.id, closed.length)
    for (const { id, hash } of closed) digest.update(leafOf(id, hash)).update(hash)
    const leaves = Buffer.concat(closed.map(({ id, hash }) => leafOf(id, hash)))
    const seal = insertSeal(below, last.xid, last.id, closed.length, leaves, previous?.hash ?? null, digest.digest())
    return { id: (await tx.first(seal))!.id, entries: closed.length }
  })
  if (!made) return 0
  await tellSealed(pool, made.id)
  return made.entries
}
