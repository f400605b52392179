import type { Readable } from 'node:stream'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { transaction, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'
import { readerOf } from '#kernel/engine/document/document-access.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { type AnyRecord } from '#kernel/engine/record/definition.ts'
import { mayReadRecord } from '#kernel/engine/record/record-access.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import {
  attachmentByKey,
  type AttachmentRow,
  deleteOver,
  GROUP,
  isAttachmentKey,
  markOver,
} from '#kernel/platform/files/attachment-store.ts'
import { type FileGroup, storedFile } from './file.routes.ts'
import { fullKey, smallKey, smallPicture } from './small-picture.ts'
import type { FilesStore } from '#kernel/platform/files/files-store.ts'

export interface AttachmentServices {
  readonly files: FilesStore
  /** All document types, for the right to their attachments. */
  readonly definitions: ReadonlyMap<string, AnyDocument>
  /** All records, likewise. */
  readonly records: ReadonlyMap<string, AnyRecord>
}

/**
 * An attachment that a person may read now: their own while nothing refers to it, otherwise by the right to its document. A file of a draft
 * that was never submitted is visible to the drafter alone; other readers of the organisation are referred to them.
 */
export async function readableAttachment(
  tx: Tx,
  { definitions, records }: AttachmentServices,
  principal: Principal,
  key: string,
): Promise<AttachmentRow> {
  const row = required(await tx.first(attachmentByKey(key)), httpErrors.notFound())
  if (row.purpose === 'record') {
    const record = records.get(row.document_type ?? '')
    const mayRead = record !== undefined && (await mayReadRecord(tx, principal, record, row.document_id ?? ''))
    return required(mayRead ? row : undefined, httpErrors.notFound())
  }
  const definition = definitions.get(row.document_type ?? '')
  const isMine = row.document_id === null && row.uploader_id === principal.userId
  const reader =
    definition && row.document_id !== null ? await readerOf(tx, principal, definition, row.document_id) : null
  const isShown = row.purpose === 'opinion' || row.is_listed
  if (isMine || reader === 'drafter' || (reader === 'reader' && isShown)) return row
  throw new Refused(reader === null ? httpErrors.notFound() : documentErrors.notYours())
}

export function attachmentFiles(services: AttachmentServices): FileGroup {
  return {
    name: GROUP,
    isKey: (key) => isAttachmentKey(fullKey(key)),
    async find(tx, principal, wanted) {
      const key = fullKey(wanted)
      if (wanted !== key) {
        const { name } = await readableAttachment(tx, services, principal, key)
        return smallPicture(services.files, key, name)
      }
      const { name, media_type: mediaType, size, sha256 } = await readableAttachment(tx, services, principal, key)
      return storedFile(services.files, `${GROUP}/${key}`, { fileName: name, mediaType, size, tag: sha256 })
    },
  }
}

/** How long an uploaded file may stay unused. */
const WAITS_HOURS = 24

/** Removes unused files: first no action can refer to them any more, then the bytes go, then the rows. */
export async function sweepAttachments(pool: TransactionPool, files: FilesStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - WAITS_HOURS * 3_600_000)
  let swept = 0
  for (;;) {
    const over = await transaction(pool, (tx) => tx.rows(markOver(before, now)))
    if (over.length === 0) return swept
    for (const { key } of over) await Promise.all([files.remove(`${GROUP}/${key}`), files.remove(smallKey(key))])
    await transaction(pool, (tx) =>
      tx.run(
        deleteOver(
          over.map(({ key }) => key),
          now,
        ),
      ),
    )
    swept += over.length
  }
}

/** Wraps an error of the source, to distinguish it from a full disk. */
export function arriving(bytes: Readable, broken: () => Error): AsyncIterable<Uint8Array> {
  return (async function* () {
    const reader = bytes[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
    try {
      for (;;) {
        const next = await reader.next().catch(() => {
          throw broken()
        })
        if (next.done) return
        yield next.value
      }
    } finally {
      await reader.return?.()
    }
  })()
}
