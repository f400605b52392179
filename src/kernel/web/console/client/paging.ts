/** A page of a list, as every list call takes and answers it. `recordTotal` is null while nobody has counted yet. */
export interface Page<T> {
  readonly records: readonly T[]
  readonly recordTotal: number | null
  readonly capped: boolean
  /** Only of a list without numbered pages: what lies beside this one. */
  readonly edges?: Edges
}

export interface Edges {
  readonly hasNewer: boolean
  readonly hasOlder: boolean
}

/** Where a page of a list without numbered pages begins: after a row, going one way, or at its old end. */
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
