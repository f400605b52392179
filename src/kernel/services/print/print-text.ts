import type { Covers } from './font-coverage.ts'

/** Stands for a character that the print font lacks. */
export const UNSHOWN = '□'

/** Signs that the print font lacks, as the codes that the product writes amounts with. */
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

/** Longer than any field of a definition; what comes from elsewhere is cut here. */
const MOST_CHARACTERS = 20_000

/**
 * Marks that have no picture of their own. Among them are those that turn the direction of what follows: on paper a
 * number must stand in the order in which it is stored.
 */
// Each range names code points on purpose: none of them is meant to combine with its neighbour here.
// oxlint-disable no-misleading-character-class
const INVISIBLE =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{1F3FB}-\u{1F3FF}\u{E0000}-\u{E0FFF}]/gu
// oxlint-enable no-misleading-character-class

/** Control characters other than the end of a line. */
const CONTROL = /[^\P{Cc}\n]/gu

/** A text as it can be printed, and whether something in it had to be replaced. */
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

/** Width in ems, near enough to choose columns by: a Chinese character is one, most others a little over half, a point a third. */
export function widthInEms(text: string): number {
  let ems = 0
  for (const character of text) ems += emsOf(character.codePointAt(0)!)
  return ems
}

const NARROW = new Set(Array.from(" .,:;'|!()[]ijltfr", (character) => character.codePointAt(0)))

function emsOf(codePoint: number): number {
  if (codePoint >= 0x2e80) return 1
  if (NARROW.has(codePoint)) return 0.33
  return codePoint >= 0x41 && codePoint <= 0x5a ? 0.66 : 0.57
}

/** The longest part of a text that no line break may fall into. */
export function longestWord(text: string): number {
  let longest = 0
  for (const word of text.split(/[\s/\u2E80-\u{3FFFF}-]+/u)) longest = Math.max(longest, widthInEms(word))
  return longest
}

/** Lines that a text takes in a column of this width, at most a little fewer than it does. */
export function linesIn(text: string, emsPerLine: number): number {
  let lines = 0
  for (const part of text.split('\n')) lines += Math.max(1, Math.ceil(widthInEms(part) / emsPerLine))
  return lines
}

/** As much of a text as fits into so many lines, or all of it. */
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
