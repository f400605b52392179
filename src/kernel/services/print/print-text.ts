import type { Covers } from './font-coverage.ts'

/** Replaces a character that the print font lacks. */
export const UNSHOWN = '□'

/** Currency signs that the print font lacks, with the codes used instead. */
const CURRENCIES: Readonly<Record<string, string>> = {
  '₹': 'INR',
  '₨': 'Rs',
  '₽': 'RUB',
  '₸': 'KZT',
  '₴': 'UAH',
  '₺': 'TRY',
  '₪': 'ILS',
  '₦': 'NGN',
  '₱': 'PHP',
  '฿': 'THB',
  '₫': 'VND',
  '৳': 'BDT',
  '₭': 'LAK',
  '៛': 'KHR',
}

/** Longer than any field of a definition; other texts are cut here. */
const MOST_CHARACTERS = 20_000

/** Characters without a glyph, among them bidirectional marks: on paper a number must appear in its stored order. */
// Each range names code points on purpose: none of them is meant to combine with its neighbour here.
// oxlint-disable no-misleading-character-class
const INVISIBLE =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{1F3FB}-\u{1F3FF}\u{E0000}-\u{E0FFF}]/gu
// oxlint-enable no-misleading-character-class

/** Control characters except line ends. */
const CONTROL = /[^\P{Cc}\n]/gu

/** A printable text, and whether something in it had to be replaced. */
export function printable(raw: string, covers: Covers): { readonly text: string; readonly isComplete: boolean } {
  const clean = raw
    .slice(0, MOST_CHARACTERS)
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\u00A0]/g, ' ')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .replace(/\n{3,}/g, '\n\n')
  let isComplete = true
  const shown = Array.from(clean, (character) => {
    if (character === '\n' || covers(character.codePointAt(0)!)) return character
    const currency = CURRENCIES[character]
    if (currency !== undefined) return currency
    isComplete = false
    return UNSHOWN
  })
  return { text: shown.join(''), isComplete }
}

/** Approximate width in ems for choosing columns: a Chinese character is one, most others a little over half, a point a third. */
export function widthInEms(text: string): number {
  let ems = 0
  for (const character of text) ems += emsOf(character.codePointAt(0)!)
  return ems
}

const NARROW = new Set(Array.from(" .,:;'|!()[]ijltfr", (character) => character.codePointAt(0)))

const PERCENT_SIGN = 0x25

function emsOf(codePoint: number): number {
  if (codePoint >= 0x2e80) return 1
  if (codePoint === PERCENT_SIGN) return 0.9
  if (NARROW.has(codePoint)) return 0.33
  return codePoint >= 0x41 && codePoint <= 0x5a ? 0.66 : 0.57
}

/** The longest part of a text without a possible line break. */
export function longestWord(text: string): number {
  let longest = 0
  // No line ends at a hyphen before a digit: a day is one word.
  for (const word of text.split(/(?:[\s/\u2E80-\u{3FFFF}]|-(?!\d))+/u)) longest = Math.max(longest, widthInEms(word))
  return longest
}

/** Lines of a text in a column of this width; may be slightly too low. */
export function linesIn(text: string, emsPerLine: number): number {
  let lines = 0
  for (const part of text.split('\n')) lines += Math.max(1, Math.ceil(widthInEms(part) / emsPerLine))
  return lines
}

/** The part of a text that fits into so many lines. */
export function fittingPart(text: string, emsPerLine: number, lines: number): string {
  if (linesIn(text, emsPerLine) <= lines) return text
  const room = emsPerLine * lines
  let used = 0
  let part = ''
  for (const character of text) {
    used += character === '\n' ? emsPerLine : emsOf(character.codePointAt(0)!)
    if (used > room) break
    part += character
  }
  return `${part.trimEnd()}…`
}
