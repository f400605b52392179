import type { FastifyInstance } from 'fastify'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { Refused } from '#kernel/errors/errors.ts'

/** Escapes that may name a character no text can hold: NUL, or half of a surrogate pair. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i

/** No call needs more than a list of lines within a body; what is deeper would exhaust whoever writes it down again. */
const DEEPEST = 16

/** A call without a body is one with an empty body; the shape is checked by the route's schema. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const text = body as string
    return parse(request, text, (error, value) => {
      if (!error && !isKeepable(text, value)) return done(new Refused(httpErrors.badRequest()), undefined)
      return done(error, value)
    })
  })
}

/** Whether a value, read from its JSON, can be kept and written down again. */
export function isKeepable(json: string, value: unknown): boolean {
  return (!SUSPECT.test(json) || isStorable(value)) && !isDeeper(value, DEEPEST)
}

/** Whether every text in it is one that the database can keep. Without recursion: the depth is the sender's choice. */
function isStorable(value: unknown): boolean {
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

/** Whether objects and lists stand in each other more than `limit` times; level by level, since recursion is what it guards. */
function isDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= limit; depth += 1) {
    const below: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      for (const inner of Object.values(each)) if (typeof inner === 'object' && inner !== null) below.push(inner)
    }
    if (below.length === 0) return false
    level = below
  }
  return true
}
