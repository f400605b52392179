import Big from 'big.js'

/**
 * An exact decimal amount. In the database numeric(20,2), on the wire a decimal string with two
 * decimals; a currency always travels beside it.
 */
export type Amount = Big

/** numeric(20,2) holds 18 digits before the point. */
const LARGEST = new Big('999999999999999999.99')

/** Longer texts are no amounts; a pattern for trailing zeros would take seconds for a hundred thousand of them. */
const LONGEST_TEXT = 100

const PLAIN = /^-?\d{1,18}(\.\d+)?$/

export type AmountProblem = 'notAmount' | 'tooManyDecimals' | 'tooLargeNumber'

/** Parses an amount that a person or a file wrote. Exponents, signs other than a leading minus and separators are refused. */
export function readAmount(text: string): Amount | AmountProblem {
  const trimmed = text.trim()
  if (/^-?\d{19,}(\.\d+)?$/.test(trimmed)) return 'tooLargeNumber'
  if (trimmed.length > LONGEST_TEXT) return 'notAmount'
  if (!PLAIN.test(trimmed)) return 'notAmount'
  const amount = new Big(trimmed)
  if (!isStorable(amount)) return 'tooLargeNumber'
  const decimals = trimmed.split('.')[1] ?? ''
  return decimals.replace(/0+$/, '').length > 2 ? 'tooManyDecimals' : amount
}

/** Whether the database can store it: a sum of storable amounts may be too large. */
export function isStorable(value: Amount): boolean {
  return value.abs().lte(LARGEST)
}

/** Converts a text that is already known to be an amount, from the database or from checked input. */
export function amount(text: string): Amount {
  return new Big(text)
}

export const zero: Amount = new Big(0)

/** The wire and database form: `-1234.50`. */
export function amountText(value: Amount): string {
  return value.toFixed(2)
}

export function sumAmounts(values: Iterable<Amount>): Amount {
  let total = zero
  for (const value of values) total = total.plus(value)
  return total
}

/** Formats `1234567.5` as `1,234,567.50`, with a typographic minus; `/` for none. */
export function formatAmount(text: string | null | undefined): string {
  if (text === null || text === undefined || text === '') return '/'
  const [whole = '0', decimals = ''] = new Big(text).abs().toFixed(2).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `${new Big(text).lt(0) ? '-' : ''}${grouped}.${decimals}`
}
