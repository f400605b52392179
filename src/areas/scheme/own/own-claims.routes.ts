import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import { money, nullable } from '#kernel/platform/http/wire-schemas.ts'
import { rowSchema } from '#kernel/engine/read-list/list-schemas.ts'
import { keptSums, serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { schemeOwn as en } from './own.en.ts'
import { schemeOwn as zh } from './own.zh.ts'
import { ownClaims } from './own-claims.list.ts'
import { type OwnClaimFilters, ownClaimRows, ownClaimsOf, ownClaimSums } from './own-claims.queries.ts'

type Query = ListQuery<OwnClaimFilters, undefined>

const rowsOf = ({ principal, language, asked, sort }: Query) => ownClaimRows(principal, language, asked, sort)

export const ownClaimsList = serveList(ownClaims, {
  summaries: {
    page: 'Claims of the customer of the reader with what was asked, what was agreed to and whether it is settled, newest first',
    count: 'How many claims of the customer of the reader match',
  },
  row: Type.Object({
    ...(rowSchema(ownClaims) as { properties: TProperties }).properties,
    agreed: nullable(money),
  }),
  address: ({ principal, asked }: Query) => ({
    kind: 'schemeExecute',
    filters: ['ownClaim', asked, limitMark(principal)],
    scope: principal.scope,
  }),
  page: (tx, query, { limit, offset }) => tx.rows(statementOf(rowsOf(query).limit(limit).offset(offset))),
  count: ({ principal, asked }) =>
    statementOf(
      qb
        .selectFrom(
          ownClaimsOf(principal, asked)
            .select('scheme_execute.id')
            .limit(TOTAL_LIMIT + 1)
            .as('found'),
        )
        .select(sql<number>`count(*)::int`.as('total')),
    ),
  sums: {
    summary: 'What these claims asked for and what was agreed to, one record a currency',
    read: (tx, { principal, asked }, address) => keptSums(tx, address, statementOf(ownClaimSums(principal, asked))),
  },
  key: 'id',
  texts: { schemeOwn: { en, zh } },
  rows: (query) => statementOf(rowsOf(query)),
})
