import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { mustBeForm, partOf } from './form.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'

/** A file that is still arriving, to be read once, to its end or until the reader has seen enough. */
export interface IncomingFile {
  readonly name: string
  readonly bytes: Readable
  /** Text fields that precede the file. */
  readonly fields: Readonly<Record<string, string>>
}

export interface IncomingLimit {
  readonly maxBytes: number
  /** Refusal of a larger file. */
  readonly tooLarge: Refusal
}

/** Bytes around the file in a multipart request. */
const WRAPPING_BYTES = 16 * 1024
const FIELD_BYTES = 4 * 1024

/** Opens a multipart request with one file, without reading it. A request whose declared length is too large is refused first. */
export async function openIncoming(request: FastifyRequest, { maxBytes, tooLarge }: IncomingLimit): Promise<void> {
  mustBeForm(request)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + WRAPPING_BYTES) throw new Refused(tooLarge)
  // One byte more than allowed, so that the counter notices an excess instead of a cut at the limit that looks like the end.
  const limits = { files: 1, fileSize: maxBytes + 1, fields: 4, fieldSize: FIELD_BYTES }
  const part = await partOf(request.file({ limits, throwFileSizeLimit: false }))
  if (!part) throw new Refused(httpErrors.badRequest({}, { field: 'file' }))
  request.incoming = { name: part.filename ?? '', bytes: part.file, fields: fieldsOf(part) }
}

/** A truncated text field counts as missing; of a repeated one the first counts. */
function fieldsOf({ fields }: MultipartFile): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [name, found] of Object.entries(fields)) {
    const field = Array.isArray(found) ? found[0] : found
    if (field?.type !== 'field') continue
    if (field.valueTruncated) throw new Refused(httpErrors.tooLarge({}, { field: name }))
    texts[name] = String(field.value)
  }
  return texts
}
