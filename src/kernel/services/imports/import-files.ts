import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { SHEET_TYPES } from '#kernel/platform/excel/media-types.ts'
import { type FileGroup, storedFile } from '#kernel/services/file-service/file.routes.ts'
import type { FilesStore } from '#kernel/platform/files/files-store.ts'
import type { ImportDefinition } from './import-definition.ts'
import { runOf } from './import-run.ts'
import { importerOf, mustSeeRows } from './importer.ts'
import { KEPT_DAYS, ORIGINALS } from '#kernel/services/downloads/import-card.ts'
import { importErrors } from './imports.errors.ts'

const KEY = /^original-(\d{1,18})\.(?:xlsx|csv)$/

interface Services {
  readonly files: FilesStore
  readonly definitions: ReadonlyMap<string, ImportDefinition>
}

/** Uploaded import files, for their uploader, as long as the run is kept and they may still import it. */
export function importFiles({ files, definitions }: Services): FileGroup {
  return {
    name: ORIGINALS,
    isKey: (key) => KEY.test(key),
    async find(tx, principal, key, now) {
      const run = required(await tx.first(runOf(principal.userId, KEY.exec(key)?.[1] ?? '0')), httpErrors.notFound())
      if (run.purged_at) throw new Refused(importErrors.purged({ days: KEPT_DAYS }))
      const definition = required(definitions.get(run.kind), httpErrors.notFound())
      // Refuses a person who has lost the right.
      importerOf(definition, run, principal, now)
      mustSeeRows(run, definition, principal)
      const isCsv = run.file_key.endsWith('.csv')
      return storedFile(files, run.file_key, {
        fileName: run.file_name,
        mediaType: SHEET_TYPES[isCsv ? 'csv' : 'xlsx'],
        size: run.file_size,
        tag: run.file_sha256,
      })
    },
  }
}
