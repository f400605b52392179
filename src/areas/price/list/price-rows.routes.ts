import { quarterOf } from '#kernel/base/clock/quarter.ts'
import { type TProperties, Type } from 'typebox'
import { isDay } from '#kernel/base/clock/day.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { filterSchemas } from '#kernel/engine/read-list/list-schemas.ts'
import { requireTimes } from '#kernel/engine/read-list/require-days.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { priceList as en } from './price-rows.en.ts'
import { priceList as zh } from './price-rows.zh.ts'
import { priceRowSchema } from './price-row-schema.ts'
import { priceRowFile } from './price-row-file.server.ts'
import { priceRows } from './price-row.list.ts'
import type { PriceRowFilters } from './price-row-states.queries.ts'
import { allPriceRows, countPriceRows, priceRowIds, priceRowsOf } from './price-rows.queries.ts'

type Query = ListQuery<PriceRowFilters, undefined>

/** Days that do not exist, and an area that is no number, are the caller's mistake. */
export function requireAnswerable(asked: PriceRowFilters): void {
  requireTimes(asked, ['enteredFrom', 'enteredTo'])
  for (const field of ['effectiveFrom', 'effectiveTo', 'asOf'] as const) {
    const value = asked[field]
    if (value && (!isDay(value.slice(0, 10)) || value.startsWith('0000') || (field === 'asOf' && value.length > 10)))
      throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
  }
}

/** The filters as calls take them. */
export const priceRowFilters: TProperties = {
  ...(filterSchemas(priceRows) as TProperties),
  areaId: Type.Optional(
    Type.Union([Type.String({ pattern: String.raw`^\d{0,9}$` }), Type.Integer({ minimum: 0, maximum: 999_999_999 })]),
  ),
}

export const priceRowsList = serveList(priceRowFile, {
  summaries: {
    page: 'Prices of the list by any of their parts, the newest entry first; asOf: what the list said on that day',
    count: 'How many prices of the list match',
  },
  filters: priceRowFilters,
  row: priceRowSchema,
  check: requireAnswerable,
  address: ({ principal, now, asked }: Query) => ({
    kind: 'priceRow',
    filters: ['priceRow', asked, asked.state && !asked.asOf ? quarterOf(now) : null, limitMark(principal)],
    scope: principal.scope,
  }),
  async page(tx, query, place) {
    const ids = await tx.rows(priceRowIds(query, query.asked, query.sort, place))
    if (ids.length === 0) return []
    return tx.rows(
      priceRowsOf(
        query,
        query.language,
        query.asked,
        ids.map(({ id }) => id),
      ),
    )
  },
  count: (query, most) => countPriceRows(query, query.asked, most),
  key: 'id',
  texts: { priceList: { en, zh } },
  rows: (query) => allPriceRows(query, query.language, query.asked, query.sort),
})
