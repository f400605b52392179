import type { TextParams } from '../../client/i18n.ts'

/** Validation of a filter's text; an empty one is no filter. */
export interface FilterRule {
  /** Only digits (an IMEI, a number), optionally with a maximum length. */
  readonly isDigits?: boolean
  readonly maxLength?: number
  /** A whole number within the range, inclusive. */
  readonly range?: readonly [number, number]
}

export interface FilterProblem {
  readonly key: 'digits' | 'tooLong' | 'wholeNumber'
  readonly params: TextParams
}

/** The error of a filter's text, or null. */
export function problemOf(rule: FilterRule | undefined, value: string | undefined): FilterProblem | null {
  const text = value?.trim() ?? ''
  if (!rule || text === '') return null
  if (rule.isDigits && !/^\d+$/.test(text)) return { key: 'digits', params: {} }
  if (rule.maxLength !== undefined && text.length > rule.maxLength)
    return { key: 'tooLong', params: { max: rule.maxLength } }
  if (rule.range) {
    const [min, max] = rule.range
    if (!/^-?\d+$/.test(text) || Number(text) < min || Number(text) > max)
      return { key: 'wholeNumber', params: { min, max } }
  }
  return null
}

/** Maximum text length of any list call. */
export const TEXT_RULE: FilterRule = { maxLength: 64 }
/** A budget's year. */
export const YEAR_RULE: FilterRule = { range: [2000, 2100] }
