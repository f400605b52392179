import { randomUUID } from 'node:crypto'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type ActionAnswer, type Command, commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import type { AppliedRow, Importer, UndoRow } from './import-definition.ts'

// The acts of an import whose rows become documents.

/** A draft that a run made, with its version then. */
export interface Draft {
  readonly id: string
  readonly no: string
  readonly version: number
}

/** An act on behalf of the importer, through the action runner. */
export function actOn(
  tx: Tx,
  document: ServerDocument,
  importer: Importer,
  command: Partial<Command> & { action: string },
): Promise<ActionAnswer> {
  const { principal, language, requestId, now } = importer
  const context: RequestContext = {
    principal,
    language,
    requestId,
    now,
    // The run's own state prevents repetition; within its transaction no other act has this key.
    idempotencyKey: randomUUID(),
    log: () => {},
  }
  return runActionIn(tx, document, context, commandOf(command))
}

/** Why an act was refused; null where it succeeded. */
export async function refusalOf(acting: Promise<unknown>): Promise<Refusal | null> {
  try {
    await acting
    return null
  } catch (error) {
    if (error instanceof Refused) return error.first
    throw error
  }
}

/** Deletes the drafts that rows became, each only if it was neither changed since the run nor submitted. */
export async function undoDrafts(
  tx: Tx,
  document: ServerDocument,
  importer: Importer,
  rows: readonly UndoRow[],
): Promise<readonly AppliedRow[]> {
  const outcomes: AppliedRow[] = []
  for (const [id, ofDraft] of Map.groupBy(rows, ({ undo }) => (undo as Draft).id)) {
    // A run may have written one draft several times; the last version counts.
    const version = Math.max(...ofDraft.map(({ undo }) => (undo as Draft).version))
    const refusal = await refusalOf(actOn(tx, document, importer, { action: 'delete', id, version }))
    outcomes.push(...ofDraft.map(({ row }) => (refusal ? { row, refusal } : { row, undo: null })))
  }
  return outcomes
}
