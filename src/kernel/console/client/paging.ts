/** A page of a list, as every list call takes and answers it. `recordTotal` is null while nobody has counted yet. */
export interface Page<T> {
  readonly records: readonly T[]
  readonly recordTotal: number | null
  readonly capped: boolean
}

export interface PageRequest {
  readonly page: number
  readonly limit: number
  readonly sort?: readonly string[]
  readonly [filter: string]: unknown
}

/** Page sizes of spec section 9. */
export const PAGE_SIZES = [10, 20, 50, 200, 500] as const
