import type { Statement } from '#kernel/platform/db/statement.ts'
import { reading, transaction, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import { lineSqlOf, tableRows } from '#kernel/engine/document/line-sql.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { approvedRound } from '#kernel/engine/effects/effect-store.ts'
import { poll, type Polling } from '#kernel/platform/jobs/poll.ts'
import { askSystem, type ReserveOutcome, type ReserveTarget, tellSystem } from './call-system.ts'
import { effectOf, NOT_AT_REST } from '#kernel/engine/reserve/reserve-states.ts'
import { reserveErrors } from '#kernel/engine/reserve/reserve.errors.ts'
import {
  claimReserves,
  endAttempt,
  giveBackReserve,
  keepReserveBody,
  lateReserves,
  type ReserveTransition,
  move,
  reserveEvents,
  postponeReserve,
  reserveKey,
  type ReserveRow,
  unansweredReserves,
} from '#kernel/engine/reserve/reserve-store.ts'

export interface ReserveServices {
  readonly pool: TransactionPool
  readonly documents: readonly ServerDocument[]
  /** Null: no such system is configured, and nothing waits for one. */
  readonly target: ReserveTarget | null
  readonly now: () => Date
}

/** Seconds until the next attempt; the last of them is repeated until the deadline. */
const PAUSES: readonly number[] = [5, 15, 60, 300]
/** Concurrent attempts in one process. */
const AT_ONCE = 8
const LOOK_MS = 500
/** An attempt that has not ended after its time-outs plus this much was lost with its process. */
const GRACE_SECONDS = 5

/** Handles due requests once. True where there may be more. */
export async function runDueReserves(
  services: ReserveServices,
  closing = new AbortController().signal,
): Promise<boolean> {
  const { pool, target, now } = services
  if (!target) return settleWithoutSystem(services)
  await giveUpLate(services)
  const at = now()
  // Query and request: two calls at most.
  const lease = new Date(at.getTime() + (target.timeoutSeconds * 2 + GRACE_SECONDS) * 1000)
  const claimed = await transaction(pool, (tx) => tx.rows(claimReserves(at, lease, AT_ONCE)))
  await Promise.all(claimed.map((row) => attempt(services, target, row, closing)))
  return claimed.length === AT_ONCE
}

/** Without a system the ledger decides: held, or released. */
async function settleWithoutSystem({ pool, documents, now }: ReserveServices): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const rows = await tx.rows(unansweredReserves(NOT_AT_REST))
    for (const row of rows) await apply(tx, documents, row, { event: 'accepted', effect: effectOf(row.state) }, now())
    return rows.length > 0
  })
}

async function giveUpLate({ pool, documents, now }: ReserveServices): Promise<void> {
  const at = now()
  await transaction(pool, async (tx) => {
    for (const row of await tx.rows(lateReserves(at))) {
      const isUnsure = row.is_unsure || row.lease_until !== null
      const error = row.last_error ?? reserveErrors.expired()
      await apply(tx, documents, row, { event: 'expired', effect: effectOf(row.state), error, isUnsure }, at)
    }
  })
}

/** Applies an event and its consequences; false where it changes nothing. */
export async function apply(
  tx: Tx,
  documents: readonly ServerDocument[],
  { id, document_type: type }: Pick<ReserveRow, 'id' | 'document_type'>,
  event: ReserveTransition,
  now: Date,
): Promise<boolean> {
  const moved = await tx.first(move(id, event, now))
  if (!moved) return false
  const definition = documents.find((document) => document.definition.name === type)?.definition
  for (const statement of reserveEvents(moved, definition?.changes ?? [], now)) await tx.run(statement)
  return true
}

async function attempt(
  services: ReserveServices,
  target: ReserveTarget,
  row: ReserveRow,
  closing: AbortSignal,
): Promise<void> {
  const { pool } = services
  const effect = effectOf(row.state)
  const outcome = await askOrTell(services, target, row, closing).catch((error: unknown): ReserveOutcome | null => {
    if (closing.aborted) return null
    console.error(`reserve ${reserveKey(row, effect)}: ${(error as Error).stack ?? String(error)}`)
    return { kind: 'later', reason: reserveErrors.fault(), afterSeconds: null, isUnsure: row.is_unsure }
  })
  // A reserve whose result cannot be recorded now is taken up again after its lease.
  await transaction(pool, (tx) => note(tx, services, row, outcome)).catch((error: unknown) =>
    console.error(`reserve ${reserveKey(row, effect)}: ${(error as Error).message}`),
  )
}

