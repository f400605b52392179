import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'

/** Rows of the area's tables that may refer to a record, besides its documents and records. */
export const rows: readonly OwnRows[] = [
  { table: 'document_effect', name: 'effect', show: 'document_id', scope: 'scope_id' },
  { table: 'sync_push', name: 'push', show: 'record_key', right: 'integration.log.view' },
  { table: 'sync_run', name: 'run', show: 'id', right: 'integration.log.view' },
]
