import { createHash } from 'node:crypto'
import type { PublishedHead } from './head.ts'
import { bad, type BadRow } from './bad-row.ts'
import { beginSeal, LEAF_BYTES, leafOf } from './seal.ts'
import { prepared, type Statement } from '#kernel/db/statement.ts'
import type { Reading } from '#kernel/db/snapshot.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { hashOfStored, type StoredEntry } from './stored-entry.ts'
import { verifyHeads, verifyPublished } from './verify-heads.ts'

export interface Verified {
  readonly entries: number
  readonly seals: number
  /** Entries that no seal holds yet. */
  readonly unsealed: number
  /** The first that is not as it was written; null: all are. */
  readonly bad: BadRow | null
}

interface StoredSeal {
  readonly id: string
  readonly form: 1 | 2
  readonly xid_below: string
  readonly last_xid: string | null
  readonly last_id: string | null
  readonly entries: number
  readonly leaves: Buffer | null
  readonly previous_hash: Buffer | null
  readonly hash: Buffer
}

interface ReadEntry extends StoredEntry {
  /** Of the entry before it of the same document. */
  readonly before_hash: Buffer | null
}

/** In the order in which seals hold them. The entry before is looked up one by one: nothing is held in memory, here or there. */
const allEntries = prepared<ReadEntry>(
  'audit.verify-entries',
  `select e.id::text, e.xid::text, e.form, e.kind, e.document_type, e.document_id::text, e.subject, e.action, e.actor_id, e.behalf_of_id, e.at,
     e.from_state, e.to_state, e.detail, e.request_id, e.address, e.previous_hash, e.hash,
     case when e.document_id is not null then (select p.hash from audit_entry p
       where p.document_id = e.document_id and p.document_type = e.document_type and p.id < e.id order by p.id desc limit 1) end as before_hash
   from audit_entry e order by e.xid, e.id`,
)
const allSeals = prepared<StoredSeal>(
  'audit.verify-seals',
  `select id::text, form, xid_below::text, last_xid::text, last_id::text, entries, leaves, previous_hash, hash from audit_seal order by id`,
)
const entryExists = prepared<{ xid: string }>(
  'audit.entry-exists',
  'select xid::text from audit_entry where id = $1::text::bigint',
)

const ENTRIES_AT_ONCE = 2_000
const SEALS_AT_ONCE = 10

export interface Verification {
  readonly tx: Tx
  /** A snapshot: what is written meanwhile is another day's. */
  readonly reading: Reading
  /** What was told outside. */
  readonly published: readonly PublishedHead[]
  /** Told now and then how far it is. */
  readonly onProgress?: (entries: number) => void
}

/**
 * Holds every entry against its own hash, against the entry before it of its document, against the seal that holds it; every seal
 * against the one before it and against what was told outside; every document against its last entry. Reads everything once,
 * in its order, and keeps one seal of it in memory.
 */
export async function verifyAudit(verification: Verification): Promise<Verified> {
  const { tx, reading, published, onProgress } = verification
  const entries = one(reading.cursor(allEntries() as Statement<ReadEntry>, ENTRIES_AT_ONCE))
  const counted = { entries: 0, seals: 0, unsealed: 0 }
  let next = await entries.next()
  const step = async () => {
    counted.entries += 1
    if (counted.entries % 100_000 === 0) onProgress?.(counted.entries)
    next = await entries.next()
  }
  let previous: StoredSeal | null = null
  const sealed = new Map<string, Buffer>()
  const told = new Set(published.map(({ seal }) => seal))
  for await (const seal of one(reading.cursor(allSeals() as Statement<StoredSeal>, SEALS_AT_ONCE))) {
    if (!same(seal.previous_hash, previous?.hash ?? null))
      return {
        ...counted,
        bad: bad('audit_seal', seal.id, 'does not follow the seal before it: one was removed, or this one was put in'),
      }
    const check = beginCheck(seal, previous)
    while (!next.done && isWithin(next.value, seal)) {
      const found = editedEntry(next.value) ?? (await check.take(tx, next.value)) ?? looseEntry(next.value)
      if (found) return { ...counted, bad: found }
      await step()
    }
    const found = await check.end(tx)
    if (found) return { ...counted, bad: found }
    if (told.has(seal.id)) sealed.set(seal.id, seal.hash)
    counted.seals += 1
    previous = seal
  }
  while (!next.done) {
    const found = editedEntry(next.value) ?? looseEntry(next.value)
    if (found) return { ...counted, bad: found }
    counted.unsealed += 1
    await step()
  }
  const found = (await verifyPublished(tx, published, sealed, previous?.id ?? null)) ?? (await verifyHeads(tx))
  return { ...counted, bad: found }
}

