import type { FastifyInstance } from 'fastify'
import { randomInt } from 'node:crypto'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { type BodyBound, PUBLIC_BOUND } from './body-bound.ts'

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
      if (request.routeOptions.config.isSigned) request.bodyText = text
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

/** No call needs more than a list of lines in a body; deeper nesting would exhaust the serialiser. */
const DEEPEST = 17
/** Different keys, and different key sequences of objects. The largest document has some hundred fields. */
const MOST_KEYS = 1_000
const MOST_SHAPES = 1_000

/** Random for each process, so that a sender cannot know which keys collide. */
const FACTOR = randomInt(2 ** 30) * 2 + 1

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Why a JSON text is not parsed; null where it may be. */
type JsonExcess = 'tooDeep' | 'tooMany' | null

/**
 * Counts the content of a JSON text without building objects, so that a text whose parsing would block the process is refused first: seven
 * megabytes with half a million different keys take more than a second to parse. The parser checks validity.
 */
export function excessOf(json: Uint8Array, mostValues: number): JsonExcess {
  const keys = new Set<number>()
  const shapes = new Set<number>()
  // The hash of the keys so far, for each open object.
  const open: number[] = []
  let values = 0
  let text = 0
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]!) {
      case QUOTE:
        text = FACTOR
        for (at += 1; at < json.length && json[at] !== QUOTE; at += 1) {
          if (json[at] === BACKSLASH) at += 1
          text = Math.imul(text ^ json[at]!, FACTOR)
        }
        break
      case COMMA:
        values += 1
        if (values > mostValues) return 'tooMany'
        break
      case COLON:
        keys.add(text)
        if (keys.size > MOST_KEYS) return 'tooMany'
        if (open.length > 0) open[open.length - 1] = Math.imul(open.at(-1)! ^ text, FACTOR)
        break
      case BRACE:
      case BRACKET:
        values += 1
        if (values > mostValues) return 'tooMany'
        open.push(0)
        if (open.length > DEEPEST) return 'tooDeep'
        break
      case BRACE_END:
      case BRACKET_END:
        shapes.add(open.pop() ?? 0)
        if (shapes.size > MOST_SHAPES) return 'tooMany'
        break
      default:
        // Numbers, literals and white space.
        break
    }
  }
  return null
}
