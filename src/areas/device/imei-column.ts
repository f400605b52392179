import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { CodeForm } from '#kernel/platform/excel/columns.ts'
import { deviceErrors } from './device.errors.ts'
import { imeiCheckDigit } from './imei.ts'
import { imeiNote } from './locale/imei-note.ts'

/** Lists are separated by spaces (rule F9); pasted ones have commas and line breaks too. */
const BETWEEN = /[\s,;、]+/
const SHOWN_LENGTH = 40

/** For a workbook column of IMEIs. */
export const imeiForm: CodeForm = {
  read: readImeis,
  note: imeiNote,
}

/** Parses and checks the IMEIs in a cell; several only where a list is allowed. Hyphens as printed on the box are removed. */
function readImeis(text: string, isList: boolean): { value: string } | { problem: Refusal } {
  const found = text
    .replace(/(?<=\d)-(?=\d)/g, '')
    .split(BETWEEN)
    .filter((part) => part !== '')
  if (!isList && found.length > 1) {
    const joined = found.join('')
    return joined.length === 15 ? readImeis(joined, false) : { problem: deviceErrors.cellImeiMany() }
  }
  const seen = new Set<string>()
  for (const imei of found) {
    const problem = seen.has(imei) ? deviceErrors.cellImeiTwice({ text: imei }) : imeiProblem(imei)
    if (problem) return { problem }
    seen.add(imei)
  }
  return found.length === 0
    ? { problem: deviceErrors.cellNotImei({ text: text.slice(0, SHOWN_LENGTH) }) }
    : { value: found.join(' ') }
}

function imeiProblem(imei: string): Refusal | null {
  const text = imei.slice(0, SHOWN_LENGTH)
  if (/^\d{16}$/.test(imei)) return deviceErrors.cellImeiVersion({ text })
  if (!/^\d{15}$/.test(imei)) return deviceErrors.cellNotImei({ text })
  return imei.endsWith(imeiCheckDigit(imei.slice(0, 14))) ? null : deviceErrors.cellImeiCheck({ text })
}
