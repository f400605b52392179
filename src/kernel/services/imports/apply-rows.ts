import { reading, transaction, type Tx } from '#kernel/platform/db/tx.ts'
import type { Refused } from '#kernel/base/errors/errors.ts'
import type { AppliedRow, ApplyRow, ImportDefinition, UndoRow } from './import-definition.ts'
import {
  type DoneRow,
  markApplied,
  type PendingImportRow,
  pendingAmong,
  pendingBetween,
  recount,
  refuseRows,
  type RowProblem,
  rowSpan,
  rowsOfParts,
  writtenAmong,
  writtenBetween,
} from './import-rows.ts'
import { auditRun } from './import-audit.ts'
import { notifyEnd } from './notify-end.ts'
import { countApplied, type ImportRun, listsChanged, moveRun } from './import-run.ts'
import type { ImportState } from '#kernel/services/downloads/import-card.ts'
import { type ImportServices, importerNow } from './importer.ts'
import { importErrors } from './imports.errors.ts'
import { rowList } from './row-list.ts'
import type { Work } from './work.ts'

/** Rows written at a time; with valid rows only, each batch is a transaction. */
const BATCH = 1000
/** Refused rows that are reported, as many as a person would read; nothing is written anyway. */
const MOST_TOLD = 1000

/** Rows written, or undone, together: a range of numbers, or those of a part, wherever in the file they are. */
type Span = readonly [from: number, to: number] | { readonly rows: readonly number[] }

function isPart(span: Span): span is Extract<Span, { rows: readonly number[] }> {
  return 'rows' in span
}

/** An all-or-nothing run is one range, and so is a part. */
export async function spansOf(
  tx: Tx,
  { isWhole, parts, rowsAtOnce = BATCH }: ImportDefinition,
  run: ImportRun,
): Promise<Span[]> {
  if (parts) return tx.rows(rowsOfParts(run.id))
  const { first, last } = (await tx.first(rowSpan(run.id))) ?? { first: 1, last: 0 }
  const size = isWhole ? last : rowsAtOnce
  const spans: Span[] = []
  for (let from = first; from <= last; from += size) spans.push([from, from + size - 1])
  return spans
}

const pendingIn = ({ id }: ImportRun, span: Span) =>
  isPart(span) ? pendingAmong(id, span.rows) : pendingBetween(id, ...span)

/** The written part of a range, from the last row to the first. */
export const writtenIn = ({ id }: ImportRun, span: Span) =>
  isPart(span) ? writtenAmong(id, span.rows) : writtenBetween(id, ...span)

interface RefusedRow {
  readonly row: number
  readonly errors: readonly RowProblem[]
}

export async function applyRun(services: ImportServices, definition: ImportDefinition, work: Work): Promise<void> {
  if (work.run.mode === 'good' && !definition.isWhole) await applyGood(services, definition, work)
  else await applyAll(services, definition, work)
}

/** Batch by batch: committed rows are marked in the same transaction, so that a resumed run finds exactly the remaining ones. */
async function applyGood(services: ImportServices, definition: ImportDefinition, work: Work): Promise<void> {
  const { pool, now } = services
  const total = work.run.rows_to_do
  for (const span of await reading(pool, (tx) => spansOf(tx, definition, work.run))) {
    work.signal.throwIfAborted()
    await transaction(pool, async (tx) => {
      await work.mustBeMine(tx)
      const rows = await tx.rows(pendingIn(work.run, span))
      if (rows.length === 0) return
      const { applied, refused } = await written(tx, services, definition, work.run, span, rows)
      if (refused.length > 0) {
        await tx.run(refuseRows(work.run.id, refused, true))
        await tx.run(recount(work.run.id))
      }
      if (applied > 0) await tx.flight(listsChanged(definition.changes))
      // The run is locked from here to the commit: a cancellation comes before this batch or after it.
      await work.mustStayMine(tx)
      await tx.run(countApplied(work.run.id, applied, rows.length, now()))
    })
  }
  await transaction(pool, async (tx) => {
    const run = await work.mustStayMine(tx)
    await end(tx, services, definition, run)
  })
  work.progress.done = total ?? 0
}

/** A row that no longer fits: under 'all or nothing' nothing is written. */
class DoesNotFit extends Error {
  readonly rows: readonly RefusedRow[]
  constructor(rows: readonly RefusedRow[]) {
    super('rows do not fit any more')
    this.rows = rows
  }
}

