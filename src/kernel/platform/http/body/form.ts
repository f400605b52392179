import type { FastifyRequest } from 'fastify'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { requestErrors } from '../request.errors.ts'

/** RFC 2046 allows a boundary of up to 70 characters. */
const BOUNDARY = /^multipart\/form-data\s*;(?:[^;]*;)*?\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i

/** Refuses a request that is no multipart form, or names no boundary, before its body is read. */
export function mustBeForm(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new Refused(httpErrors.badRequest({}, { field: 'file' }))
  if (!BOUNDARY.test(request.headers['content-type'] ?? '')) throw brokenForm()
}

/** Waits for a part of a form. A form that the parser cannot read is a mistake of the caller; the parser's own refusals carry a status. */
export async function partOf<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const { statusCode } = error as { readonly statusCode?: unknown }
    throw error instanceof Refused || typeof statusCode === 'number' ? error : brokenForm()
  }
}

function brokenForm(): Refused {
  return new Refused(requestErrors.brokenForm({}, { field: 'file' }))
}
