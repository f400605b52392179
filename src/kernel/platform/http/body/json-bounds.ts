import { randomInt } from 'node:crypto'

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
export type JsonExcess = 'tooDeep' | 'tooMany' | null

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
