import type { Refusal } from '#kernel/errors/errors.ts'
import { excelErrors } from './excel.errors.ts'

/** Lists are separated by spaces (rule F9); what people paste has commas and lines too. */
const BETWEEN = /[\s,;、]+/
const SHOWN_LENGTH = 40

/** The IMEIs in a cell, checked; several only where a list may stand. Hyphens as printed on the box are taken out. */
export function readImeis(text: string, isList: boolean): { value: string } | { problem: Refusal } {
  const found = text
    .replace(/(?<=\d)-(?=\d)/g, '')
    .split(BETWEEN)
    .filter((part) => part !== '')
  if (!isList && found.length > 1) {
    const joined = found.join('')
    return joined.length === 15 ? readImeis(joined, false) : { problem: excelErrors.cellImeiMany() }
  }
  const seen = new Set<string>()
  for (const imei of found) {
    const problem = seen.has(imei) ? excelErrors.cellImeiTwice({ text: imei }) : imeiProblem(imei)
    if (problem) return { problem }
    seen.add(imei)
  }
  return found.length === 0
    ? { problem: excelErrors.cellNotImei({ text: text.slice(0, SHOWN_LENGTH) }) }
    : { value: found.join(' ') }
}

function imeiProblem(imei: string): Refusal | null {
  const text = imei.slice(0, SHOWN_LENGTH)
  if (/^\d{16}$/.test(imei)) return excelErrors.cellImeiVersion({ text })
  if (!/^\d{15}$/.test(imei)) return excelErrors.cellNotImei({ text })
  return hasCheckDigit(imei) ? null : excelErrors.cellImeiCheck({ text })
}

/** Luhn: every second digit from the right doubled, the digits of all summed, come to a multiple of ten. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const counted = index % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}
