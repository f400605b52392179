import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { bad, type BadRow } from './bad-row.ts'
import { collectFindings, type Findings } from './findings.ts'
import { about, checkOf } from './checkpoint-check.ts'
import {
  comparePlaces,
  endOf,
  type CheckpointPosition,
  checkpointsAfter,
  type StoredCheckpoint,
} from './stored-checkpoint.ts'
import { hashOfStored, type StoredEntry } from './stored-entry.ts'
import { type PublishedChain, verifyHeads, verifyPublished } from './verify-anchors.ts'

export interface Verified {
  readonly entries: number
  readonly checkpoints: number
  /** Entries that no checkpoint holds yet. */
  readonly uncheckpointed: number
  /** Rows that are not as they were written, in the order found; empty for a valid history. */
  readonly bad: readonly BadRow[]
  /** The limit of findings was reached, so the rest was not read. */
  readonly isCut: boolean
}

interface ReadEntry extends StoredEntry {
  /** Hash of the previous entry of the same document. */
  readonly before_hash: Buffer | null
}

/** Notes (notes.ts) stand outside the chain of their document: nothing precedes or follows them. */
const NOTES = `('refusal', 'read')`

/** In numeric order. The previous entry is looked up one by one, so that neither side holds the history in memory. */
const entriesAfter = prepared<ReadEntry>(
  'audit.verify-entries',
  `select e.id::text, e.xid::text, e.kind, e.document_type, e.document_id::text, e.subject, e.action, e.actor_id, e.behalf_of_id, e.at,
     e.from_state, e.to_state, e.detail, e.request_id, e.address, e.previous_hash, e.hash,
     case when e.document_id is not null and e.kind not in ${NOTES} then (select p.hash from audit_entry p
       where p.document_id = e.document_id and p.document_type = e.document_type and p.id < e.id and p.kind not in ${NOTES}
       order by p.id desc limit 1) end as before_hash
   from audit_entry e where (e.xid, e.id) > ($1::text::xid8, $2::text::bigint) order by e.xid, e.id limit $3`,
)
const ENTRIES_AT_ONCE = 2_000
const CHECKPOINTS_AT_ONCE = 10
const PROGRESS_EVERY = 100_000

export interface Verification extends PublishedChain {
  /** On a snapshot: what is written meanwhile belongs to the next verification. */
  readonly tx: Tx
  /** Told now and then how far it is. */
  readonly onProgress?: (entries: number) => void
}

/**
 * Compares every entry with its own hash, the previous entry of its document and its checkpoint; every checkpoint with
 * the previous one and with the published heads; every document with its last entry. Defects are reported, and the rest
 * is still verified. Reads everything in order and keeps one checkpoint in memory.
 */
export async function verifyAudit(verification: Verification): Promise<Verified> {
  const { tx, published, lastNumber, onProgress } = verification
  const findings = collectFindings()
  const entries = entriesInOrder(tx, findings, onProgress)
  const told = new Set(published.map(({ checkpoint }) => checkpoint))
  const checkpointed = new Map<string, Buffer>()
  let checkpoints = 0
  let previous: StoredCheckpoint | null = null
  let expected: Buffer | null = null
  for await (const checkpoint of checkpointsInOrder(tx)) {
    if (findings.isFull) break
    const follows: boolean =
      same(checkpoint.previous_hash, previous?.hash ?? null) ||
      // The checkpoint before may itself be edited, which is reported there; this one then carries the hash it should have had.
      (expected !== null && same(checkpoint.previous_hash, expected))
    if (!follows) {
      const what = 'does not follow the checkpoint before it: one was removed, or this one was put in'
      findings.add(bad('audit_checkpoint', checkpoint.id, what))
    }
    expected = await entries.takeCheckpoint(checkpoint, !follows)
    if (told.has(checkpoint.id)) checkpointed.set(checkpoint.id, checkpoint.hash)
    checkpoints += 1
    previous = checkpoint
  }
  const uncheckpointed = await entries.takeRest()
  if (!findings.isFull) {
    for (const row of await verifyPublished(tx, { published, lastNumber }, checkpointed, previous?.id ?? null))
      findings.add(row)
    for (const row of await verifyHeads(tx, findings)) findings.add(row)
  }
  return { entries: entries.count, checkpoints, uncheckpointed, bad: findings.rows, isCut: findings.isFull }
}

async function* checkpointsInOrder(tx: Tx): AsyncGenerator<StoredCheckpoint> {
  for (let last = '0'; ;) {
    const some = await tx.rows(checkpointsAfter(last, CHECKPOINTS_AT_ONCE))
    yield* some
    if (some.length < CHECKPOINTS_AT_ONCE) return
    last = some.at(-1)!.id
  }
}

function same(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

/** All entries in numeric order, taken checkpoint by checkpoint. */
function entriesInOrder(tx: Tx, findings: Findings, onProgress?: (entries: number) => void) {
  let batch: readonly ReadEntry[] = []
  let at = 0
  let isOver = false
  let last: CheckpointPosition = endOf(null)
  let count = 0
  /** Rows that do not follow the previous one, held back until the checkpoint shows whether that one is to blame. */
  let unlinked: ReadEntry[] = []

  const peek = async (): Promise<ReadEntry | undefined> => {
    if (at === batch.length && !isOver) {
      batch = await tx.rows(entriesAfter(last.xid, last.id, ENTRIES_AT_ONCE))
      at = 0
      isOver = batch.length < ENTRIES_AT_ONCE
      last = batch.at(-1) ?? last
    }
    return batch[at]
  }
  const step = (row: ReadEntry) => {
    at += 1
    count += 1
    if (count % PROGRESS_EVERY === 0) onProgress?.(count)
    if (!hashOfStored(row).equals(row.hash))
      findings.add(bad('audit_entry', row.id, `of ${about(row)} was edited: it does not match its hash`))
    if (!same(row.previous_hash, row.before_hash)) unlinked.push(row)
  }
  const judgeUnlinked = () => {
    for (const row of unlinked) {
      if (findings.isLost(row.previous_hash) || findings.isWrong(row.before_hash)) continue
      const what = 'does not follow the entry before it: one was removed, moved or put in'
      findings.add(bad('audit_entry', row.id, `of ${about(row)} ${what}`))
    }
    unlinked = []
  }
  return {
    get count() {
      return count
    },
    async takeCheckpoint(checkpoint: StoredCheckpoint, isAfterGap: boolean): Promise<Buffer | null> {
      const check = checkOf(checkpoint, findings, isAfterGap)
      const end = endOf(checkpoint)
      for (let row = await peek(); row && comparePlaces(row, end) <= 0 && !findings.isFull; row = await peek()) {
        check.take(row)
        step(row)
      }
      const hash = await check.end(tx)
      judgeUnlinked()
      return hash
    },
    /** Reads the entries behind the last checkpoint and answers how many they are. */
    async takeRest(): Promise<number> {
      let uncheckpointed = 0
      for (let row = await peek(); row && !findings.isFull; row = await peek()) {
        step(row)
        uncheckpointed += 1
        judgeUnlinked()
      }
      judgeUnlinked()
      return uncheckpointed
    },
  }
}
