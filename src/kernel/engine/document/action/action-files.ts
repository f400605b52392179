import type { Statement } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { attachmentErrors } from '#kernel/platform/files/attachment.errors.ts'
import { filesOfDocument, filesOfOpinion, hashedFiles, readFileKeys } from './attachment-binding.ts'
import { type AttachmentRow, lockAttachments } from '#kernel/platform/files/attachment-store.ts'
import type { ActionRequest } from './action-reads.ts'
import { hashContent } from './command.ts'

/** For actions that bring content or delete a draft; others leave the document's files unchanged. */
function touchesFiles({ action, definition, command }: ActionRequest): boolean {
  const isAbout = action.content !== undefined || action.removes === true
  return isAbout && (definition.attachments !== undefined || namedFiles(command).length > 0)
}

function namedFiles({ raw }: ActionRequest['command']): readonly string[] {
  return readFileKeys(raw?.['files'])
}

/** Acts that store the files of their opinion (verb-input.ts `recordOf`, a comment); others accept none. */
const WITH_OPINION: ReadonlySet<string> = new Set([
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'answer',
  'addSigner',
  'comment',
])

/** For the first flight: the named files and those of the document. Null where the action concerns none. */
export function lockFiles(request: ActionRequest): Statement<AttachmentRow> | null {
  const { command, documentId } = request
  if (touchesFiles(request)) {
    const keys = namedFiles(command)
    // A new document without files, the usual case, needs no statement.
    return keys.length === 0 && documentId === null ? null : lockAttachments(keys, documentId)
  }
  const { files } = command
  return files && files.length > 0 ? lockAttachments(files, null) : null
}

interface AttachedFiles {
  readonly statements: readonly Statement[]
  /** Hash that an approval is bound to: the content and the content of its files. */
  hash(header: Readonly<Record<string, unknown>>, content: Parameters<typeof hashContent>[1]): string
}

/** For the second flight: binds the named files to the document. `round` lists them, null for a draft. */
export function attachFiles(
  request: ActionRequest,
  rows: readonly AttachmentRow[],
  documentId: string,
  round: number | null,
): AttachedFiles {
  const { definition, context, command, now } = request
  const binding = {
    documentId,
    documentType: definition.name,
    keys: namedFiles(command),
    round,
    actorId: context.principal.userId,
    now,
  }
  const { files, statements } = touchesFiles(request)
    ? filesOfDocument(definition.attachments, binding, rows)
    : { files: [], statements: [] }
  return { statements, hash: (header, content) => hashContent(header, content, hashedFiles(files)) }
}

/** The statements that bind an opinion's files to its document. */
export function attachToOpinion(
  request: ActionRequest,
  rows: readonly AttachmentRow[],
  { document_id: documentId, round }: { readonly document_id: string; readonly round: number },
): readonly Statement[] {
  const { definition, context, command, now } = request
  const keys = command.files ?? []
  if (keys.length > 0 && !WITH_OPINION.has(command.action))
    throw new Refused(attachmentErrors.notTaken({}, { field: 'files' }))
  const actorId = context.principal.userId
  return filesOfOpinion({ documentId, documentType: definition.name, keys, round, actorId, now }, rows)
}
