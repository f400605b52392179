import Big from 'big.js'
import { amountText } from '#kernel/base/money/money.ts'
import { plainNumber } from '#kernel/base/money/written-number.ts'

export type NumberProblem = 'cellNotNumber' | 'cellDecimals' | 'cellNegative' | 'cellTooLarge'

/** numeric(20,2) holds 18 digits before the point. */
const WHOLE_DIGITS = 18

/** Digits that Excel stores of a number; most that it shows before switching to 3.56938E+14; digits shown then. */
const EXACT_DIGITS = 15
const SHOWN_IN_FULL = 11
const SCIENTIFIC_DIGITS = 6

/** A calculated cell pasted as a value carries a binary float error behind its cents. */
const RELATIVE_ARTEFACT = '1e-9'
const ABSOLUTE_ARTEFACT = '0.00005'

/** Parses an amount written as text, perhaps with this currency, into the wire form, or returns why it is invalid. */
export function amountFromText(
  text: string,
  currency?: string,
  digits = 2,
): { amount: string } | { problem: NumberProblem } {
  const written = plainNumber(text, currency)
  return written === null ? { problem: 'cellNotNumber' } : amountOf(written, digits)
}

/** Parses the amount stored in a number cell: as `amountFromText`, with exponents allowed and float errors rounded away. */
export function amountFromNumber(stored: string, digits = 2): { amount: string } | { problem: NumberProblem } {
  const value = bigOf(stored)
  if (value === null) return { problem: 'cellTooLarge' }
  const rounded = value.round(digits)
  const distance = value.minus(rounded).abs()
  const isArtefact = distance.lte(value.abs().times(RELATIVE_ARTEFACT)) && distance.lt(ABSOLUTE_ARTEFACT)
  return checked(isArtefact ? rounded : value, digits)
}

/**
 * The digits of a number cell as a person sees them, without exponent: `1001` for 1.001E+3. Null for numbers that a
 * cell cannot hold exactly, since Excel keeps 15 digits, and for a long number whose digits behind those that
 * 3.56938E+14 shows are all zero.
 */
export function plainDigits(stored: string): string | null {
  const value = bigOf(stored)
  if (value === null || value.c.length > EXACT_DIGITS || value.e >= EXACT_DIGITS) return null
  return value.e >= SHOWN_IN_FULL && value.c.length <= SCIENTIFIC_DIGITS ? null : value.toFixed()
}

/** Whether a text is the short form that a spreadsheet program shows, and saves as csv, for a long number. */
export function isScientific(text: string): boolean {
  return /^[+-]?[1-9](\.\d+)?E\+\d{2,3}$/i.test(text)
}

/** Normalises compatibility forms and trims every kind of space. */
export function tidy(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200B\uFEFF]/g, '')
    .trim()
}

function amountOf(text: string, digits: number): { amount: string } | { problem: NumberProblem } {
  const value = bigOf(text)
  return value === null ? { problem: 'cellTooLarge' } : checked(value, digits)
}

function checked(value: Big, digits: number): { amount: string } | { problem: NumberProblem } {
  if (value.eq(0)) return { amount: '0.00' }
  if (value.lt(0)) return { problem: 'cellNegative' }
  if (value.e >= WHOLE_DIGITS) return { problem: 'cellTooLarge' }
  if (!value.round(digits).eq(value)) return { problem: 'cellDecimals' }
  return { amount: value.round(2).eq(value) ? amountText(value) : value.toFixed() }
}

/** Null where exponent or length exceed any amount: Big would write it out in full. */
function bigOf(text: string): Big | null {
  if (text.length > 400) return null
  const value = new Big(text.replace(/^\+/, ''))
  return value.e > 40 || value.e < -400 ? null : value
}
