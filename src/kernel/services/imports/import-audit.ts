import { auditEntry } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ImportRun } from './import-run.ts'
import type { ImportState } from '#kernel/services/downloads/import-card.ts'

const lastHash = prepared<{ hash: Buffer }>(
  'imports.last-hash',
  `select hash from audit_entry where document_id = $1 and document_type = 'import' order by id desc limit 1`,
)

/** What is done to an import, each with a name among the texts of the audit. */
export const RUN_ACTS = ['upload', 'run', 'refused', 'stopped', 'cancel', 'discard', 'undo', 'failed', 'purge'] as const

/**
 * Records the person, the file with its hash, and the number of rows of an import; in addition to the entries of the written rows. The caller
 * holds the run's lock.
 */
export async function auditRun(
  tx: Tx,
  run: ImportRun,
  action: (typeof RUN_ACTS)[number],
  fromState: ImportState | null,
  at: Date,
): Promise<void> {
  const previous = await tx.first(lastHash(run.id))
  const record = {
    documentType: 'import',
    documentId: run.id,
    subject: run.file_name,
    address: run.address,
    action,
    actorId: run.user_id,
    at,
    fromState,
    toState: run.state,
    detail: {
      kind: run.kind,
      params: run.params,
      file: run.file_name,
      size: run.file_size,
      sha256: run.file_sha256,
      mode: run.mode,
      ...(run.confirmation === null ? {} : { confirmation: run.confirmation }),
      rows: {
        create: run.rows_create,
        update: run.rows_update,
        same: run.rows_same,
        bad: run.rows_bad,
        removed: run.rows_removed,
        applied: run.rows_applied,
        undone: run.rows_undone,
      },
      reason: run.reason,
    },
    requestId: run.request_id,
  }
  await tx.run(auditEntry(record, previous?.hash ?? null).statement)
}
