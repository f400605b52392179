import { createHash, type Hash } from 'node:crypto'
import { prepared } from '#kernel/db/statement.ts'
import { transaction, type TransactionPool } from '#kernel/db/tx.ts'

// Seals chain the entries of all documents: entries are put in one order once their transactions are over, so that no writer
// waits for another. A seal holds what follows the seal before it.

const lockSealer = prepared('audit.lock-sealer', `select pg_advisory_xact_lock(hashtext('audit.seal'))`)
const lastSeal = prepared<LastSeal>(
  'audit.last-seal',
  'select id, xid_below::text, last_xid::text, last_id::text, hash from audit_seal order by id desc limit 1',
)
const horizon = prepared<{ horizon: string }>(
  'audit.horizon',
  'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
)
/** Only rows of transactions that are over: sequence order is not commit order, so never `id > last` (law 3). */
const closedEntries = prepared<ClosedEntry>(
  'audit.closed-entries',
  `select id::text, xid::text, hash from audit_entry
   where (xid, id) > ($2::text::xid8, $3::text::bigint) and xid < $1::text::xid8 order by xid, id limit $4`,
)
const insertSeal = prepared(
  'audit.insert-seal',
  `insert into audit_seal (form, xid_below, last_xid, last_id, entries, leaves, previous_hash, hash)
   values (2, $1::text::xid8, $2::text::xid8, $3::text::bigint, $4, $5, $6, $7)`,
)

interface LastSeal {
  readonly id: string
  readonly xid_below: string
  readonly last_xid: string | null
  readonly last_id: string | null
  readonly hash: Buffer
}

interface ClosedEntry {
  readonly id: string
  readonly xid: string
  readonly hash: Buffer
}

/** Entries of one seal: bounded, so that sealing and reading one are, however much was written in between. */
export const MOST_ENTRIES = 10_000
/** Bytes of a leaf: the entry's id and the beginning of its hash. */
export const LEAF_BYTES = 16

export function leafOf(id: string, hash: Buffer): Buffer {
  const leaf = Buffer.alloc(LEAF_BYTES)
  leaf.writeBigInt64BE(BigInt(id), 0)
  hash.copy(leaf, 8, 0, 8)
  return leaf
}

/** The part of a seal's hash that is known before its entries: its place in the chain and where it ends. */
export function beginSeal(previous: Buffer | null, lastXid: string, lastId: string, entries: number): Hash {
  const digest = createHash('sha256').update(previous ?? Buffer.alloc(0))
  return digest.update(JSON.stringify([lastXid, lastId, entries]))
}

/**
 * Chains all entries that were closed since the last seal into the global chain: one that is changed or removed later breaks
 * a seal. Answers how many it sealed.
 */
export async function sealAudit(pool: TransactionPool, most: number = MOST_ENTRIES): Promise<number> {
  let total = 0
  for (;;) {
    const sealed = await sealOnce(pool, most)
    total += sealed
    if (sealed < most) return total
  }
}

/** Of a dump that was restored into another cluster: what is written there would stand among what was sealed before. */
const COUNTER_BEHIND =
  'the transaction counter of this PostgreSQL stands before the last entry that is sealed: see "Backup" in docs/operations.md'

function sealOnce(pool: TransactionPool, most: number): Promise<number> {
  return transaction(pool, async (tx) => {
    await tx.run(lockSealer())
    const previous = await tx.first(lastSeal())
    const below = (await tx.first(horizon()))?.horizon
    if (!below) throw new Error('no snapshot')
    const [fromXid, fromId] = startOf(previous)
    if (BigInt(fromXid) >= BigInt(below)) throw new Error(COUNTER_BEHIND)
    const closed = await tx.rows(closedEntries(below, fromXid, fromId, most))
    const last = closed.at(-1)
    if (!last) return 0
    const digest = beginSeal(previous?.hash ?? null, last.xid, last.id, closed.length)
    for (const { id, hash } of closed) digest.update(leafOf(id, hash)).update(hash)
    const leaves = Buffer.concat(closed.map(({ id, hash }) => leafOf(id, hash)))
    await tx.run(insertSeal(below, last.xid, last.id, closed.length, leaves, previous?.hash ?? null, digest.digest()))
    return closed.length
  })
}

/** The place after which the next seal begins. One of form 1 holds everything below its horizon. */
function startOf(previous: LastSeal | undefined): readonly [string, string] {
  if (!previous) return ['0', '0']
  if (previous.last_xid !== null && previous.last_id !== null) return [previous.last_xid, previous.last_id]
  return [String(BigInt(previous.xid_below) - 1n), '9223372036854775807']
}
