import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { SameFileView } from '#kernel/platform/files/attachment-wire.ts'
import { holdPerson } from '#kernel/platform/db/hold-person.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { attachmentSchema } from '#kernel/engine/document/routes/document-schemas.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { callEntry } from '#kernel/platform/audit/call-entry.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { IncomingFile } from '#kernel/platform/http/body/incoming.ts'
import { defineRoute, defineUploadRoute, type Route, type Runtime } from '#kernel/platform/http/route.ts'
import { type AttachmentServices, arriving, readableAttachment } from './attachment-files.ts'
import {
  beginUpload,
  countWaiting,
  finishUpload,
  forgetUpload,
  GROUP,
  removeUnbound,
  type SameUpload,
  sameUploads,
} from '#kernel/platform/files/attachment-store.ts'
import { attachmentErrors } from '#kernel/platform/files/attachment.errors.ts'
import { type FileGroup, fileNamed, makeFileLink } from './file.routes.ts'
import type { FilesStore } from '#kernel/platform/files/files-store.ts'
import { inspectUpload, type Inspected, refuseByName, tooLarge } from '#kernel/platform/files/inspect/inspect-upload.ts'
import { reencode } from '#kernel/platform/files/reencode.ts'
import { smallKey } from './small-picture.ts'
import { mustBeClean, type ScannedFiles } from '#kernel/platform/files/scanner.ts'

export interface AttachmentRouteServices extends AttachmentServices, ScannedFiles {
  /** Every kind of file that can be fetched. */
  readonly groups: readonly FileGroup[]
  readonly limits: AttachmentLimits
}

export interface AttachmentLimits {
  readonly maxBytes: number
  /** How long a link to a file is valid. */
  readonly linkMinutes: number
}

const base = '/aps/attachment/file'
/** Unused uploads that one person may have. */
const MOST_WAITING = 100

/** The same content uploaded earlier by the same person; other people's files are never compared. */
const sameSchema = Type.Object({
  keys: Type.Array(Type.String()),
  name: Type.String(),
  time: Type.String(),
  documentNo: Type.Union([Type.String(), Type.Null()]),
})
const uploadedSchema = Type.Object({ ...attachmentSchema.properties, same: Type.Union([sameSchema, Type.Null()]) })

const byKey = Type.Object({ key: Type.String({ maxLength: 120 }) })

