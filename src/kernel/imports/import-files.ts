import { required } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { type FileGroup, storedFile } from '#kernel/files/file.routes.ts'
import type { FilesStore } from '#kernel/files/files-store.ts'
import type { ImportDefinition } from './import-definition.ts'
import { runOf } from './import-run.ts'
import { importerOf } from './importer.ts'

const KEY = /^original-(\d{1,18})$/

interface Services {
  readonly files: FilesStore
  readonly definitions: ReadonlyMap<string, ImportDefinition>
}

/** What somebody handed in to be imported, for himself while he may still import it: `original-{importId}`. */
export function importFiles({ files, definitions }: Services): FileGroup {
  return {
    name: 'originals',
    isKey: (key) => KEY.test(key),
    async find(tx, principal, key, now) {
      const run = required(await tx.first(runOf(principal.userId, KEY.exec(key)?.[1] ?? '0')), httpErrors.notFound())
      const definition = required(definitions.get(run.kind), httpErrors.notFound())
      // Refuses whoever has lost the right.
      importerOf(definition, run, principal, now)
      const isCsv = run.file_key.endsWith('.csv')
      return storedFile(files, run.file_key, {
        fileName: run.file_name,
        mediaType: isCsv
          ? 'text/csv; charset=utf-8'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        size: run.file_size,
        tag: run.file_sha256,
      })
    },
  }
}
