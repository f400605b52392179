/** Of texts whose letters are twice as wide, half as many. */
const WIDE = /[\u2e80-\uffef]/
const MOST = 16
const LEAST = 12

/**
 * A text in two parts, so that one that is too long for its cell loses its middle: names of one kind begin alike, and end with what tells
 * them from each other. The end is as many whole words as are not too long.
 */
export function twoEnds(text: string): readonly [start: string, end: string] {
  const [most, least] = WIDE.test(text) ? [MOST / 2, LEAST / 2] : [MOST, LEAST]
  if (text.length <= most + least) return [text, '']
  const words = [...text.slice(-most - 1).matchAll(/[-\s/·](?=[^-\s/·])/gu)]
  const [first] = words
  const at = first ? text.length - most - 1 + first.index + 1 : text.length - least
  return [text.slice(0, at), text.slice(at)]
}
