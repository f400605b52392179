const WIDE = /[\u2e80-\uffef]/
/** Of texts whose letters are twice as wide, half as many. */
const MOST = 16
const LEAST = 12
/** Letters of a name that tell whose it is. */
const BEGINNING = 6
const LETTER_PX = 7.5
const EDGES_PX = 21
const CODE = /^\S+ \/ /

interface Cell {
  readonly width: number
  /** Its names begin with the same words: beside the code, only their ends tell them from each other. */
  readonly endTells?: boolean
}

/**
 * A text in two parts, so that one that is too long for its cell loses its middle: the end often tells names of one kind from each other. It is
 * as many whole words as are not too long, and there is none where it would leave no room for the code and the beginning of the name.
 */
export function twoEnds(text: string, { width, endTells = false }: Cell): readonly [start: string, end: string] {
  const isWide = WIDE.test(text)
  const [most, least] = isWide ? [MOST / 2, LEAST / 2] : [MOST, LEAST]
  if (text.length <= most + least) return [text, '']
  const words = [...text.slice(-most - 1).matchAll(/[-\s/·，、](?=[^-\s/·，、])/gu)]
  const [first] = words
  const at = first ? text.length - most - 1 + first.index + 1 : text.length - least
  const end = text.slice(at)
  const code = CODE.exec(text)?.[0] ?? ''
  const name = endTells ? '' : text.slice(code.length, code.length + (isWide ? BEGINNING / 2 : BEGINNING))
  return widthOf(`${code}${name}…${end}`) <= width - EDGES_PX ? [text.slice(0, at), end] : [text, '']
}

function widthOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1) * LETTER_PX, 0)
}
