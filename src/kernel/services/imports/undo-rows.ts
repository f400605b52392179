import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import type { Refused } from '#kernel/base/errors/errors.ts'
import { sorted, spansOf, writtenIn } from './apply-rows.ts'
import type { ImportDefinition } from './import-definition.ts'
import { forgetUndoProblems, markUndone, refuseRows, type RowProblem } from './import-rows.ts'
import { auditRun } from './import-audit.ts'
import { countUndone, type ImportRun, listsChanged, moveRun } from './import-run.ts'
import { type ImportServices, importerNow } from './importer.ts'
import { importErrors } from './imports.errors.ts'
import { rowList } from './row-list.ts'
import { notifyEnd } from './notify-end.ts'
import type { Work } from './work.ts'

const MOST_TOLD = 1000

class DependedOn extends Error {
  readonly rows: readonly { row: number; errors: readonly RowProblem[] }[]
  constructor(rows: DependedOn['rows']) {
    super('rows cannot be taken back')
    this.rows = rows
  }
}

/** Undoes everything that a run wrote, in one transaction, or nothing of it. */
export async function undoRun(services: ImportServices, definition: ImportDefinition, work: Work): Promise<void> {
  const { pool } = services
  try {
    await transaction(pool, (tx) => undoAll(tx, services, definition, work))
  } catch (error) {
    if (!(error instanceof DependedOn)) throw error
    await transaction(pool, async (tx) => {
      const run = await work.mustStayMine(tx)
      await tx.run(forgetUndoProblems(run.id))
      await tx.run(refuseRows(run.id, error.rows, false))
      await standAgain(tx, services, run, importErrors.dependedOn({ rows: rowList(error.rows.map(({ row }) => row)) }))
    })
  }
}

async function undoAll(tx: Tx, services: ImportServices, definition: ImportDefinition, work: Work): Promise<void> {
  const now = services.now()
  await work.mustBeMine(tx)
  const importer = await importerNow(tx, definition, work.run, now)
  const refused: { row: number; errors: readonly RowProblem[] }[] = []
  let undone = 0
  for (const span of (await spansOf(tx, definition, work.run)).reverse()) {
    work.signal.throwIfAborted()
    const rows = await tx.rows(writtenIn(work.run, span))
    if (rows.length === 0) continue
    const outcome = sorted(definition, rows, await definition.undo(tx, importer, rows))
    refused.push(...outcome.refused)
    if (refused.length >= MOST_TOLD) break
    const done = outcome.done.map(({ row }) => row)
    await tx.run(markUndone(work.run.id, done, now))
    undone += done.length
    work.progress.done = undone
  }
  if (refused.length > 0) throw new DependedOn(refused.slice(0, MOST_TOLD))
  await tx.run(forgetUndoProblems(work.run.id))
  await tx.flight(listsChanged(definition.changes))
  await work.mustStayMine(tx)
  await tx.run(countUndone(work.run.id, undone, now))
  const moved = await moveRun(tx, await work.mustStayMine(tx), { state: 'undone' }, now)
  await auditRun(tx, moved, 'undo', 'undoing', now)
  await notifyEnd(tx, moved, now)
}

/** It could not be undone and keeps its state. */
export async function standAgain(
  tx: Tx,
  { now }: Pick<ImportServices, 'now'>,
  run: ImportRun,
  reason: Refused['first'] | null,
): Promise<ImportRun> {
  const moved = await moveRun(tx, run, { state: run.prior_state ?? 'done', reason }, now())
  await auditRun(tx, moved, 'undo', 'undoing', now())
  await notifyEnd(tx, moved, now(), 'stands')
  return moved
}
