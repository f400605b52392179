import { coversScope, narrowed, requireRight, type Principal, scopeOf } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { downloadErrors } from '#kernel/services/downloads/downloads.errors.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import type { FilesStore } from '#kernel/platform/files/files-store.ts'
import type { ImportDefinition, Importer } from './import-definition.ts'
import type { ImportRun } from './import-run.ts'
import { importErrors } from './imports.errors.ts'

export interface ImportServices {
  readonly pool: TransactionPool
  readonly files: FilesStore
  readonly definitions: ReadonlyMap<string, ImportDefinition>
  readonly now: () => Date
  readonly limits: ImportLimits
}

export interface ImportLimits {
  /** Of an uploaded file. */
  readonly maxBytes: number
}

export function definitionOf(definitions: ImportServices['definitions'], kind: string): ImportDefinition {
  return required(definitions.get(kind), httpErrors.notFound())
}

/** The importer with their current rights and scope, which may have changed since the file came. */
export async function importerNow(tx: Tx, definition: ImportDefinition, run: ImportRun, now: Date): Promise<Importer> {
  const principal = await principalOfUser(tx, run.user_id, run.language)
  if (!principal) throw new Refused(downloadErrors.personGone())
  return importerOf(definition, run, principal, now)
}

export function importerOf(definition: ImportDefinition, run: ImportRun, principal: Principal, now: Date): Importer {
  requireRight(principal, definition.right)
  return {
    principal: narrowed(principal, definition.right),
    language: run.language,
    params: run.params,
    runId: run.id,
    confirmation: run.confirmation,
    now,
    requestId: run.request_id,
    address: run.address ?? undefined,
  }
}

/** Rows and file of a run are shown while its owner still sees everything they saw when it was read. Cancelling does not need that. */
export function mustSeeRows(run: ImportRun, { right }: ImportDefinition, principal: Principal): void {
  if (!coversScope(scopeOf(principal, right), run.scope ?? 'all')) throw new Refused(importErrors.scopeShrunk())
}
