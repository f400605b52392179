import type { FastifyRequest } from 'fastify'
import { Refused } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { requestErrors } from './request.errors.ts'

/** RFC 2046: what stands between the parts of a form is no longer. */
const BOUNDARY = /^multipart\/form-data\s*;(?:[^;]*;)*?\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i

/** A form that says how its parts are told apart; anything else is refused before a byte of it is read. */
export function mustBeForm(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new Refused(httpErrors.badRequest({}, { field: 'file' }))
  if (!BOUNDARY.test(request.headers['content-type'] ?? '')) throw brokenForm()
}

/** Waits for a part of a form. What the parser cannot make sense of is the caller's mistake; its own refusals have a status. */
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
