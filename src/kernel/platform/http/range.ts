/** What an answer is to hold of a file: all of it, a part (first and last byte), nothing because the caller has it, or nothing there is. */
export type Portion =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'known' }
  | { readonly kind: 'outside' }

interface RangeHeaders {
  readonly range?: string | undefined
  readonly 'if-range'?: string | string[] | undefined
  readonly 'if-none-match'?: string | undefined
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Reads what a caller asks of a file that goes by a tag (RFC 9110, sections 13 and 14). Several parts at once, and what is
 * no range of bytes, count as not asked.
 */
export function portionOf(asked: RangeHeaders, tag: string, size: number): Portion {
  if (namesTag(asked['if-none-match'], tag)) return { kind: 'known' }
  const [, from = '', to = ''] = RANGE.exec(asked.range ?? '') ?? []
  const isOther = asked['if-range'] !== undefined && asked['if-range'] !== tag
  if ((from === '' && to === '') || isOther) return { kind: 'whole' }
  // Without a beginning it is the end that is wanted: so many bytes of it.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return { kind: 'whole' }
  return first > last ? { kind: 'outside' } : { kind: 'part', first, last }
}

function namesTag(list: string | undefined, tag: string): boolean {
  if (list === undefined) return false
  return list.trim() === '*' || list.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
