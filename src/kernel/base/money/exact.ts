import Big from 'big.js'
import { isExact } from './exact-text.ts'

/** Bounds of a number that is kept exactly, both of them in it, and how many decimals it has. */
export interface ExactBounds {
  readonly digits: number
  readonly min: string
  readonly max: string
}

export type ExactProblem = 'notAmount' | 'moreDecimals' | 'outOfRange'

/** Reads what a person or a file wrote of a rate or of the price of one piece; its wire form has all of its decimals: `2.5000`. */
export function readExact(text: string, { digits, min, max }: ExactBounds): { readonly text: string } | ExactProblem {
  const trimmed = text.trim()
  if (!isExact(trimmed)) return 'notAmount'
  if ((trimmed.split('.')[1] ?? '').replace(/0+$/, '').length > digits) return 'moreDecimals'
  const number = new Big(trimmed)
  if (number.lt(min) || number.gt(max)) return 'outOfRange'
  // Of nothing there is no minus.
  return { text: (number.eq(0) ? new Big(0) : number).toFixed(digits) }
}
