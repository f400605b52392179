import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { bad, type BadRow } from './bad-row.ts'
import { collectFindings, type Findings } from './findings.ts'
import { about, checkOf } from './checkpoint-check.ts'
import {
  beginningAnew,
  beginsAnew,
  comparePlaces,
  endOf,
  isOldForm,
  lastCheckpoint,
  type CheckpointPosition,
  CHECKPOINTS_REPLACED,
  checkpointsAfter,
  type StoredCheckpoint,
} from './stored-checkpoint.ts'
import { hashOfStored, type StoredEntry } from './stored-entry.ts'
import { isMisordered, numberSet, readByText } from './text-order.ts'
import { type PublishedChain, verifyHeads, verifyPublished } from './verify-anchors.ts'

/** Checkpoints from before migration 0133 that hold entries in text order, from the first one on. */
export interface Misordered {
  readonly first: string
  readonly last: string
  /** Where the first of them begins: everything behind it is checkpointed again. */
  readonly from: CheckpointPosition
  /** Entries that the last of them should have held and that are in no checkpoint. */
  readonly neverCheckpointed: number
}

/** Replaced checkpoints, and the entry that records the replacement. */
export interface Replaced {
  readonly first: string
  readonly last: string
  /** The checkpoint that restarts the order. */
  readonly by: string
  readonly entry: string
  readonly at: string
  readonly neverCheckpointed: number
}

export interface Verified {
  readonly entries: number
  readonly checkpoints: number
  /** Entries that no checkpoint holds yet. */
  readonly uncheckpointed: number
  /** Rows that are not as they were written, in the order found; empty for a valid history. */
  readonly bad: readonly BadRow[]
  /** The limit of findings was reached, so the rest was not read. */
  readonly isCut: boolean
  /** Checkpoints that the checkpointer will replace. */
  readonly misordered: Misordered | null
  readonly replaced: Replaced | null
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
  `select e.id::text, e.xid::text, e.form, e.kind, e.document_type, e.document_id::text, e.subject, e.action, e.actor_id, e.behalf_of_id, e.at,
     e.from_state, e.to_state, e.detail, e.request_id, e.address, e.previous_hash, e.hash,
     case when e.document_id is not null and e.kind not in ${NOTES} then (select p.hash from audit_entry p
       where p.document_id = e.document_id and p.document_type = e.document_type and p.id < e.id and p.kind not in ${NOTES}
       order by p.id desc limit 1) end as before_hash
   from audit_entry e where (e.xid, e.id) > ($1::text::xid8, $2::text::bigint) order by e.xid, e.id limit $3`,
)
const replacementEntry = prepared<{ id: string; at: Date; detail: Readonly<Record<string, unknown>> }>(
  'audit.replacement-entry',
  `select e.id::text, e.at, e.detail from audit_entry e
   where e.document_type = $1 and e.action = $2 and e.subject = $3 order by e.id limit 1`,
)

const ENTRIES_AT_ONCE = 2_000
const CHECKPOINTS_AT_ONCE = 10
const PROGRESS_EVERY = 100_000

export interface Verification extends PublishedChain {
  /** On a snapshot: what is written meanwhile belongs to the next verification. */
  readonly tx: Tx
  /** Reads to the end, however many findings there are. */
  readonly isAllRead?: boolean
  /** Called now and then with the number of entries read. */
  readonly onProgress?: (entries: number) => void
}

/**
 * Compares every entry with its own hash, the previous entry of its document and its checkpoint; every checkpoint with
 * the previous one and with the published heads; every document with its last entry. Defects are reported, and the rest
 * is still verified. Reads everything in order and keeps one checkpoint in memory.
 */
