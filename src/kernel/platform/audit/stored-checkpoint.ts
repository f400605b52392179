import { createHash, type Hash } from 'node:crypto'
import { prepared } from '#kernel/platform/db/statement.ts'

/**
 * How a checkpoint lists its entries:
 * - 1, until migration 0071: everything below its horizon, by number, without a list.
 * - 2, until migration 0133: with a list, sorted by transaction and entry number as text, which is a wrong order where
 *   numbers have different lengths.
 * - 3: with a list, in numeric order.
 */
export type CheckpointForm = 1 | 2 | 3

export interface StoredCheckpoint {
  readonly id: string
  readonly form: CheckpointForm
  readonly xid_below: string
  readonly last_xid: string | null
  readonly last_id: string | null
  readonly entries: number
  readonly leaves: Buffer | null
  readonly previous_hash: Buffer | null
  readonly hash: Buffer
}

/** A position in the numeric order: that of an entry, or one behind it. */
export interface CheckpointPosition {
  readonly xid: string
  readonly id: string
}

const COLUMNS = `s.id::text, s.form, s.xid_below::text, s.last_xid::text, s.last_id::text, s.entries, s.leaves, s.previous_hash, s.hash`

export const lastCheckpoint = prepared<StoredCheckpoint>(
  'audit.last-checkpoint',
  `select ${COLUMNS} from audit_checkpoint s order by s.id desc limit 1`,
)
export const checkpointsAfter = prepared<StoredCheckpoint>(
  'audit.checkpoints-after',
  `select ${COLUMNS} from audit_checkpoint s where s.id > $1::text::bigint order by s.id limit $2`,
)
/** The checkpoint without entries that restarts the numeric order where checkpoints were replaced. */
export const beginningAnew = prepared<StoredCheckpoint>(
  'audit.beginning-anew',
  `select ${COLUMNS} from audit_checkpoint s where s.form = 3 and s.entries = 0 order by s.id limit 1`,
)

export const isOldForm = ({ form }: StoredCheckpoint): boolean => form < 3
/** Such a checkpoint only marks where the next one begins. */
export const beginsAnew = ({ form, entries }: StoredCheckpoint): boolean => form === 3 && entries === 0

const BEGINNING: CheckpointPosition = { xid: '0', id: '0' }
const LAST_ID = '9223372036854775807'

/** The position after which the next checkpoint begins. One of form 1 holds everything below its horizon. */
export function endOf(checkpoint: StoredCheckpoint | null | undefined): CheckpointPosition {
  if (!checkpoint) return BEGINNING
  if (checkpoint.last_xid !== null && checkpoint.last_id !== null)
    return { xid: checkpoint.last_xid, id: checkpoint.last_id }
  return { xid: String(BigInt(checkpoint.xid_below) - 1n), id: LAST_ID }
}

/** Negative where the first position comes first. */
export function comparePlaces(one: CheckpointPosition, other: CheckpointPosition): number {
  const [a, b] = one.xid === other.xid ? [one.id, other.id] : [one.xid, other.xid]
  const difference = BigInt(a) - BigInt(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Bytes of a leaf: the entry's id and the beginning of its hash. */
export const LEAF_BYTES = 16

export function leafOf(id: string, hash: Buffer): Buffer {
  const leaf = Buffer.alloc(LEAF_BYTES)
  leaf.writeBigInt64BE(BigInt(id), 0)
  hash.copy(leaf, 8, 0, 8)
  return leaf
}

/** The part of a checkpoint's hash that is known before its entries: its place in the chain and where it ends. */
export function beginCheckpoint(previous: Buffer | null, lastXid: string, lastId: string, entries: number): Hash {
  const digest = createHash('sha256').update(previous ?? Buffer.alloc(0))
  return digest.update(JSON.stringify([lastXid, lastId, entries]))
}

/**
 * Type of the audit entry that records a replacement of checkpoints; its subject is the number of the checkpoint that
 * restarts the order.
 */
export const CHECKPOINTS_REPLACED = { type: 'auditCheckpoint', action: 'audit.checkpointAnew' } as const
