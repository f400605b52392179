import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { holdPerson } from '#kernel/platform/db/hold-person.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { downloadErrors } from '#kernel/services/downloads/downloads.errors.ts'
import { stoppedState } from './apply-rows.ts'
import type { ImportDefinition } from './import-definition.ts'
import { auditRun } from './import-audit.ts'
import { countAsked } from './import-rows.ts'
import { countAtWork, type ImportRun, lockRunOf, type ImportTransition, moveRun, pendingRows } from './import-run.ts'
import { possible, runView } from './import-view.ts'
import type { ImportMode } from './import-wire.ts'
import { definitionOf, importerOf, type ImportServices, mustSeeRows } from './importer.ts'
import { importErrors } from './imports.errors.ts'

/** Running phases per person: the next waits until one has ended. */
export const MOST_AT_WORK = 5

export interface ImportAct {
  readonly importId: string
  readonly version: number
}

/** The data for deciding an act: the run, locked until the transaction ends, and its definition. */
export interface HeldRun {
  readonly run: ImportRun
  readonly definition: ImportDefinition
  /** The same call again: it was done, and its answer is the current run. */
  readonly isRepeat: boolean
}

/** The caller's own run, if it is unchanged since they saw it. */
export async function holdRun(
  tx: Tx,
  context: RequestContext,
  definitions: ImportServices['definitions'],
  act: ImportAct,
): Promise<HeldRun> {
  const run = required(await tx.first(lockRunOf(context.principal.userId, act.importId)), httpErrors.notFound())
  const definition = definitionOf(definitions, run.kind)
  importerOf(definition, run, context.principal, context.now)
  const isRepeat = context.idempotencyKey !== null && context.idempotencyKey === run.last_key
  if (!isRepeat && run.version !== act.version) {
    const data = await runView(tx, run, definition, context)
    throw new Refused({ ...importErrors.stale(), data })
  }
  return { run, definition, isRepeat }
}

/** Safe under concurrency where it is called in the transaction that then adds the run. */
export async function mustHaveRoom(tx: Tx, userId: number): Promise<void> {
  await tx.run(holdPerson('import_run', userId))
  const busy = await tx.first(countAtWork(userId))
  if ((busy?.total ?? 0) >= MOST_AT_WORK) throw new Refused(importErrors.tooManyRunning({ limit: MOST_AT_WORK }))
}

function refuseUnless(isPossible: boolean): void {
  if (!isPossible) throw new Refused(importErrors.notNow())
}

const keyed = ({ idempotencyKey, requestId, address }: RequestContext) => ({
  key: idempotencyKey,
  requestId,
  address: address ?? null,
})

export async function startRun(
  tx: Tx,
  context: RequestContext,
  { run, definition }: HeldRun,
  mode: ImportMode,
  reason: string,
): Promise<ImportRun> {
  refuseUnless(run.state === 'checked')
  if (definition.isWhole && mode === 'good') throw new Refused(importErrors.onlyWhole())
  if (mode === 'all' && run.rows_bad > 0) throw new Refused(importErrors.badRows({ count: run.rows_bad }))
  if (pendingRows(run) === 0) throw new Refused(importErrors.nothingToDo())
  refuseUnless(possible(run, definition).run)
  const confirmation = await confirmed(tx, run, reason)
  return begin(tx, context, { run, definition }, { state: 'running', mode, toDo: pendingRows(run), ...confirmation })
}

/** Rows that ask for a reason are not written without one. */
async function confirmed(tx: Tx, run: ImportRun, reason: string): Promise<Pick<ImportTransition, 'confirmation'>> {
  const { total = 0 } = (await tx.first(countAsked(run.id))) ?? {}
  if (total === 0) return {}
  const confirmation = reason.trim()
  if (confirmation === '') throw new Refused(importErrors.reasonMissing({ count: total }, { field: 'reason' }))
  return { confirmation }
}

/** Continues a stopped run, or writes rows corrected after the end. */
export async function resumeRun(
  tx: Tx,
  context: RequestContext,
  { run, definition }: HeldRun,
  reason: string,
): Promise<ImportRun> {
  refuseUnless(possible(run, definition).resume)
  const confirmation = await confirmed(tx, run, reason)
  return begin(tx, context, { run, definition }, { state: 'running', toDo: pendingRows(run), ...confirmation })
}

export function undoRunAsked(tx: Tx, context: RequestContext, { run, definition }: HeldRun): Promise<ImportRun> {
  refuseUnless(possible(run, definition).undo)
  const move: ImportTransition = { state: 'undoing', priorState: run.state, toDo: run.rows_applied }
  return begin(tx, context, { run, definition }, move)
}

async function begin(
  tx: Tx,
  context: RequestContext,
  { run, definition }: Omit<HeldRun, 'isRepeat'>,
  move: ImportTransition,
): Promise<ImportRun> {
  // Rows that a person may no longer see cannot be run by them.
  mustSeeRows(run, definition, context.principal)
  await mustHaveRoom(tx, run.user_id)
  await definition.open?.(tx, importerOf(definition, run, context.principal, context.now))
  return moveRun(tx, run, { ...move, ...keyed(context) }, context.now)
}

/** Takes effect between two batches: written batches stay, and the worker notices that it was cancelled. */
export async function cancelRun(tx: Tx, context: RequestContext, { run }: Pick<HeldRun, 'run'>): Promise<ImportRun> {
  const moved = await moveRun(tx, run, { ...cancelled(run), ...keyed(context) }, context.now)
  await auditRun(tx, moved, 'cancel', run.state, context.now)
  return moved
}

function cancelled(run: ImportRun): ImportTransition {
  if (run.state === 'reading') return { state: 'discarded', reason: downloadErrors.cancelled() }
  if (run.state === 'undoing') return { state: run.prior_state ?? 'done', reason: downloadErrors.cancelled() }
  if (run.state !== 'running') throw new Refused(importErrors.notNow())
  const state = stoppedState(run)
  if (state === 'checked') return { state, reason: downloadErrors.cancelled() }
  const total = run.rows_create + run.rows_update
  return { state, reason: importErrors.stopped({ done: run.rows_applied, total }) }
}

export async function discardRun(tx: Tx, context: RequestContext, { run, definition }: HeldRun): Promise<ImportRun> {
  refuseUnless(possible(run, definition).discard)
  const moved = await moveRun(tx, run, { state: 'discarded', ...keyed(context) }, context.now)
  await auditRun(tx, moved, 'discard', run.state, context.now)
  return moved
}

/** Retries a file that could not be read because of a fault that may be over. */
export async function serializationFailure(
  tx: Tx,
  context: RequestContext,
  { run, definition }: HeldRun,
): Promise<ImportRun> {
  refuseUnless(run.state === 'failed' && run.purged_at === null)
  return begin(tx, context, { run, definition }, { state: 'reading' })
}