/** Where the message may have arrived, the other system is queried before it is sent again. */
async function askOrTell(
  services: ReserveServices,
  target: ReserveTarget,
  row: ReserveRow,
  closing: AbortSignal,
): Promise<ReserveOutcome> {
  const effect = effectOf(row.state)
  const key = reserveKey(row, effect)
  if (row.is_unsure) {
    const known = await askSystem(target, key, effect, services.now(), closing)
    if (known.kind !== 'missing') return known
  }
  const body = row.body ?? (await madeBody(services, row))
  // The document has moved on meanwhile: another message is due now.
  if (body === null) return { kind: 'dropped' }
  return tellSystem(target, { key, body, at: services.now() }, closing)
}

/** Made once and stored before anything is sent, so that every attempt with this key sends the same. */
async function madeBody({ pool, documents }: ReserveServices, row: ReserveRow): Promise<string | null> {
  const { document_type: documentType, document_id: id, round, no, run, state } = row
  const effect = effectOf(state)
  const document = documents.find(({ definition }) => definition.name === documentType)
  const head = { key: reserveKey(row, effect), effect, documentType, no, round }
  let said: Readonly<Record<string, unknown>> = { releases: reserveKey(row, 'occupy') }
  if (effect === 'occupy') {
    if (!document?.reserve) throw new Error(`nothing to say of ${head.key}`)
    const { definition } = document
    const { found, ...rows } = await reading(pool, async (tx) => ({
      found: await tx.first(approvedRound(definition)(id, round)),
      lines: await tx.rows(lineSqlOf(definition).read(id, round)),
      ...(await tableRows(tx, definition, id, round)),
    }))
    said = document.reserve({ no, round, approvedAt: '', header: found?.header ?? {}, ...rows, line: null })
  }
  const body = JSON.stringify({ ...head, ...said })
  const kept = await transaction(pool, (tx) => tx.first(keepReserveBody(row.id, body, run, state)))
  return kept ? body : null
}

async function note(
  tx: Tx,
  { documents, now }: ReserveServices,
  row: ReserveRow,
  outcome: ReserveOutcome | null,
): Promise<void> {
  const at = now()
  const effect = effectOf(row.state)
  const event = (more: ReserveTransition) => apply(tx, documents, row, more, at)
  const end = async (statement: Statement): Promise<void> => {
    await tx.run(statement)
  }
  // Stopping is no failure of the other side, which may have received all of it.
  if (outcome === null) return end(giveBackReserve(row.id, row.run, at, row.state))
  switch (outcome.kind) {
    case 'accepted':
      if (await event({ event: 'accepted', effect, reference: outcome.reference })) return undefined
      return end(endAttempt(row.id, row.run, at))
    case 'refused':
      if (await event({ event: 'refused', effect, error: outcome.reason, run: row.run })) return undefined
      // Withdrawn while it was requested, and refused: there is nothing to release.
      if (effect === 'occupy' && (await event({ event: 'drop', effect: 'release', run: row.run }))) return undefined
      return end(endAttempt(row.id, row.run, at))
    case 'dropped':
    case 'missing':
      return end(endAttempt(row.id, row.run, at))
    case 'later': {
      const pauseSeconds = PAUSES[Math.min(row.attempts, PAUSES.length) - 1] ?? 5
      const seconds = Math.max(pauseSeconds, outcome.afterSeconds ?? 0)
      const next = new Date(at.getTime() + seconds * 1000)
      const error = JSON.stringify({ key: outcome.reason.key, params: outcome.reason.params })
      await tx.run(postponeReserve(row.id, row.run, next, error, outcome.isUnsure, at, row.state))
      // Withdrawn meanwhile: its release need not wait for this attempt any longer.
      return end(endAttempt(row.id, row.run, at))
    }
  }
}

/** Polls until closed; an idle poll is two reads of a partial index. */
export function startReserves(services: ReserveServices): Polling {
  // The database is away: it is tried again.
  return poll(LOOK_MS, (closing) => runDueReserves(services, closing).catch(() => false))
}
