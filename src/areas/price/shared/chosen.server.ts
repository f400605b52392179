import { Type } from 'typebox'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { priceRowFilters, requireAnswerable } from '../list/price-rows.routes.ts'
import type { PriceRowFilters } from '../list/price-row-states.queries.ts'
import { priceRowIds } from '../list/price-rows.queries.ts'
import { priceErrors } from '../price.errors.ts'
import { MOST_CHOSEN } from './chosen.ts'

// Prices of the list that somebody chose: by their ids, or all that a filter matches.

export const chosenBody = {
  ids: Type.Optional(
    Type.Array(Type.String({ pattern: String.raw`^\d{1,18}$` }), {
      maxItems: MOST_CHOSEN + 1,
      uniqueItems: true,
      description: 'ids of queryByPage',
    }),
  ),
  filters: Type.Optional(Type.Object(priceRowFilters, { additionalProperties: false })),
}

export interface Chosen {
  readonly ids?: readonly string[]
  readonly filters?: PriceRowFilters
}

/** The chosen prices, or what the filters match, and at most one more than may be changed at once. */
export async function chosenIds(tx: Tx, context: RequestContext, { ids, filters }: Chosen): Promise<readonly string[]> {
  if (ids && ids.length > 0) return ids
  if (!filters) throw new Refused(httpErrors.invalidField({ field: 'ids', reason: 'missing' }, { field: 'ids' }))
  requireAnswerable(filters)
  const found = await tx.rows(priceRowIds(context, filters, [], { limit: MOST_CHOSEN + 1, offset: 0 }))
  return found.map(({ id }) => id)
}

export function requireFewEnough({ length }: readonly string[]): void {
  if (length > MOST_CHOSEN) throw new Refused(priceErrors.chosenTooMany({ most: MOST_CHOSEN }))
}
