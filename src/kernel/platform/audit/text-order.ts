import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { CheckpointedEntry } from './checkpoint-check.ts'
import { comparePlaces, endOf, type CheckpointPosition, type StoredCheckpoint } from './stored-checkpoint.ts'

// Until migration 0133 the checkpointer sorted numbers as texts: transaction 1000 before 999. Those checkpoints are
// verified in that order.

interface TextEntry extends CheckpointedEntry, CheckpointPosition {}

/**
 * The entries of a checkpoint of form 2: of all entries after the previous checkpoint and below its horizon, the first
 * in text order.
 */
const entriesByText = prepared<TextEntry>(
  'audit.entries-by-text',
  `select e.id::text, e.xid::text, e.hash, e.kind, e.document_type, e.document_id::text, e.subject from audit_entry e
   where (e.xid, e.id) > ($1::text::xid8, $2::text::bigint) and e.xid < $3::text::xid8
     and (e.xid::text, e.id::text) <= ($4::text, $5::text)
   order by e.xid::text, e.id::text`,
)
const countBetween = prepared<{ count: number }>(
  'audit.count-between',
  `select count(*)::int as count from audit_entry e
   where (e.xid, e.id) > ($1::text::xid8, $2::text::bigint) and (e.xid, e.id) <= ($3::text::xid8, $4::text::bigint)`,
)

export function readByText(
  tx: Tx,
  checkpoint: StoredCheckpoint,
  before: CheckpointPosition,
): Promise<readonly TextEntry[]> {
  const end = endOf(checkpoint)
  return tx.rows(entriesByText(before.xid, before.id, checkpoint.xid_below, end.xid, end.id))
}

/** Whether numeric order would have produced another checkpoint. */
export async function isMisordered(
  tx: Tx,
  checkpoint: StoredCheckpoint,
  before: CheckpointPosition,
  rows: readonly TextEntry[],
): Promise<boolean> {
  const end = endOf(checkpoint)
  const inOrder = rows.every((row, index) => comparePlaces(row, rows[index + 1] ?? end) <= 0)
  if (!inOrder) return true
  return (await tx.first(countBetween(before.xid, before.id, end.xid, end.id)))?.count !== rows.length
}

const CHUNK_BITS = 16

/** A set of millions of numbers, one bit each. */
export function numberSet() {
  const chunks = new Map<bigint, Uint8Array>()
  const placeOf = (id: string) => {
    const number = BigInt(id)
    const bit = Number(number & ((1n << BigInt(CHUNK_BITS)) - 1n))
    return { chunk: number >> BigInt(CHUNK_BITS), byte: bit >> 3, mask: 1 << (bit & 7) }
  }
  return {
    add(id: string): void {
      const { chunk, byte, mask } = placeOf(id)
      const bytes = chunks.get(chunk) ?? new Uint8Array(1 << (CHUNK_BITS - 3))
      bytes[byte]! |= mask
      chunks.set(chunk, bytes)
    },
    has(id: string): boolean {
      const { chunk, byte, mask } = placeOf(id)
      return ((chunks.get(chunk)?.[byte] ?? 0) & mask) !== 0
    },
  }
}