export async function verifyAudit(verification: Verification): Promise<Verified> {
  const { tx, published, lastNumber, isAllRead = false, onProgress } = verification
  const findings = collectFindings(isAllRead)
  const entries = entriesInOrder(tx, findings, onProgress)
  const anew = await tx.first(beginningAnew())
  const newest = await tx.first(lastCheckpoint())
  const old = oldCheckpoints(tx, findings, anew ? endOf(anew) : null, newest !== undefined && isOldForm(newest))
  const told = new Set(published.map(({ checkpoint }) => checkpoint))
  const checkpointed = new Map<string, Buffer>()
  let checkpoints = 0
  let previous: StoredCheckpoint | null = null
  let expected: Buffer | null = null
  /** Checkpoints behind a restart without a recorded reason prove nothing. */
  let isTrusted = true
  for await (const checkpoint of checkpointsInOrder(tx)) {
    if (findings.isFull) break
    const follows: boolean =
      same(checkpoint.previous_hash, previous?.hash ?? null) ||
      // Of a checkpoint whose own hash was edited, which is reported, the next one carries the right hash.
      (expected !== null && same(checkpoint.previous_hash, expected))
    if (!follows) {
      const what = 'does not follow the checkpoint before it: one was removed, or this one was put in'
      findings.add(bad('audit_checkpoint', checkpoint.id, what))
    }
    if (isOldForm(checkpoint) && previous && !isOldForm(previous))
      findings.add(
        bad(
          'audit_checkpoint',
          checkpoint.id,
          'was put in: it has the form of checkpoints from before the one that it follows',
        ),
      )
    if (beginsAnew(checkpoint) && !(previous && isOldForm(previous) && old.isReplacedBy(checkpoint))) {
      isTrusted = false
      findings.add(
        bad(
          'audit_checkpoint',
          checkpoint.id,
          'begins anew where no checkpoint had to be replaced: it was put in or edited',
        ),
      )
    }
    if (isTrusted) {
      const byText = await old.take(checkpoint, previous, !follows)
      expected = byText === undefined ? await entries.takeCheckpoint(checkpoint, !follows) : byText
    }
    if (told.has(checkpoint.id)) checkpointed.set(checkpoint.id, checkpoint.hash)
    checkpoints += 1
    previous = checkpoint
  }
  const misordered = old.waiting()
  const tail = await entries.takeRest(misordered === null ? null : old)
  if (!findings.isFull) {
    for (const row of await verifyPublished(tx, { published, lastNumber }, checkpointed, previous?.id ?? null))
      findings.add(row)
    for (const row of await verifyHeads(tx, findings)) findings.add(row)
  }
  const replaced = anew ? await replacementOf(tx, anew, old.replaced(), findings) : null
  return {
    entries: entries.count,
    checkpoints,
    uncheckpointed: tail.uncheckpointed,
    bad: findings.rows,
    isCut: findings.isFull,
    misordered: misordered && { ...misordered, neverCheckpointed: tail.neverCheckpointed },
    replaced,
  }
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
    /** The entries after the last valid checkpoint; checkpoints that will be replaced hold some of them. */
    async takeRest(old: Pick<OldCheckpoints, 'holds' | 'isBelow'> | null) {
      const tail = { uncheckpointed: 0, neverCheckpointed: 0 }
      for (let row = await peek(); row && !findings.isFull; row = await peek()) {
        step(row)
        if (old?.holds(row.id)) continue
        tail.uncheckpointed += 1
        if (old?.isBelow(row)) tail.neverCheckpointed += 1
        judgeUnlinked()
      }
      judgeUnlinked()
      return tail
    },
  }
}

type OldCheckpoints = ReturnType<typeof oldCheckpoints>

/**
 * Checkpoints from before migration 0133, from the first misordered one on: they hold entries in text order. Where they
 * were replaced, the restarting checkpoint says from which position on. Where they are still to be replaced, the first
 * of them is the first that numeric order would have made differently.
 */
function oldCheckpoints(tx: Tx, findings: Findings, replacedFrom: CheckpointPosition | null, mayWait: boolean) {
  let from = replacedFrom
  let first: string | null = null
  let last: StoredCheckpoint | null = null
  let isFromEnd = false
  const held = numberSet()
  return {
    /** Checks a checkpoint if it is one of them; undefined where it is to be checked in numeric order. */
    async take(
      checkpoint: StoredCheckpoint,
      previous: StoredCheckpoint | null,
      isAfterGap: boolean,
    ): Promise<Buffer | null | undefined> {
      if (checkpoint.form !== 2) return undefined
      const before = endOf(previous)
      const isKnown = from !== null && comparePlaces(endOf(checkpoint), from) > 0
      if (!isKnown && !(mayWait && from === null)) return undefined
      const rows = await readByText(tx, checkpoint, before)
      if (!isKnown && !(await isMisordered(tx, checkpoint, before, rows))) return undefined
      from ??= before
      if (first === null) isFromEnd = comparePlaces(before, from) === 0
      first ??= checkpoint.id
      last = checkpoint
      const check = checkOf(checkpoint, findings, isAfterGap)
      for (const row of rows) {
        check.take(row)
        if (mayWait) held.add(row.id)
      }
      return await check.end(tx)
    },
    holds: (id: string) => held.has(id),
    isBelow: ({ xid }: CheckpointPosition) => last !== null && BigInt(xid) < BigInt(last.xid_below),
    isReplacedBy: (checkpoint: StoredCheckpoint) =>
      isFromEnd && from !== null && comparePlaces(endOf(checkpoint), from) === 0,
    replaced: () => (first !== null && last !== null ? { first, last: last.id } : null),
    waiting(): Omit<Misordered, 'neverCheckpointed'> | null {
      return mayWait && first !== null && last !== null && from !== null ? { first, last: last.id, from } : null
    },
  }
}

/** Checkpoints may be replaced only with an entry that says which. */
async function replacementOf(
  tx: Tx,
  anew: StoredCheckpoint,
  replaced: { readonly first: string; readonly last: string } | null,
  findings: Findings,
): Promise<Replaced | null> {
  if (!replaced) return null
  const entry = await tx.first(replacementEntry(CHECKPOINTS_REPLACED.type, CHECKPOINTS_REPLACED.action, anew.id))
  const said = entry?.detail['replaced'] as typeof replaced | undefined
  // With too many findings not all checkpoints were read.
  const isSaid = said?.first === replaced.first && (findings.isFull || said.last === replaced.last)
  if (!entry || !said || !isSaid) {
    const what = `replaces the checkpoints ${replaced.first} to ${replaced.last}, and no entry says so`
    findings.add(bad('audit_checkpoint', anew.id, what))
    return null
  }
  const neverCheckpointed = Number(entry.detail['neverCheckpointed'])
  return {
    first: said.first,
    last: said.last,
    by: anew.id,
    entry: entry.id,
    at: entry.at.toISOString(),
    neverCheckpointed,
  }
}
