// IMEI = eight digits of the model (TAC), six of the unit, and a Luhn check digit. With a software version it has sixteen digits (IMEISV)
// and no check digit (3GPP 23.003); the check digit reveals numbers that lost digits in a spreadsheet.

export type NumberFault = 'characters' | 'length' | 'imeisv' | 'checkDigit'

export type ReadNumber =
  | { readonly kind: 'imei' | 'sn'; readonly number: string }
  | { readonly kind: 'fault'; readonly number: string; readonly fault: NumberFault; readonly digit?: string }

const SERIAL = /^(?=.*[A-Z])[A-Z0-9]{6,20}$/

/** The fifteenth digit: it completes the sum of the others, every second of them doubled, to a multiple of ten. */
export function imeiCheckDigit(fourteen: string): string {
  const sum = Array.from(fourteen).reduce((total, character, index) => {
    const digit = Number(character)
    return total + (index % 2 === 0 ? digit : 2 * digit - (digit > 4 ? 9 : 0))
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** Parses a typed or imported text: an IMEI, a serial number (which contains a letter), or the error. */
export function readDeviceNumber(given: string): ReadNumber {
  const number = given.trim().toUpperCase()
  const fault = (kind: NumberFault, digit?: string): ReadNumber => ({
    kind: 'fault',
    number,
    fault: kind,
    ...(digit === undefined ? {} : { digit }),
  })
  if (SERIAL.test(number) && !/^\d+E\d+$/.test(number)) return { kind: 'sn', number }
  if (!/^[0-9]+$/.test(number)) return fault('characters')
  if (number.length === 16) return fault('imeisv')
  if (number.length !== 15) return fault('length')
  const digit = imeiCheckDigit(number.slice(0, 14))
  return number.endsWith(digit) ? { kind: 'imei', number } : fault('checkDigit', digit)
}

/** Several numbers separated by spaces, each once, in order (F9). Any Unicode white space separates. */
export function splitDeviceNumbers(text: string): readonly string[] {
  return [...new Set(text.split(/\s+/u).filter((each) => each !== ''))]
}
