import type { TextParams } from '../../client/i18n.ts'

/** What a filter's text must look like; an empty one is no filter. */
export interface FilterRule {
  /** Only digits (an IMEI, a number), optionally this many at most. */
  readonly isDigits?: boolean
  readonly maxLength?: number
  /** A whole number from the first to the second. */
  readonly range?: readonly [number, number]
}

export type FilterProblem =
  | { readonly key: 'digits' | 'wholeNumber'; readonly params: TextParams }
  | { readonly key: 'tooLong' | 'range'; readonly params: TextParams }

/** What is wrong with a filter's text, or null. */
export function problemOf(rule: FilterRule | undefined, value: string | undefined): FilterProblem | null {
  const text = value?.trim() ?? ''
  if (!rule || text === '') return null
  if (rule.isDigits && !/^\d+$/.test(text)) return { key: 'digits', params: {} }
  if (rule.maxLength !== undefined && text.length > rule.maxLength)
    return { key: 'tooLong', params: { max: rule.maxLength } }
  if (rule.range) {
    const [min, max] = rule.range
    if (!/^-?\d+$/.test(text)) return { key: 'wholeNumber', params: {} }
    if (Number(text) < min || Number(text) > max) return { key: 'range', params: { min, max } }
  }
  return null
}

/** Most that any list call takes in a text. */
export const TEXT_RULE: FilterRule = { maxLength: 64 }
/** A budget's year. */
export const YEAR_RULE: FilterRule = { range: [2000, 2100] }
