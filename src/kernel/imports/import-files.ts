import { Refused, required } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { SHEET_TYPES } from '#kernel/excel/media-types.ts'
import { type FileGroup, storedFile } from '#kernel/files/file.routes.ts'
import type { FilesStore } from '#kernel/files/files-store.ts'
import type { ImportDefinition } from './import-definition.ts'
import { type ImportRun, runOf } from './import-run.ts'
import { importerOf, KEPT_DAYS, mustSeeRows } from './importer.ts'
import { importErrors } from './imports.errors.ts'

const GROUP = 'originals'
const KEY = /^original-(\d{1,18})\.(?:xlsx|csv)$/

/** On the wire, with the ending that says what can be shown of it. */
export function originalKey(run: Pick<ImportRun, 'id' | 'file_key' | 'purged_at'>): string | null {
  return run.purged_at ? null : `${GROUP}/original-${run.id}${run.file_key.slice(run.file_key.lastIndexOf('.'))}`
}

interface Services {
  readonly files: FilesStore
  readonly definitions: ReadonlyMap<string, ImportDefinition>
}

const DAY_MS = 86_400_000

/** When file and rows of a run go if nothing is done with it any more. */
export function keptUntil({ updated_at: at }: { readonly updated_at: Date }): Date {
  return new Date(at.getTime() + KEPT_DAYS * DAY_MS)
}

/** What somebody handed in to be imported, for himself, for as long as the run is kept and he may still import it. */
export function importFiles({ files, definitions }: Services): FileGroup {
  return {
    name: GROUP,
    isKey: (key) => KEY.test(key),
    async find(tx, principal, key, now) {
      const run = required(await tx.first(runOf(principal.userId, KEY.exec(key)?.[1] ?? '0')), httpErrors.notFound())
      if (run.purged_at) throw new Refused(importErrors.purged({ days: KEPT_DAYS }))
      const definition = required(definitions.get(run.kind), httpErrors.notFound())
      // Refuses whoever has lost the right.
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