async function applyAll(services: ImportServices, definition: ImportDefinition, work: Work): Promise<void> {
  const { pool, now } = services
  try {
    await transaction(pool, async (tx) => {
      await work.mustBeMine(tx)
      await definition.open?.(tx, await importerNow(tx, definition, work.run, now()))
      const refused: RefusedRow[] = []
      let done = 0
      let applied = 0
      for (const span of await spansOf(tx, definition, work.run)) {
        work.signal.throwIfAborted()
        const rows = await tx.rows(pendingIn(work.run, span))
        if (rows.length === 0) continue
        const outcome = await written(tx, services, definition, work.run, span, rows)
        applied += outcome.applied
        refused.push(...outcome.refused)
        if (refused.length >= MOST_TOLD) break
        done += rows.length
        work.progress.done = done
      }
      if (refused.length > 0) throw new DoesNotFit(refused.slice(0, MOST_TOLD))
      await tx.flight(listsChanged(definition.changes))
      await work.mustStayMine(tx)
      await tx.run(countApplied(work.run.id, applied, done, now()))
      await end(tx, services, definition, await work.mustStayMine(tx))
    })
  } catch (error) {
    if (!(error instanceof DoesNotFit)) throw error
    await transaction(pool, (tx) => checkedAgain(tx, services, work, error.rows))
  }
}

/** Nothing was written; the rows that did not fit have reasons, and the person decides again. */
async function checkedAgain(
  tx: Tx,
  { now }: ImportServices,
  work: Work,
  refused: readonly RefusedRow[],
): Promise<void> {
  const run = await work.mustStayMine(tx)
  await tx.run(refuseRows(run.id, refused, true))
  await tx.run(recount(run.id))
  const reason = importErrors.noLongerFits({ rows: rowList(refused.map(({ row }) => row)) })
  const moved = await moveRun(tx, run, { state: stoppedState(run), reason }, now())
  await auditRun(tx, moved, 'refused', 'running', now())
  await notifyEnd(tx, moved, now())
}

async function written(
  tx: Tx,
  services: ImportServices,
  definition: ImportDefinition,
  run: ImportRun,
  span: Span,
  rows: readonly PendingImportRow[],
): Promise<{ applied: number; refused: RefusedRow[] }> {
  const now = services.now()
  const importer = await importerNow(tx, definition, run, now)
  const before = isPart(span) ? await tx.rows(writtenIn(run, span)) : []
  const outcomes = await definition.apply(tx, importer, rows.map(applyRow), before)
  const { done, refused } = sorted(definition, rows, outcomes)
  if (done.length > 0) await tx.run(markApplied(run.id, done, now))
  return { applied: done.length, refused }
}

function applyRow({ row, parsed, action, key, basis }: PendingImportRow): ApplyRow {
  return { row, values: parsed, action, key, basis }
}

/** Splits rows into written and refused ones, each exactly once. */
export function sorted(
  definition: ImportDefinition,
  rows: readonly { readonly row: number }[],
  outcomes: readonly AppliedRow[],
): { done: DoneRow[]; refused: RefusedRow[] } {
  const asked = new Set(rows.map(({ row }) => row))
  const done: DoneRow[] = []
  const refused: RefusedRow[] = []
  for (const outcome of outcomes) {
    if (!asked.delete(outcome.row)) throw new Error(`${definition.name} answers row ${outcome.row} unasked`)
    if ('refusal' in outcome) {
      const { key, params, field } = outcome.refusal
      refused.push({ row: outcome.row, errors: [{ column: field ?? '', key, params }] })
    } else done.push({ row: outcome.row, undo: outcome.undo ?? null, made: outcome.made ?? null })
  }
  if (asked.size > 0) throw new Error(`${definition.name} leaves out ${asked.size} rows`)
  return { done, refused }
}

async function end(tx: Tx, { now }: ImportServices, definition: ImportDefinition, run: ImportRun): Promise<void> {
  let resultUrl: string | null = null
  if (definition.result) {
    const importer = await importerNow(tx, definition, run, now())
    const span = await tx.first(rowSpan(run.id))
    const all: UndoRow[] = await tx.rows(writtenBetween(run.id, span?.first, span?.last))
    resultUrl = definition.result(importer, all)
  }
  const moved = await moveRun(tx, run, { state: 'done', resultUrl }, now())
  await auditRun(tx, moved, 'run', 'running', now())
  await notifyEnd(tx, moved, now())
}

/**
 * State of a run whose rows could not be written. An all-or-nothing run wrote nothing, so it can be inspected and run
 * again. If it had written rows before, it can be undone, but not discarded.
 */
export function stoppedState({ mode, rows_applied: written }: ImportRun): ImportState {
  return mode === 'all' && written === 0 ? 'checked' : 'stopped'
}

/** Final obstacles: the right was lost, or the region is out of scope. Written rows stay. */
export async function stopRun(tx: Tx, { now }: ImportServices, run: ImportRun, reason: Refused): Promise<void> {
  const { first } = reason
  const moved = await moveRun(tx, run, { state: stoppedState(run), reason: first }, now())
  await auditRun(tx, moved, 'stopped', 'running', now())
  await notifyEnd(tx, moved, now())
}
