import { Type } from 'typebox'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { requestErrors } from './request.errors.ts'

/** Page sizes of the product (spec section 2). */
export const PAGE_SIZES: readonly number[] = [10, 20, 50, 200, 500]

export interface ListRequest {
  readonly page?: number
  readonly limit?: number
  /** `-no` sorts in descending order. */
  readonly sort?: readonly string[]
  readonly [filter: string]: unknown
}

/** Nobody pages so far; a larger number is a mistake, and would be an offset that the database counts through. */
const MOST_PAGES = 100_000

export function pageOf(request: ListRequest): { readonly limit: number; readonly offset: number } {
  const limit = request.limit ?? 20
  const page = request.page ?? 1
  if (!PAGE_SIZES.includes(limit))
    throw new Refused(httpErrors.invalidField({ field: 'limit', reason: PAGE_SIZES.join(', ') }, { field: 'limit' }))
  if (!Number.isSafeInteger(page) || page < 1 || page > MOST_PAGES)
    throw new Refused(requestErrors.noSuchPage({ most: MOST_PAGES }, { field: 'page' }))
  return { limit, offset: (page - 1) * limit }
}

/** The answer of a list's count. */
export const totalSchema = Type.Object(
  { recordTotal: Type.Integer(), capped: Type.Boolean(), asOf: Type.String() },
  { title: 'ListTotal' },
)
