import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { bad } from './bad-row.ts'
import type { Findings } from './findings.ts'
import { beginCheckpoint, LEAF_BYTES, leafOf, type StoredCheckpoint } from './stored-checkpoint.ts'

/** The part of an entry that a check needs. */
export interface CheckpointedEntry {
  readonly id: string
  readonly hash: Buffer
  readonly kind: string
  readonly document_type: string | null
  readonly document_id: string | null
  readonly subject: string | null
}

export function about({ document_type: type, document_id: id, subject, kind }: CheckpointedEntry): string {
  return type === null ? kind : `${type} ${subject ?? id ?? ''}`.trim()
}

/** Compares the entries of a checkpoint's range, in order, with what the checkpoint says of them. */
export interface CheckpointCheck {
  take(row: CheckpointedEntry): void
  /** The hash that the checkpoint should have; null where its entries are not those that it was made of. */
  end(tx: Tx): Promise<Buffer | null>
}

const entriesThere = prepared<{ id: string }>(
  'audit.entries-there',
  'select e.id::text from audit_entry e where e.id = any ($1::text[]::bigint[])',
)

/** After a gap in the chain, the entries before the checkpoint's first one belonged to a checkpoint that was removed. */
export function checkOf(checkpoint: StoredCheckpoint, findings: Findings, isAfterGap: boolean): CheckpointCheck {
  const listed = checkpoint.leaves.length / LEAF_BYTES
  const isEdited =
    listed !== checkpoint.entries || (listed > 0 && idsOf(checkpoint.leaves).at(-1) !== checkpoint.last_id)
  return isEdited ? editedCheck(checkpoint, findings) : leafCheck(checkpoint, findings, isAfterGap)
}

/** Where the checkpoint's own list was changed, it proves nothing about its entries. */
function editedCheck(checkpoint: StoredCheckpoint, findings: Findings): CheckpointCheck {
  return {
    take() {},
    async end() {
      findings.add(
        bad('audit_checkpoint', checkpoint.id, 'was edited: its list of entries is not the one that it ends with'),
      )
      return null
    },
  }
}

function leafCheck(checkpoint: StoredCheckpoint, findings: Findings, isAfterGap: boolean): CheckpointCheck {
  const { leaves } = checkpoint
  const digest = beginCheckpoint(checkpoint.previous_hash, checkpoint.last_xid, checkpoint.last_id, checkpoint.entries)
  const ids = idsOf(leaves)
  const indexes = new Map(ids.map((id, index) => [id, index]))
  const leafAt = (index: number) => leaves.subarray(index * LEAF_BYTES, (index + 1) * LEAF_BYTES)
  /** Existing entries in their current order. */
  const found: number[] = []
  let isWhole = true
  const name = (id: string, what: string) => {
    isWhole = false
    findings.add(bad('audit_entry', id, what))
  }
  return {
    take(row) {
      const index = indexes.get(row.id)
      if (index === undefined) {
        if (isAfterGap && found.length === 0) return
        findings.addWrongHash(row.hash)
        return name(row.id, `of ${about(row)} was put in: checkpoint ${checkpoint.id} does not hold it`)
      }
      found.push(index)
      const leaf = leafOf(row.id, row.hash)
      digest.update(leaf).update(row.hash)
      if (leafAt(index).equals(leaf)) return
      findings.addWrongHash(row.hash)
      findings.addLostHash(leafAt(index).subarray(8))
      name(
        row.id,
        `of ${about(row)} is not the one that checkpoint ${checkpoint.id} holds: it was swapped or written anew`,
      )
    },
    async end(tx) {
      const isFound = new Set(found)
      const missing = ids.filter((_, index) => !isFound.has(index))
      const there = new Set((await tx.rows(entriesThere(missing))).map(({ id }) => id))
      for (const id of missing) {
        if (!there.has(id)) findings.addLostHash(leafAt(indexes.get(id)!).subarray(8))
        const what = there.has(id) ? 'is out of its place: it was swapped or moved' : 'was deleted'
        name(id, `${what} (checkpoint ${checkpoint.id} holds it)`)
      }
      for (const index of outOfOrder(found))
        name(ids[index]!, `is out of its place: it was swapped or moved (checkpoint ${checkpoint.id} holds it)`)
      if (!isWhole) return null
      const hash = digest.digest()
      if (!hash.equals(checkpoint.hash))
        findings.add(
          bad(
            'audit_checkpoint',
            checkpoint.id,
            'was edited, or what it holds was written anew: it does not match its entries',
          ),
        )
      return hash
    },
  }
}

function idsOf(leaves: Buffer): readonly string[] {
  const total = Math.floor(leaves.length / LEAF_BYTES)
  return Array.from({ length: total }, (_, index) => leaves.readBigInt64BE(index * LEAF_BYTES).toString())
}

/** The smallest set of numbers whose removal leaves an ascending sequence: it names the entry that was moved, not all that it passed. */
export function outOfOrder(numbers: readonly number[]): readonly number[] {
  // For each length, the end of the best ascending sequence, and the predecessor of each number in it.
  const ends: number[] = []
  const before: number[] = []
  numbers.forEach((number, at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[ends[middle]!]! < number) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? ends[low - 1]! : -1
    ends[low] = at
  })
  const kept = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) kept.add(at)
  return numbers.filter((_, at) => !kept.has(at))
}