export function attachmentRoutes(services: AttachmentRouteServices): Route[] {
  return [
    defineUploadRoute({
      method: 'POST',
      path: `${base}/upload`,
      right: { signedIn: 'a file is nobody else’s until an action, with its own right, names its key' },
      summary: 'Upload a picture or PDF; an action then names its key in `files`',
      mode: 'upload',
      audit: { by: 'its own entry' },
      incoming: { maxBytes: services.limits.maxBytes, tooLarge: tooLarge(services.limits.maxBytes) },
      data: uploadedSchema,
      handler: (runtime, context, file) => takeUpload(runtime, context, services, file),
    }),
    defineRoute({
      method: 'POST',
      path: `${base}/preview/url`,
      right: { signedIn: 'each kind of file says whose it is; an attachment’s right is that of its document' },
      summary:
        'A link to look at a file, for the caller alone and for minutes; a workbook is looked at by /aps/file/preview/sheet',
      mode: 'write',
      audit: { none: 'a link for minutes to look at what he may read' },
      fromLink: true,
      body: byKey,
      data: Type.Object({ url: Type.String(), expireTime: Type.String(), ...attachmentSchema.properties }),
      async handler(tx, context, { body: { key } }) {
        const named = fileNamed(services.groups, key)
        const { fileName, mediaType, size } = await named.group.find(tx, context.principal, named.key, context.now)
        const link = { ...named, purpose: 'preview', seconds: services.limits.linkMinutes * 60 } as const
        return { ...(await makeFileLink(tx, context, link)), key, name: fileName, type: mediaType, size }
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${base}/remove`,
      right: { signedIn: 'only what the caller uploaded himself and nothing has named yet' },
      summary: "Remove one of the caller's uploads that nothing uses",
      mode: 'write',
      fromLink: true,
      body: byKey,
      data: Type.Object({ key: Type.String() }),
      async handler(tx, context, { body: { key } }) {
        const gone = await tx.first(removeUnbound(key, context.principal.userId, context.now))
        if (gone) return { key }
        const file = await readableAttachment(tx, services, context.principal, key)
        throw new Refused(attachmentErrors.bound({ name: file.name }))
      },
    }),
  ]
}

/** The row is inserted first, then the bytes are stored, then the row is completed: the sweep finds whatever an ended process leaves. */
async function takeUpload(
  runtime: Runtime,
  context: RequestContext,
  services: AttachmentRouteServices,
  file: IncomingFile,
) {
  const { principal, now } = context
  const { files, limits } = services
  refuseByName(file.name)
  const key = randomBytes(20).toString('hex')
  await transaction(runtime.pool, async (tx) => {
    await tx.run(holdPerson('attachment', principal.userId))
    const waiting = required(await tx.first(countWaiting(principal.userId)), httpErrors.server())
    if (waiting.total >= MOST_WAITING) throw new Refused(attachmentErrors.tooManyWaiting({ limit: MOST_WAITING }))
    await tx.run(beginUpload(key, principal.userId, now))
  })
  const stored = `${GROUP}/${key}`
  let given: Inspected
  let kept: Kept
  try {
    const source = arriving(file.bytes, () => new Refused(attachmentErrors.brokenOff()))
    const upload = inspectUpload(file.name, source, limits.maxBytes)
    await files.put(stored, upload.chunks)
    given = upload.result()
    await mustBeClean(services, stored, given.name)
    kept = await writtenAnew(files, key, given)
  } catch (error) {
    // If removal fails now, the row stays and the sweep finds it; the original error is reported first.
    await removeBoth(runtime, files, key).catch(() => undefined)
    throw error
  }
  // From here on only the answer may fail, with the row complete; otherwise the sweep removes it.
  return finish(runtime, { ...services, context, key, given, kept })
}

async function removeBoth({ pool }: Runtime, files: FilesStore, key: string): Promise<void> {
  await Promise.all([files.remove(`${GROUP}/${key}`), files.remove(smallKey(key))])
  await transaction(pool, (tx) => tx.run(forgetUpload(key)))
}

type Kept = Pick<Inspected, 'size' | 'sha256'> & { readonly pictureHash: string | null }

/** Pictures are stored re-encoded, with a thumbnail; PDFs unchanged (docs/decisions/034). */
async function writtenAnew(files: FilesStore, key: string, given: Inspected): Promise<Kept> {
  if (given.kind === 'pdf') return { ...given, pictureHash: null }
  const stored = `${GROUP}/${key}`
  const file = required(await files.open(stored), httpErrors.server())
  const { bytes, small, pictureHash } = await reencode(given.kind, await buffer(file.bytes), given.name)
  await files.put(stored, Readable.from([bytes]))
  await files.put(smallKey(key), Readable.from([small]))
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), pictureHash }
}

interface Finished extends AttachmentServices {
  readonly context: RequestContext
  readonly key: string
  readonly given: Inspected
  readonly kept: Kept
}

async function finish(runtime: Runtime, { definitions, context, key, given, kept }: Finished) {
  const { name, mediaType } = given
  const { now } = context
  const { userId } = context.principal
  return transaction(runtime.pool, async (tx) => {
    const before = await tx.rows(sameUploads(userId, given.sha256, key))
    await tx.run(finishUpload(key, name, mediaType, kept.size, kept.sha256, given.sha256, now, kept.pictureHash))
    const uploaded = { key, type: mediaType, size: kept.size, sha256: given.sha256 }
    await tx.run(callEntry({ path: `${base}/upload` }, context, uploaded, { type: 'attachment', subject: name }))
    return { key, name, type: mediaType, size: kept.size, same: await sameView(tx, definitions, before) }
  })
}

/** Tells the uploader which keys hold the same file, and where they last used it. */
async function sameView(
  tx: Tx,
  definitions: AttachmentServices['definitions'],
  before: readonly SameUpload[],
): Promise<SameFileView | null> {
  const [last] = before
  if (!last) return null
  const used = before.find(({ document_id: id }) => id !== null)
  const { name, created_at: at } = used ?? last
  const definition = definitions.get(used?.document_type ?? '')
  const document = definition && used ? await tx.first(numberOf(definition)(used.document_id)) : undefined
  return { keys: before.map(({ key }) => key), name, time: at.toISOString(), documentNo: document?.no ?? null }
}

function numberOf({ name, table }: AnyDocument) {
  return prepared<{ no: string }>(`${name}.number-of`, `select no from ${table} where id = $1`)
}
