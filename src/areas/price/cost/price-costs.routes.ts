import { requireDays, requireTimes } from '#kernel/engine/read-list/require-days.ts'
import { type SqlBool, sql } from 'kysely'
import type { Language } from '#kernel/base/i18n/language.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { type PriceCost, priceCosts } from './price-costs.list.ts'
import { priceCosts as en } from './price-costs.en.ts'
import { priceCosts as zh } from './price-costs.zh.ts'

interface CostFilters {
  readonly skuCode?: string
  readonly area?: string
  readonly currency?: string
  readonly state?: string
  readonly fromFrom?: string
  readonly fromTo?: string
  readonly setFrom?: string
  readonly setTo?: string
}

type Query = ListQuery<CostFilters, undefined>

const ORDERS = { skuCode: 'k.sku_code', from: 'price_cost.valid_from' } as const

/** The state of a row `price_cost` by the time alone. */
const STATE = `case when price_cost.valid_from > product_now() then 'pending' when price_cost.valid_to <= product_now() then 'expired' else 'effective' end`
const LOCAL = `substr(o.timezone, 4)::interval`

const written = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''

/** The costs that stand, of the areas that the reader sees; which rows stood before is in their history. */
function matching({ principal, asked }: Pick<Query, 'principal' | 'asked'>) {
  const { skuCode, area, currency, state, fromFrom, fromTo, setFrom, setTo } = asked
  const where = (value: string | undefined, to: (given: string) => ReturnType<typeof sql<SqlBool>>) =>
    written(value) ? to(value.trim()) : sql<SqlBool>`true`
  return scoped(principal, 'price_cost')
    .innerJoin('price_cost_key as k', 'k.id', 'price_cost.key_id')
    .innerJoin('area as a', 'a.id', 'k.area_id')
    .innerJoin('organisation as o', 'o.id', 'a.organisation_id')
    .where('price_cost.known_until', 'is', null)
    .where(where(skuCode, (code) => sql`starts_with(k.sku_code, ${code.toUpperCase()})`))
    .where(
      where(
        area,
        (
          name,
        ) => sql`(a.area_code = ${name.toUpperCase()} or a.name_en ilike ${`%${name.replaceAll(/[\\%_]/g, '\\$&')}%`}
      or a.name_zh like ${`%${name.replaceAll(/[\\%_]/g, '\\$&')}%`})`,
      ),
    )
    .where(where(currency, (code) => sql`k.currency = ${code.toUpperCase()}`))
    .where(where(state, (each) => sql`${sql.raw(STATE)} = ${each}`))
    .where(where(fromFrom, (day) => sql`price_cost.valid_from >= day_begin(${day}::date, o.timezone)`))
    .where(where(fromTo, (day) => sql`price_cost.valid_from < day_begin(${day}::date, o.timezone)`))
    .where(where(setFrom, (at) => sql`price_cost.known_from >= ${new Date(at)}`))
    .where(where(setTo, (at) => sql`price_cost.known_from < ${new Date(at)}`))
}

function rowsOf({ principal, asked, sort, language }: Query) {
  const { by, direction } = requestedOrder(sort, ORDERS, 'skuCode')
  return matching({ principal, asked })
    .innerJoin('sku as s', 's.code', 'k.sku_code')
    .leftJoin('price_cost_change as c', 'c.after_id', 'price_cost.id')
    .leftJoin('app_user as u', 'u.id', 'c.actor_id')
    .select([
      sql<string>`price_cost.id::text`.as('id'),
      'k.sku_code as skuCode',
      nameIn('s', language).as('skuName'),
      nameIn('a', language).as('area'),
      'k.currency',
      sql<string>`price_cost.unit_cost::text`.as('cost'),
      sql<string>`price_cost.floor_margin::text`.as('floor'),
      sql<string>`(price_cost.valid_from at time zone 'UTC' + ${sql.raw(LOCAL)})::date::text`.as('from'),
      sql<string | null>`((price_cost.valid_to at time zone 'UTC' + ${sql.raw(LOCAL)})::date - 1)::text`.as('to'),
      sql<PriceCost['state']>`${sql.raw(STATE)}`.as('state'),
      sql<string>`coalesce(${nameIn('u', language)}, '')`.as('setBy'),
      'price_cost.known_from as setAt',
      'price_cost.source_no as sourceNo',
    ])
    .orderBy(sql.ref(by), direction)
    .orderBy('k.area_id')
    .orderBy('k.currency')
    .orderBy('price_cost.valid_from')
}

const nameIn = (alias: string, language: Language) => sql<string>`${sql.ref(`${alias}.name_${language}`)}`

const shown = ({ setAt, ...row }: Omit<PriceCost, 'setAt'> & { readonly setAt: string | Date }): PriceCost => ({
  ...row,
  setAt: new Date(setAt).toISOString(),
})

export const priceCostsList = serveList(priceCosts, {
  check(asked: CostFilters) {
    requireDays(asked, ['fromFrom', 'fromTo'])
    requireTimes(asked, ['setFrom', 'setTo'])
  },
  summaries: {
    page: 'What products cost by area and currency, with the least margin of their prices, the days that it holds for, and who entered it',
    count: 'How many costs match',
  },
  address: ({ principal, asked }: Query) => ({
    kind: 'priceCost',
    filters: [asked, limitMark(principal)],
    scope: principal.scope,
  }),
  page: async (tx, query, { limit, offset }) =>
    (await tx.rows(statementOf(rowsOf(query).limit(limit).offset(offset)))).map(shown),
  count: (query, most = TOTAL_LIMIT) =>
    statementOf(
      qb
        .selectFrom(
          matching(query)
            .select('price_cost.id')
            .limit(most + 1)
            .as('found'),
        )
        .select(sql<number>`count(*)::int`.as('total')),
    ),
  key: 'id',
  texts: { priceCosts: { en, zh } },
  rows: (query) => statementOf(rowsOf(query)),
  rowOf: (_query, row) => shown(row as Parameters<typeof shown>[0]),
})
