import type { FastifyInstance } from 'fastify'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { type BodyBound, PUBLIC_BOUND } from './body-bound.ts'
import { excessOf } from './json-bounds.ts'

/** Escapes that may stand for characters that no stored text can hold: NUL, or half of a surrogate pair. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i

/** A call without a body has an empty body; the route's schema checks it. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    const excess = excessOf(bytes, (request.routeOptions.config.bound ?? PUBLIC_BOUND).values)
    if (excess) return done(refusalOf(excess), undefined)
    const text = bytes.toString()
    return parse(request, text, (error, value) => {
      if (!error && !isStorable(text, value)) return done(new Refused(httpErrors.badRequest()), undefined)
      return done(error, value)
    })
  })
}

function refusalOf(excess: NonNullable<ReturnType<typeof excessOf>>): Refused {
  return new Refused(excess === 'tooDeep' ? httpErrors.badRequest() : httpErrors.tooLarge())
}

/** Parses a JSON text from a form field. Null where it is invalid or exceeds the bound. */
export function readJson(json: string, { bytes, values }: BodyBound): unknown {
  const given = Buffer.from(json)
  if (given.length > bytes || excessOf(given, values)) return null
  try {
    const value: unknown = JSON.parse(json)
    return isStorable(json, value) ? value : null
  } catch {
    return null
  }
}

/** Whether the database can store every text in a parsed value. Works without recursion. */
function isStorable(json: string, value: unknown): boolean {
  if (!SUSPECT.test(json)) return true
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && (next.includes('\u0000') || !next.isWellFormed())) return false
    if (typeof next === 'object' && next !== null) {
      for (const [name, inner] of Object.entries(next)) open.push(name, inner)
    }
  }
  return true
}
