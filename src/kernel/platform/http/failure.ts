import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { fileErrors } from '#kernel/platform/files/attachment.errors.ts'
import { StoreError } from '#kernel/platform/files/files-store.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { kernelTexts, refusalText } from '#kernel/base/i18n/texts.ts'
import { type SchemaIssue, SchemaFailure } from './validation.ts'

/** The answer to a wrong CSRF token; the browser fetches a new one and reloads (spec section 8). */
export const CSRF_CODE = 'WEB-SECURITY-1001'

/** Thrown when a writing call carries no valid CSRF token. */
export class CsrfFailure extends Error {
  override readonly name = 'CsrfFailure'
}

interface WireRefusal {
  readonly key: string
  readonly params: Refusal['params']
  readonly field?: string
  readonly row?: number
  readonly table?: string
  readonly data?: unknown
  readonly msg: string
}

export interface FailureEnvelope {
  readonly code: number | string
  readonly msg: string
  readonly requestId: string
  readonly error: WireRefusal
  readonly errors: readonly WireRefusal[]
}

export interface Failure {
  readonly status: number
  readonly envelope: FailureEnvelope
  /** True for our fault rather than the caller's: it belongs in the log. */
  readonly isFault: boolean
}

/** For whom a failure is put into words. */
interface Reader {
  readonly language: Language
  /** Of their organisation; unknown before they have signed in. */
  readonly zone?: string | undefined
}

/** Turns any thrown error into the one envelope, without internal details. */
export function failureOf(error: unknown, reader: Reader, requestId: string): Failure {
  const { language } = reader
  if (error instanceof CsrfFailure) {
    const failure = refusalsFailure([httpErrors.csrf()], reader, requestId)
    return { ...failure, envelope: { ...failure.envelope, code: CSRF_CODE } }
  }
  const refusals = refusalsOf(error, language)
  if (refusals) return refusalsFailure(refusals, reader, requestId)
  return { ...refusalsFailure([faultOf(error)], reader, requestId), isFault: true }
}

/** A person can answer a fault of the product in two ways: try again, or report its number. */
function faultOf(error: unknown): Refusal {
  if (error instanceof StoreError) return fileErrors.storeAway()
  return isConnectionLost(error) ? httpErrors.busy() : httpErrors.server()
}

function refusalsFailure(refusals: readonly Refusal[], { language, zone }: Reader, requestId: string): Failure {
  const errors = refusals.map((refusal) => wireRefusal(refusal, language, zone))
  const [error] = errors
  const status = refusals[0]?.status ?? 500
  if (!error) throw new Error('a failure without a reason')
  return { status, isFault: false, envelope: { code: status, msg: error.msg, requestId, error, errors } }
}

export function wireRefusal(refusal: Refusal, language: Language, zone?: string): WireRefusal {
  return {
    key: refusal.key,
    params: refusal.params,
    ...(refusal.field === undefined ? {} : { field: refusal.field }),
    ...(refusal.row === undefined ? {} : { row: refusal.row }),
    ...(refusal.table === undefined ? {} : { table: refusal.table }),
    ...(refusal.data === undefined ? {} : { data: refusal.data }),
    msg: refusalText(language, refusal, zone),
  }
}

/** PostgreSQL's code for a text with NUL, which an address can carry: the caller's mistake. */
const NOT_A_TEXT = '22021'

function refusalsOf(error: unknown, language: Language): readonly Refusal[] | null {
  if (error instanceof Refused) return error.refusals
  if (error instanceof SchemaFailure) return error.issues.map((issue) => schemaRefusal(issue, language))
  const { statusCode: status, code } = error as { statusCode?: unknown; code?: unknown }
  if (code === NOT_A_TEXT) return [httpErrors.badRequest()]
  // Fastify's own refusals of a request: malformed JSON, unknown media type, a body over the limit.
  if (status === 413) return [httpErrors.tooLarge()]
  if (status === 429) return [httpErrors.tooMany()]
  if (typeof status === 'number' && status >= 400 && status < 500) return [httpErrors.badRequest()]
  return null
}

function schemaRefusal(issue: SchemaIssue, language: Language): Refusal {
  const reasons = kernelTexts(language).schema
  return httpErrors.invalidField(
    { field: issue.field, reason: interpolate(reasons[issue.reason], { limit: issue.limit ?? '' }) },
    { field: issue.field, ...(issue.row === undefined ? {} : { row: issue.row }) },
  )
}

/** Network failures of the driver and PostgreSQL's classes 08 (connection) and 57P (shutdown, startup). */
const LOST = /^(08...|57P0.|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
const LOST_TEXT = /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/

function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (typeof code === 'string' && LOST.test(code)) || (typeof message === 'string' && LOST_TEXT.test(message))
}
