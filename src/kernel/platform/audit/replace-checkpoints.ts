import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { snapshot } from '#kernel/platform/db/snapshot.ts'
import { reading, transaction, type Tx, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { auditEntry } from './audit.ts'
import {
  beginCheckpoint,
  endOf,
  isOldForm,
  lastCheckpoint,
  CHECKPOINTS_REPLACED,
  type StoredCheckpoint,
} from './stored-checkpoint.ts'
import { type Misordered, type Verified, verifyAudit } from './verify.ts'
import { lastCheckpointNumber } from './verify-anchors.ts'
import { horizonAfter, insertCheckpoint, lockCheckpointer, tellCheckpointed } from './write-checkpoint.ts'

const hasFollowing = prepared(
  'audit.has-following',
  `select 1 from audit_entry e where (e.xid, e.id) > ($1::text::xid8, $2::text::bigint) limit 1`,
)

const WHY =
  'until migration 0133 entries were checkpointed in the order in which their numbers sort as text, which is another than that of the numbers'
const BY = 'the checkpointer, at its first run after migration 0133'
/** Most forged rows from before the upgrade that the entry lists; verification lists all. */
const MOST_TOLD = 20

/**
 * Checkpoints of the forms before 3 may have a wrong order, with some entries twice and others missing. All of their
 * content is checkpointed again, once, from the first wrong one on. The old checkpoints stay in the chain and are
 * verified in the order in which they were made: they still reveal what was forged before, so the new ones hide
 * nothing. A checkpoint without entries replaces them and says where the order of numbers begins.
 */
export async function replaceMisorderedCheckpoints(pool: TransactionPool, now: Date): Promise<void> {
  const last = await reading(pool, (tx) => tx.first(lastCheckpoint()))
  if (!last || !isOldForm(last)) return
  const { xid, id } = endOf(last)
  if (!(await reading(pool, (tx) => tx.first(hasFollowing(xid, id))))) return
  // Old checkpoints are never made again, so this can be determined before taking the lock.
  const { misordered, bad } = await verifyWhole(pool)
  if (!misordered) return
  const number = await transaction(pool, async (tx) => {
    await tx.run(lockCheckpointer())
    const previous = await tx.first(lastCheckpoint())
    if (!previous || !isOldForm(previous)) return null
    await horizonAfter(tx, endOf(previous))
    const number = await beginAnew(tx, previous, misordered)
    const found = bad.slice(0, MOST_TOLD).map(({ table, id, what }) => `${table} ${id} ${what}`)
    await tx.run(replacementEntry(number, misordered, { found, findings: bad.length }, now))
    return number
  })
  if (number === null) return
  await tellCheckpointed(pool, number)
  console.error(
    `checkpoints ${misordered.first} to ${misordered.last} of the audit held entries in a wrong order: checkpoint ${number} begins anew what they hold`,
  )
}

/**
 * Statements over a long history may run longer than the time-out for interactive ones; otherwise checkpointing could
 * never start.
 */
const PATIENT: Statement = { text: `set local statement_timeout = '1h'`, values: [] }

async function verifyWhole(pool: TransactionPool): Promise<Verified> {
  const lastNumber = await reading(pool, lastCheckpointNumber)
  return snapshot(pool, async (tx) => {
    await tx.run(PATIENT)
    return verifyAudit({ tx, published: [], lastNumber, isAllRead: true })
  })
}

async function beginAnew(tx: Tx, previous: StoredCheckpoint, { from }: Misordered): Promise<string> {
  const hash = beginCheckpoint(previous.hash, from.xid, from.id, 0).digest()
  const checkpoint = insertCheckpoint(previous.xid_below, from.xid, from.id, 0, Buffer.alloc(0), previous.hash, hash)
  return (await tx.first(checkpoint))!.id
}

function replacementEntry(
  number: string,
  { first, last, neverCheckpointed }: Misordered,
  checked: { readonly found: readonly string[]; readonly findings: number },
  at: Date,
) {
  return auditEntry(
    {
      kind: 'call',
      documentType: CHECKPOINTS_REPLACED.type,
      documentId: null,
      subject: number,
      action: CHECKPOINTS_REPLACED.action,
      actorId: null,
      at,
      fromState: null,
      toState: null,
      detail: {
        changes: { checkpoints: [`${first}-${last}`, `from ${number} on`] },
        replaced: { first, last },
        by: BY,
        why: WHY,
        neverCheckpointed,
        verifiedByOldOrder: checked,
      },
      requestId: CHECKPOINTS_REPLACED.action,
    },
    null,
  ).statement
}
