import { sql } from 'kysely'
import type { Language } from '#kernel/base/i18n/language.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { ladderText } from '#kernel/engine/definition/ladder.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import { keptSums, serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { schemeOwn as en } from './own.en.ts'
import { schemeOwn as zh } from './own.zh.ts'
import { LADDER } from '../shared/scheme-types.ts'
import { type OwnScheme, ownSchemes } from './own-schemes.list.ts'
import { ownLines, type OwnSchemeFilters, ownSchemeRows, ownSchemeSums } from './own-schemes.queries.ts'

type Query = ListQuery<OwnSchemeFilters, undefined>

const rowsOf = ({ principal, language, asked, sort }: Query) => ownSchemeRows(principal, language, asked, sort)

const TIERS = f.ladder(LADDER)

type Found = Awaited<ReturnType<ReturnType<typeof ownSchemeRows>['execute']>>[number]

function shown({ unitAmount, ratePercent, ladder, ladderKind, ...row }: Found, language: Language): OwnScheme {
  const eachUnit = () => `${formatAmount(unitAmount ?? '')} ${{ en, zh }[language].eachUnit}`
  const rate = ratePercent === null ? null : `${ratePercent} %`
  return {
    ...row,
    terms:
      ladder === null ? (rate ?? (unitAmount === null ? null : eachUnit())) : ladderText(TIERS, ladder, { ladderKind }),
  }
}

export const ownSchemesList = serveList(ownSchemes, {
  summaries: {
    page: 'Lines of schemes that are for the customer of the reader, with what each pays and what was paid: those that run or those that are over where `shown` says so',
    count: 'How many lines of schemes are for the customer of the reader',
  },
  address: ({ principal, asked }: Query) => ({
    kind: 'scheme',
    filters: ['ownScheme', asked, limitMark(principal)],
    scope: principal.scope,
  }),
  page: async (tx, query, { limit, offset }) => {
    const rows = await tx.rows(statementOf(rowsOf(query).limit(limit).offset(offset)))
    return rows.map((row) => shown(row, query.language))
  },
  count: ({ principal, asked }) =>
    statementOf(
      qb
        .selectFrom(
          ownLines(principal, asked)
            .select('scheme.id')
            .limit(TOTAL_LIMIT + 1)
            .as('found'),
        )
        .select(sql<number>`count(*)::int`.as('total')),
    ),
  sums: {
    summary: 'What the customer of the reader was paid of these lines, one record a currency',
    read: (tx, { principal, asked }, address) => keptSums(tx, address, statementOf(ownSchemeSums(principal, asked))),
  },
  key: 'id',
  texts: { schemeOwn: { en, zh } },
  rows: (query) => statementOf(rowsOf(query)),
  rowOf: ({ language }, row) => shown(row as Found, language),
})
