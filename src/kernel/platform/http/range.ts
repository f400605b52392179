/** The part of a file to answer: all of it, a range (first and last byte), nothing because the caller has it, or an unsatisfiable range. */
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

/** Parses a range request for a file with an entity tag (RFC 9110, sections 13 and 14). Multiple ranges and other units are ignored. */
export function portionOf(asked: RangeHeaders, tag: string, size: number): Portion {
  if (namesTag(asked['if-none-match'], tag)) return { kind: 'known' }
  const [, from = '', to = ''] = RANGE.exec(asked.range ?? '') ?? []
  const isOther = asked['if-range'] !== undefined && asked['if-range'] !== tag
  if ((from === '' && to === '') || isOther) return { kind: 'whole' }
  // A range without a start means the last so many bytes.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return { kind: 'whole' }
  return first > last ? { kind: 'outside' } : { kind: 'part', first, last }
}

function namesTag(list: string | undefined, tag: string): boolean {
  if (list === undefined) return false
  return list.trim() === '*' || list.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
