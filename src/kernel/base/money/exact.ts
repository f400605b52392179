import Big from 'big.js'
import { isExact } from './exact-text.ts'

/** Inclusive bounds of an exact number, and how many decimals it has. */
export interface ExactBounds {
  readonly digits: number
  readonly min: string
  readonly max: string
}

export type ExactProblem = 'notAmount' | 'moreDecimals' | 'outOfRange'

/** Parses a rate or unit price that a person or a file wrote; its wire form has all of its decimals: `2.5000`. */
export function readExact(text: string, { digits, min, max }: ExactBounds): { readonly text: string } | ExactProblem {
  const trimmed = text.trim()
  if (!isExact(trimmed)) return 'notAmount'
  if ((trimmed.split('.')[1] ?? '').replace(/0+$/, '').length > digits) return 'moreDecimals'
  const number = new Big(trimmed)
  if (number.lt(min) || number.gt(max)) return 'outOfRange'
  // Zero has no minus.
  return { text: (number.eq(0) ? new Big(0) : number).toFixed(digits) }
}