async function* one<T>(batches: AsyncGenerator<T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch
}

function same(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

/** What an entry says of itself. */
function editedEntry(row: ReadEntry): BadRow | null {
  if (hashOfStored(row).equals(row.hash)) return null
  return bad('audit_entry', row.id, `of ${about(row)} was edited: it does not match its hash`)
}

/** Where a seal holds the entries, it says better which of them is not in its place. */
function looseEntry(row: ReadEntry): BadRow | null {
  if (same(row.previous_hash, row.before_hash)) return null
  return bad(
    'audit_entry',
    row.id,
    `of ${about(row)} does not follow the entry before it: one was removed, moved or put in`,
  )
}

function about({ document_type: type, document_id: id, subject, kind }: StoredEntry): string {
  return type === null ? kind : `${type} ${subject ?? id ?? ''}`.trim()
}

function isWithin(row: StoredEntry, seal: StoredSeal): boolean {
  const xid = BigInt(row.xid)
  if (seal.last_xid === null || seal.last_id === null) return xid < BigInt(seal.xid_below)
  const last = BigInt(seal.last_xid)
  return xid < last || (xid === last && BigInt(row.id) <= BigInt(seal.last_id))
}

interface SealCheck {
  take(tx: Tx, row: StoredEntry): Promise<BadRow | null>
  end(tx: Tx): Promise<BadRow | null>
}

function beginCheck(seal: StoredSeal, previous: StoredSeal | null): SealCheck {
  return seal.leaves === null ? plainCheck(seal, previous) : leafCheck(seal, seal.leaves, previous)
}

/** A seal of form 1 says only that something in it is another. */
function plainCheck(seal: StoredSeal, previous: StoredSeal | null): SealCheck {
  const digest = createHash('sha256').update(previous?.hash ?? Buffer.alloc(0))
  let count = 0
  return {
    async take(_tx, row) {
      digest.update(row.hash)
      count += 1
      return null
    },
    async end() {
      if (count !== seal.entries)
        return bad('audit_seal', seal.id, `holds ${seal.entries} entries, of which ${count} are there`)
      if (digest.digest().equals(seal.hash)) return null
      return bad('audit_seal', seal.id, 'does not match its entries: one of them is another, or out of its place')
    },
  }
}

function leafCheck(seal: StoredSeal, leaves: Buffer, previous: StoredSeal | null): SealCheck {
  const digest = beginSeal(previous?.hash ?? null, seal.last_xid ?? '', seal.last_id ?? '', seal.entries)
  const idAt = (index: number) => leaves.readBigInt64BE(index * LEAF_BYTES).toString()
  const total = Math.floor(leaves.length / LEAF_BYTES)
  let index = 0
  const missing = async (tx: Tx): Promise<BadRow> => {
    const id = idAt(index)
    const isThere = (await tx.first(entryExists(id))) !== undefined
    const what = isThere ? 'is out of its place: it was swapped or moved' : 'was deleted'
    return bad('audit_entry', id, `${what} (seal ${seal.id} holds it)`)
  }
  return {
    async take(tx, row) {
      if (index >= total)
        return bad('audit_entry', row.id, `of ${about(row)} was put in: seal ${seal.id} does not hold it`)
      const leaf = leafOf(row.id, row.hash)
      if (idAt(index) !== row.id) {
        const isHeld = leaves.subarray(index * LEAF_BYTES).includes(leaf.subarray(0, 8))
        const isGone = isHeld || (await tx.first(entryExists(idAt(index)))) === undefined
        return isGone
          ? await missing(tx)
          : bad('audit_entry', row.id, `of ${about(row)} was put in: seal ${seal.id} does not hold it`)
      }
      if (!leaves.subarray(index * LEAF_BYTES, (index + 1) * LEAF_BYTES).equals(leaf))
        return bad(
          'audit_entry',
          row.id,
          `of ${about(row)} is not the one that seal ${seal.id} holds: it was swapped or written anew`,
        )
      digest.update(leaf).update(row.hash)
      index += 1
      return null
    },
    async end(tx) {
      if (index < total) return await missing(tx)
      if (total === seal.entries && digest.digest().equals(seal.hash)) return null
      return bad('audit_seal', seal.id, 'was edited, or what it holds was written anew: it does not match its entries')
    },
  }
}
