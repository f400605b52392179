import { quarterOf } from '#kernel/base/clock/quarter.ts'
import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { f } from '#kernel/engine/definition/fields.ts'
import { ladderText } from '#kernel/engine/definition/ladder.ts'
import { rowSchema } from '#kernel/engine/read-list/list-schemas.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { LADDER } from '../shared/price-terms.ts'
import { priceOwn as en } from './own-prices.en.ts'
import { priceOwn as zh } from './own-prices.zh.ts'
import { type OwnPrice, ownPrices } from './own-price.list.ts'
import { type OwnPriceFilters, ownPriceRows, ownRows } from './own-prices.queries.ts'

type Query = ListQuery<OwnPriceFilters, undefined>
type Found = Awaited<ReturnType<ReturnType<typeof ownPriceRows>['execute']>>[number]

const rowsOf = (query: Query) => ownPriceRows(query, query.language, query.asked, query.sort)
const TIERS = f.ladder(LADDER)
const shown = ({ ladder, ...row }: Found): OwnPrice => ({
  ...row,
  ladder: ladder === null ? null : ladderText(TIERS, ladder, {}),
})

export const ownPricesList = serveList(ownPrices, {
  summaries: {
    page: 'Prices in force and announced for the customer of the reader, without anything of how they came about',
    count: 'How many prices are in force or announced for the customer of the reader',
  },
  row: Type.Object({ ...(rowSchema(ownPrices) as { properties: TProperties }).properties }),
  address: ({ principal, now, asked }: Query) => ({
    kind: 'priceRow',
    filters: ['ownPrice', asked, limitMark(principal), quarterOf(now)],
    scope: principal.scope,
  }),
  page: async (tx, query, { limit, offset }) =>
    (await tx.rows(statementOf(rowsOf(query).limit(limit).offset(offset)))).map(shown),
  count: (query, most = TOTAL_LIMIT) =>
    statementOf(
      qb
        .selectFrom(
          ownRows(query, query.asked)
            .select('r.id')
            .limit(most + 1)
            .as('found'),
        )
        .select(sql<number>`count(*)::int`.as('total')),
    ),
  key: 'id',
  texts: { priceOwn: { en, zh } },
  rows: (query) => statementOf(rowsOf(query)),
  rowOf: (_query, row) => shown(row as Found),
})
