import { randomInt } from 'node:crypto'

/** No call needs more than a list of lines within a body; what is deeper would exhaust whoever writes it down again. */
const DEEPEST = 17
/** Different keys, and different orders of keys in an object. The fields of the largest document are some hundred. */
const MOST_KEYS = 1_000
const MOST_SHAPES = 1_000

/** Not known outside: nobody can make up keys that fall together. */
const FACTOR = randomInt(2 ** 30) * 2 + 1

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Why a JSON text is not taken apart; null where it may be. */
export type JsonExcess = 'tooDeep' | 'tooMany' | null

/**
 * Looks through a JSON text without taking it apart, which costs a small part of what parsing does: half a million different keys
 * hold a process for more than a second, and the text with them has seven megabytes. Whether it is JSON at all, the parser says.
 */
export function excessOf(json: Uint8Array, mostValues: number): JsonExcess {
  const keys = new Set<number>()
  const shapes = new Set<number>()
  // Of each object that is open, the keys that it has had.
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
        // Numbers, words and blanks.
        break
    }
  }
  return null
}
