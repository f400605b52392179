import { createHash, type Hash } from 'node:crypto'
import { prepared } from '#kernel/platform/db/statement.ts'

export interface StoredCheckpoint {
  readonly id: string
  /** The last entry that it holds, in the order of transaction and entry numbers. */
  readonly last_xid: string
  readonly last_id: string
  readonly entries: number
  readonly leaves: Buffer
  readonly previous_hash: Buffer | null
  readonly hash: Buffer
}

/** A position in the numeric order: that of an entry, or one behind it. */
export interface CheckpointPosition {
  readonly xid: string
  readonly id: string
}

const COLUMNS = `s.id::text, s.last_xid::text, s.last_id::text, s.entries, s.leaves, s.previous_hash, s.hash`

export const lastCheckpoint = prepared<StoredCheckpoint>(
  'audit.last-checkpoint',
  `select ${COLUMNS} from audit_checkpoint s order by s.id desc limit 1`,
)
export const checkpointsAfter = prepared<StoredCheckpoint>(
  'audit.checkpoints-after',
  `select ${COLUMNS} from audit_checkpoint s where s.id > $1::text::bigint order by s.id limit $2`,
)
const BEGINNING: CheckpointPosition = { xid: '0', id: '0' }

/** The place behind which the next checkpoint begins. */
export function endOf(checkpoint: StoredCheckpoint | null | undefined): CheckpointPosition {
  return checkpoint ? { xid: checkpoint.last_xid, id: checkpoint.last_id } : BEGINNING
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
