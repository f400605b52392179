import type { FastifyRequest } from 'fastify'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { mustBeForm, partOf } from './form.ts'
import { bytesMustBeClean, type FileScanner } from '#kernel/platform/files/scanner.ts'

const FIELD_BYTES = 64 * 1024
const FIELDS = 20

/** Reads a multipart request with one file: its text fields become the body, which the route's schema then checks. */
export async function readUpload(
  request: FastifyRequest,
  maxBytes: number,
  scanner: FileScanner | null,
): Promise<void> {
  mustBeForm(request)
  const fields: Record<string, string> = {}
  const limits = { files: 1, fileSize: maxBytes, fields: FIELDS, fieldSize: FIELD_BYTES }
  const parts = request.parts({ limits })
  for (;;) {
    const { value: part, done } = await partOf(parts.next())
    if (done) break
    if (part.type === 'file') {
      const bytes = await partOf(part.toBuffer())
      await bytesMustBeClean(scanner, bytes, part.filename)
      request.upload = { name: part.filename, mediaType: part.mimetype, bytes }
    } else if (part.valueTruncated) {
      throw new Refused(httpErrors.tooLarge({}, { field: part.fieldname }))
    } else {
      fields[part.fieldname] = String(part.value)
    }
  }
  if (!request.upload) throw new Refused(httpErrors.badRequest({}, { field: 'file' }))
  request.body = fields
}
