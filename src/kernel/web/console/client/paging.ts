/** A page of a list, in every list call. `recordTotal` is null while nobody has counted. */
export interface Page<T> {
  readonly records: readonly T[]
  readonly recordTotal: number | null
  readonly capped: boolean
  /** Of a list without numbered pages: whether there are more rows before and after. */
  readonly edges?: Edges
}

export interface Edges {
  readonly hasNewer: boolean
  readonly hasOlder: boolean
}

/** Start of a page of a list without numbers: after a row in one direction, or at the old end. */
export interface PageCursor {
  readonly way: 'older' | 'newer' | 'oldest'
  readonly from?: string
}

export interface PageRequest {
  readonly page: number
  readonly limit: number
  readonly sort?: readonly string[]
  readonly [filter: string]: unknown
}

/** Page sizes of spec section 9. */
export const PAGE_SIZES = [10, 20, 50, 200, 500] as const

/** Exact up to 1,000,000, then `1,000,000+`. */
export function totalText(total: number | null, isCapped: boolean): string {
  return total === null ? '' : `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`
}
