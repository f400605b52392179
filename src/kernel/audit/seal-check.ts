import { createHash } from 'node:crypto'
import { prepared } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { bad } from './bad-row.ts'
import type { Findings } from './findings.ts'
import { beginSeal, LEAF_BYTES, leafOf, type StoredSeal } from './stored-seal.ts'

/** What a check needs to know of an entry. */
export interface SealedEntry {
  readonly id: string
  readonly hash: Buffer
  readonly kind: string
  readonly document_type: string | null
  readonly document_id: string | null
  readonly subject: string | null
}

export function about({ document_type: type, document_id: id, subject, kind }: SealedEntry): string {
  return type === null ? kind : `${type} ${subject ?? id ?? ''}`.trim()
}

/** Holds the entries of a seal's range, in its order, against what the seal says of them. */
export interface SealCheck {
  take(row: SealedEntry): void
  /** The hash that the seal should have; null where its entries are not those that it was made of. */
  end(tx: Tx): Promise<Buffer | null>
}

const entriesThere = prepared<{ id: string }>(
  'audit.entries-there',
  'select e.id::text from audit_entry e where e.id = any ($1::text[]::bigint[])',
)

/** After a gap in the chain, what stands before the seal's first entry belonged to a seal that was removed. */
export function checkOf(seal: StoredSeal, findings: Findings, isAfterGap: boolean): SealCheck {
  if (seal.leaves === null) return plainCheck(seal, findings)
  const listed = seal.leaves.length / LEAF_BYTES
  const isEdited = listed !== seal.entries || (listed > 0 && idsOf(seal.leaves).at(-1) !== seal.last_id)
  return isEdited ? editedCheck(seal, findings) : leafCheck(seal, seal.leaves, findings, isAfterGap)
}

/** A seal of form 1 says only that something in it is another. */
function plainCheck(seal: StoredSeal, findings: Findings): SealCheck {
  const digest = createHash('sha256').update(seal.previous_hash ?? Buffer.alloc(0))
  let count = 0
  return {
    take(row) {
      digest.update(row.hash)
      count += 1
    },
    async end() {
      if (count !== seal.entries) {
        findings.add(bad('audit_seal', seal.id, `holds ${seal.entries} entries, of which ${count} are there`))
        return null
      }
      const hash = digest.digest()
      if (!hash.equals(seal.hash))
        findings.add(
          bad('audit_seal', seal.id, 'does not match its entries: one of them is another, or out of its place'),
        )
      return hash
    },
  }
}

/** What a seal lists says nothing of its entries where the list itself was changed. */
function editedCheck(seal: StoredSeal, findings: Findings): SealCheck {
  return {
    take() {},
    async end() {
      findings.add(bad('audit_seal', seal.id, 'was edited: its list of entries is not the one that it ends with'))
      return null
    },
  }
}

function leafCheck(seal: StoredSeal, leaves: Buffer, findings: Findings, isAfterGap: boolean): SealCheck {
  const digest = beginSeal(seal.previous_hash, seal.last_xid ?? '', seal.last_id ?? '', seal.entries)
  const ids = idsOf(leaves)
  const indexes = new Map(ids.map((id, index) => [id, index]))
  const leafAt = (index: number) => leaves.subarray(index * LEAF_BYTES, (index + 1) * LEAF_BYTES)
  /** Of the entries that are there, in the order in which they stand now. */
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
        return name(row.id, `of ${about(row)} was put in: seal ${seal.id} does not hold it`)
      }
      found.push(index)
      const leaf = leafOf(row.id, row.hash)
      digest.update(leaf).update(row.hash)
      if (leafAt(index).equals(leaf)) return
      findings.addWrongHash(row.hash)
      findings.addLostHash(leafAt(index).subarray(8))
      name(row.id, `of ${about(row)} is not the one that seal ${seal.id} holds: it was swapped or written anew`)
    },
    async end(tx) {
      const isFound = new Set(found)
      const missing = ids.filter((_, index) => !isFound.has(index))
      const there = new Set((await tx.rows(entriesThere(missing))).map(({ id }) => id))
      for (const id of missing) {
        if (!there.has(id)) findings.addLostHash(leafAt(indexes.get(id)!).subarray(8))
        const what = there.has(id) ? 'is out of its place: it was swapped or moved' : 'was deleted'
        name(id, `${what} (seal ${seal.id} holds it)`)
      }
      for (const index of outOfOrder(found))
        name(ids[index]!, `is out of its place: it was swapped or moved (seal ${seal.id} holds it)`)
      if (!isWhole) return null
      const hash = digest.digest()
      if (!hash.equals(seal.hash))
        findings.add(
          bad('audit_seal', seal.id, 'was edited, or what it holds was written anew: it does not match its entries'),
        )
      return hash
    },
  }
}

function idsOf(leaves: Buffer): readonly string[] {
  const total = Math.floor(leaves.length / LEAF_BYTES)
  return Array.from({ length: total }, (_, index) => leaves.readBigInt64BE(index * LEAF_BYTES).toString())
}

/** The fewest numbers that have to go for the others to ascend: an entry that was moved, and not all that it passed. */
export function outOfOrder(numbers: readonly number[]): readonly number[] {
  // Where the best ascending sequence of each length ends, and what precedes each number in it.
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
