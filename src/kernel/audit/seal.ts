import { createHash } from 'node:crypto'
import { prepared } from '#kernel/db/statement.ts'
import { transaction, type TransactionPool } from '#kernel/db/tx.ts'

const lockSealer = prepared('audit.lock-sealer', `select pg_advisory_xact_lock(hashtext('audit.seal'))`)
const lastSeal = prepared<{ xid_below: string; hash: Buffer }>(
  'audit.last-seal',
  'select xid_below, hash from audit_seal order by id desc limit 1',
)
const horizon = prepared<{ horizon: string }>(
  'audit.horizon',
  'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
)
/** Only rows of transactions that are over: sequence order is not commit order, so never `id > last` (law 3). */
const closedEntries = prepared<{ total: number; hashes: Buffer | null }>(
  'audit.closed-entries',
  `select count(*)::int as total, string_agg(hash, ''::bytea order by xid, id) as hashes
   from audit_entry where xid < $1::text::xid8 and xid >= coalesce($2::text::xid8, '0'::xid8)`,
)
const insertSeal = prepared(
  'audit.insert-seal',
  'insert into audit_seal (xid_below, entries, previous_hash, hash) values ($1::text::xid8, $2, $3, $4)',
)

/**
 * Chains all audit rows that were closed since the last seal into the global chain: a row that is changed or removed
 * later breaks a seal. Answers how many rows it sealed.
 */
export function sealAudit(pool: TransactionPool): Promise<number> {
  return transaction(pool, async (tx) => {
    await tx.run(lockSealer())
    const previous = await tx.first(lastSeal())
    const below = (await tx.first(horizon()))?.horizon
    if (!below) throw new Error('no snapshot')
    const closed = await tx.first(closedEntries(below, previous?.xid_below ?? null))
    if (!closed?.hashes) return 0
    const digest = createHash('sha256').update(previous?.hash ?? Buffer.alloc(0))
    digest.update(closed.hashes)
    await tx.run(insertSeal(below, closed.total, previous?.hash ?? null, digest.digest()))
    return closed.total
  })
}
