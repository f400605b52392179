import type { Statement } from '#kernel/platform/db/statement.ts'
import type { AttachmentRule } from '#kernel/engine/definition/definition.ts'
import { type At, Refused, type Refusal } from '#kernel/base/errors/errors.ts'
import { attachmentErrors } from '#kernel/platform/files/attachment.errors.ts'
import {
  type AttachmentRow,
  bindToDocument,
  bindToOpinion,
  type Binding,
} from '#kernel/platform/files/attachment-store.ts'
import { endingsOf, kindByMediaType } from '#kernel/platform/files/inspect/file-kind.ts'
import { MOST_OF_OPINION } from '#kernel/platform/files/attachment-wire.ts'

/** `files` of a raw body; anything but a list of texts counts as none. */
export function readFileKeys(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((key): key is string => typeof key === 'string').slice(0, 100) : []
}

interface Naming {
  readonly documentId: string | null
  readonly actorId: number
}

/** The rows of the named keys in the same order, or a refusal. */
function namedRows(
  keys: readonly string[],
  rows: readonly AttachmentRow[],
  isFree: (row: AttachmentRow) => boolean,
  naming: Naming,
): { readonly files: AttachmentRow[]; readonly refusals: Refusal[] } {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const files: AttachmentRow[] = []
  const refusals: Refusal[] = []
  for (const [row, key] of keys.entries()) {
    const at: At = { field: 'files', row }
    const file = byKey.get(key)
    // Another person's file answers like a missing one, unless it belongs to this very document.
    const isKnown = file && (file.uploader_id === naming.actorId || file.document_id === naming.documentId)
    if (!file || !isKnown || (file.document_id === null && file.uploader_id !== naming.actorId))
      refusals.push(attachmentErrors.unknown({}, at))
    else if (!isFree(file)) refusals.push(attachmentErrors.elsewhere({ name: file.name }, at))
    else if (files.some((other) => isSame(other, file))) refusals.push(attachmentErrors.twice({ name: file.name }, at))
    else files.push(file)
  }
  return { files, refusals }
}

/** Only new files are checked; already bound ones stay. */
function isSame(one: AttachmentRow, other: AttachmentRow): boolean {
  if (one.key === other.key) return true
  return one.source_sha256 === other.source_sha256 && (one.document_id === null || other.document_id === null)
}

export interface DocumentFiles {
  /** In the order of the form. */
  readonly files: readonly AttachmentRow[]
  readonly statements: readonly Statement[]
}

/**
 * Checks the files of a draft or submit against what the first flight locked (`lockAttachments`), and returns the
 * statements of the second that bind them. Throws refusals.
 */
export function filesOfDocument(
  rule: AttachmentRule | undefined,
  binding: Binding,
  rows: readonly AttachmentRow[],
): DocumentFiles {
  const { keys, documentId, actorId } = binding
  const isFree = (row: AttachmentRow) =>
    row.document_id === null || (row.document_id === documentId && row.purpose === 'document')
  const { files, refusals } = namedRows(keys, rows, isFree, { documentId, actorId })
  const all = [...refusals, ...refusalsByRule(rule, keys.length, files, binding.round !== null)]
  if (all.length > 0) throw new Refused(all)
  const fresh = files.filter((file) => file.document_id === null).length
  const isSame = fresh === 0 && rows.length === files.length && (binding.round === null || files.length === 0)
  return { files, statements: isSame ? [] : [bindToDocument(binding, fresh)] }
}

function refusalsByRule(
  rule: AttachmentRule | undefined,
  count: number,
  files: readonly AttachmentRow[],
  submits: boolean,
): Refusal[] {
  const at = { field: 'files' }
  if (!rule) return count > 0 ? [attachmentErrors.notTaken({}, at)] : []
  if (count > rule.max) return [attachmentErrors.tooMany({ limit: rule.max }, at)]
  if (count === 0 && submits && rule.required) return [attachmentErrors.required({}, at)]
  const { types } = rule
  if (!types) return []
  return files
    .filter((file) => !types.includes(kindByMediaType(file.media_type)!))
    .map(({ name }) => attachmentErrors.typeNotTaken({ name, types: endingsOf(types) }, at))
}

/**
 * Checks the files of an opinion, each the actor's own and unbound, and returns the statements that bind them. The act
 * stores their keys; `binding.round` is the round of the opinion.
 */
export function filesOfOpinion(binding: Binding, rows: readonly AttachmentRow[]): readonly Statement[] {
  const { keys } = binding
  if (keys.length === 0) return []
  if (keys.length > MOST_OF_OPINION)
    throw new Refused(attachmentErrors.tooMany({ limit: MOST_OF_OPINION }, { field: 'files' }))
  const { refusals } = namedRows(keys, rows, (row) => row.document_id === null, binding)
  if (refusals.length > 0) throw new Refused(refusals)
  return [bindToOpinion(binding)]
}

/** The part of the approval's hash for its files: their keys and contents. */
export function hashedFiles(files: readonly AttachmentRow[]): readonly (readonly [string, string])[] {
  return files.map(({ key, sha256 }) => [key, sha256])
}
