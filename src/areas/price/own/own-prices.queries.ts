import { type SqlBool, sql } from 'kysely'
import type { Language } from '#kernel/base/i18n/language.ts'
import { withinScope } from '#kernel/platform/access/scoped.ts'
import { qb } from '#kernel/platform/db/statement.ts'
import type { Reader } from '#kernel/platform/exports/list-export.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { CONCERNS } from './own-concern.ts'

export interface OwnPriceFilters {
  readonly skuCode?: string
  readonly tradeTermCode?: string
  readonly state?: string
  /** Number of a document: the prices of all that it changed, as they are now. */
  readonly announcement?: string
}

type OwnReader = Pick<Reader, 'principal' | 'now'>

const ORDERS = {
  skuCode: 'k.sku_code',
  tradeTermCode: 'k.trade_term_code',
  price: 'r.price',
  effectiveFrom: 'r.valid_from',
  effectiveTo: 'r.valid_to',
} as const

const given = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''

/**
 * Prices `r` of the customers `m` that a person is limited to, and of their classifications, which are in force or begin later. A person who is
 * limited to no customer works for none and reads no price.
 */
export function ownRows(
  { principal, now }: OwnReader,
  { skuCode, tradeTermCode, state, announcement }: OwnPriceFilters,
) {
  const { customer_code: customers = [] } = principal.limits ?? {}
  const all = sql<SqlBool>`true`
  return qb
    .selectFrom('customer as m')
    .innerJoin('price_key as k', (join) => join.on(sql<SqlBool>`${sql.raw(CONCERNS)}`))
    .innerJoin('price_row as r', 'r.key_id', 'k.id')
    .where(sql<SqlBool>`m.code = any (${[...customers]}::text[])`)
    .where(withinScope(principal.scope, 'r.scope_id'))
    .where(sql<SqlBool>`r.known_until is null and (r.valid_to is null or r.valid_to > ${now})`)
    .where(given(skuCode) ? sql<SqlBool>`starts_with(k.sku_code, ${skuCode.trim().toUpperCase()})` : all)
    .where(given(tradeTermCode) ? sql<SqlBool>`k.trade_term_code = ${tradeTermCode.trim()}` : all)
    .where(
      given(announcement)
        ? sql<SqlBool>`exists (select from price_change c where c.key_id = k.id and c.document_no = ${announcement.trim()})`
        : all,
    )
    .where(given(state) ? sql<SqlBool>`(r.valid_from > ${now}) = ${state === 'pending'}` : all)
}

export function ownPriceRows(reader: OwnReader, language: Language, asked: OwnPriceFilters, sort: readonly string[]) {
  const { by, direction } = requestedOrder(sort, ORDERS, 'skuCode')
  const day = (of: string) => sql<string>`((${sql.ref(of)} at time zone 'UTC') + substr(o.timezone, 4)::interval)::date`
  return ownRows(reader, asked)
    .innerJoin('organisation as o', 'o.id', 'r.scope_id')
    .innerJoin('sku as s', 's.code', 'k.sku_code')
    .select([
      // One price may be for several customers of the reader.
      sql<string>`r.id || '-' || m.code`.as('id'),
      'k.sku_code as skuCode',
      sql<string>`${sql.ref(`s.name_${language}`)}`.as('skuName'),
      sql<string>`${sql.ref(`m.name_${language}`)}`.as('customerName'),
      sql<
        'customer' | 'classification'
      >`case when k.customer_code is null then 'classification' else 'customer' end`.as('source'),
      sql<'effective' | 'pending'>`case when r.valid_from > ${reader.now} then 'pending' else 'effective' end`.as(
        'state',
      ),
      'k.trade_term_code as tradeTermCode',
      'k.currency',
      sql<string>`r.price::text`.as('price'),
      'r.ladder',
      'r.tax_mode as taxMode',
      sql<string>`trim_scale(r.tax_rate)::text`.as('taxRate'),
      sql<string>`${day('r.valid_from')}::text`.as('effectiveFrom'),
      sql<string | null>`(${day('r.valid_to')} - 1)::text`.as('effectiveTo'),
    ])
    .orderBy(sql`${sql.ref(by)} ${sql.raw(direction)} nulls last`)
    .orderBy('k.sku_code')
    .orderBy('r.id')
    .orderBy('m.code')
}
