import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { type Refusal, Refused } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'

/** A file that is still arriving. Whoever takes it reads it once, to its end or until he has seen enough. */
export interface IncomingFile {
  readonly name: string
  readonly bytes: Readable
}

export interface IncomingLimit {
  readonly maxBytes: number
  /** What a longer one is refused with. */
  readonly tooLarge: Refusal
}

/** What stands around the file in a multipart request. */
const WRAPPING_BYTES = 16 * 1024

/** Opens a multipart request of one file, without reading it. One that says itself to be too long is not even opened. */
export async function openIncoming(request: FastifyRequest, { maxBytes, tooLarge }: IncomingLimit): Promise<void> {
  if (!request.isMultipart()) throw new Refused(httpErrors.badRequest({}, { field: 'file' }))
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + WRAPPING_BYTES) throw new Refused(tooLarge)
  // One byte more than may be: whoever counts notices, where a cut at the limit would look like the end.
  const limits = { files: 1, fileSize: maxBytes + 1, fields: 4, fieldSize: 1024 }
  const part = await request.file({ limits, throwFileSizeLimit: false })
  if (!part) throw new Refused(httpErrors.badRequest({}, { field: 'file' }))
  request.incoming = { name: part.filename ?? '', bytes: part.file }
}
