import { createHash, randomBytes } from 'node:crypto'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { canonicalJson } from '#kernel/platform/audit/audit.ts'
import { holdPerson } from '#kernel/platform/db/hold-person.ts'
import { reading, transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { excelErrors } from '#kernel/platform/excel/excel.errors.ts'
import { arriving } from '#kernel/services/file-service/attachment-files.ts'
import { withoutUnseen } from '#kernel/platform/files/inspect/clean-name.ts'
import { mustBeClean, type ScannedFiles } from '#kernel/platform/files/scanner.ts'
import type { IncomingFile } from '#kernel/platform/http/body/incoming.ts'
import { defineUploadRoute, type Route, type Runtime } from '#kernel/platform/http/route.ts'
import { mustHaveRoom } from './import-acts.ts'
import type { ImportDefinition, Importer } from './import-definition.ts'
import { auditRun } from './import-audit.ts'
import { type ImportRun, insertImport, runOfUpload } from './import-run.ts'
import { duplicateOf } from './import-view.ts'
import { type ImportUploadView, uploadSchema } from './import-wire.ts'
import type { ImportLimits } from './importer.ts'
import { importErrors } from './imports.errors.ts'
import { readParams } from './params.ts'
import { GROUP } from './run-import.ts'

export interface UploadServices extends ScannedFiles {
  readonly limits: ImportLimits
}

/** One address for each kind, with its right: people who may not import it are refused before a byte is read. */
export function uploadRoutes(services: UploadServices, definitions: readonly ImportDefinition[]): Route[] {
  const { maxBytes } = services.limits
  return definitions.map((definition) =>
    defineUploadRoute({
      method: 'POST',
      path: `/aps/import/upload/${definition.name}`,
      right: definition.right,
      summary: `${definition.name}: upload a workbook or csv file to import; \`params\`, as JSON, comes before the file`,
      mode: 'upload',
      audit: { by: 'import-audit.ts' },
      incoming: { maxBytes, tooLarge: excelErrors.tooLarge({ limit: `${Math.round(maxBytes / 1024 / 1024)} MB` }) },
      data: uploadSchema,
      handler: (runtime, context, file) => takeUpload(runtime, context, services, definition, file),
    }),
  )
}

const ENDING = /\.(xlsx|csv)$/i
const NAME_LENGTH = 200

/** The bytes are stored first, then the run: what a process that ends in between leaves is removed by age. */
async function takeUpload(
  runtime: Runtime,
  context: RequestContext,
  services: UploadServices,
  definition: ImportDefinition,
  file: IncomingFile,
) {
  const { principal, now } = context
  const ending = ENDING.exec(file.name)?.[1]?.toLowerCase()
  if (ending === undefined) throw new Refused(importErrors.notAFile({}, { field: 'file' }))
  const params = readParams(definition, file.fields['params'])
  await reading(runtime.pool, async (tx) => {
    if (!(await runBefore(tx, context))) await mustHaveRoom(tx, principal.userId)
    await definition.open?.(tx, importerOf(context, params))
  })
  const key = `${GROUP}/${randomBytes(20).toString('hex')}.${ending}`
  const kept = await keep(services, key, file)
  const name = shortName(file.name)
  // From here on only the answer may fail, with the run existing; files without a run are swept.
  const run = await transaction(runtime.pool, async (tx) => {
    // The lock comes first, so that of two calls with one key the second finds the run of the first, even where that took the last slot.
    await tx.run(holdPerson('import_run', principal.userId))
    const before = await runBefore(tx, context)
    if (before) return before
    // Checked again, because other uploads of the same person may have ended meanwhile.
    await mustHaveRoom(tx, principal.userId)
    const made = await insertImport(tx, {
      userId: principal.userId,
      kind: definition.name,
      params,
      language: context.language,
      fileKey: key,
      fileName: name,
      ...kept,
      uploadKey: context.idempotencyKey,
      scope: principal.scope,
      requestId: context.requestId,
      address: context.address ?? null,
      at: now,
    })
    await auditRun(tx, made, 'upload', null, now)
    return made
  })
  if (run.file_key !== key) {
    await services.files.remove(key).catch(() => undefined)
    mustBeSame(run, { kind: definition.name, params, sha256: kept.sha256 })
  }
  return answer(runtime, context, definition, run)
}

/** The run of the same call, repeated because its answer got lost. */
async function runBefore(tx: Tx, { principal, idempotencyKey }: RequestContext): Promise<ImportRun | undefined> {
  return idempotencyKey === null ? undefined : await tx.first(runOfUpload(principal.userId, idempotencyKey))
}

/** A repeat gets the run of the first upload. A key with another file, kind or parameter is refused. */
function mustBeSame(before: ImportRun, now: Pick<ImportRun, 'kind' | 'params'> & { readonly sha256: string }): void {
  const isSame =
    before.kind === now.kind &&
    before.file_sha256 === now.sha256 &&
    canonicalJson(before.params) === canonicalJson(now.params)
  if (!isSame) throw new Refused(httpErrors.idempotencyKeyReused())
}

/** Stores the bytes, complete and clean, or not at all. */
async function keep(services: UploadServices, key: string, file: IncomingFile) {
  const source = measured(
    arriving(file.bytes, () => new Refused(importErrors.brokenOff())),
    services.limits,
  )
  try {
    await services.files.put(key, source.chunks)
    await mustBeClean(services, key, file.name)
    return source.result()
  } catch (error) {
    // A file that cannot be removed now belongs to no run, and is swept.
    await services.files.remove(key).catch(() => undefined)
    throw error
  }
}

async function answer(
  runtime: Runtime,
  { language }: RequestContext,
  { announces }: ImportDefinition,
  run: ImportRun,
): Promise<ImportUploadView> {
  const duplicate = await reading(runtime.pool, (tx) => duplicateOf(tx, run, language))
  return { importId: run.id, taskId: run.task_id, duplicate, announces: announces ?? null }
}

function importerOf(context: RequestContext, params: Importer['params']): Importer {
  const { principal, language, now, requestId } = context
  return { principal, language, params, now, requestId }
}

/** Some browsers send folders too; the extension stays. Others see the name, so bidirectional marks are removed. */
function shortName(name: string): string {
  const bare = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  return withoutUnseen(bare.normalize('NFC')).slice(-NAME_LENGTH).toWellFormed()
}

/** Hash and size of a stream; more than the limit, or nothing, is refused. */
function measured(source: AsyncIterable<Uint8Array>, { maxBytes }: ImportLimits) {
  const hash = createHash('sha256')
  let size = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > maxBytes)
        throw new Refused(excelErrors.tooLarge({ limit: `${Math.round(maxBytes / 1024 / 1024)} MB` }))
      hash.update(chunk)
      yield chunk
    }
    if (size === 0) throw new Refused(importErrors.emptyFile({}, { field: 'file' }))
  }
  return { chunks: chunks(), result: () => ({ fileSize: size, sha256: hash.digest('hex') }) }
}
