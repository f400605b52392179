import { dayAfter } from '#kernel/base/clock/day.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { limitSql } from '#kernel/platform/access/limits.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import type { ListPlace } from '#kernel/engine/read-list/serving.ts'
import { type PriceReader, withRight } from '../list/price-rows.queries.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { dayOf, skusBeginning } from '../shared/price-sql.ts'
import type { ComparisonFilter } from './price-comparison.list.ts'

/** One side: the prices of a classification in force at an instant. */
export interface Side {
  readonly areaId: number
  readonly classificationCode: string
  /** Null for that of each key where both sides are of one area, and for the area's own where they are not. */
  readonly currency: string | null
  /** What the list said on that day; now without one. */
  readonly day: string | null
  /** The year whose budget rates count. */
  readonly year: number
}

export interface Comparison {
  readonly left: Side
  readonly right: Side
  /** The beginning of a code, or several whole ones; without any all products. */
  readonly skuCodes: readonly string[]
  readonly spuCode: string | null
  readonly tradeTermCode: string | null
  readonly shown: ComparisonFilter | null
}

type Add = (value: unknown) => string

/** The price in force of each key of a classification. Rows that were known at one instant do not overlap: in force is the last to begin, unless it has ended. */
function sideSql(reader: PriceReader, asked: Comparison, side: Side, add: Add): string {
  const { principal, now } = reader
  const { areaId, classificationCode, currency, day } = side
  const isOfTwo = asked.left.areaId !== asked.right.areaId
  const at =
    day === null
      ? `${add(now)}::timestamptz`
      : `day_begin(${add(dayAfter(day))}::date, o.timezone) - interval '1 microsecond'`
  const known =
    day === null ? 'r.known_until is null' : 'r.known_from <= i.at and (r.known_until is null or r.known_until > i.at)'
  const keys = [
    // A classification is of one area and has fewer keys than it: the sum keeps the planner from reading all keys of the area.
    `k.classification_code = ${add(classificationCode)} and k.area_id + 0 = a.id`,
    ...(principal.scope === 'all' ? [] : [`k.scope_id = any (${add(principal.scope)}::int[])`]),
    ...limitSql(principal, 'price_key', 'k', add),
    ...(currency === null ? (isOfTwo ? ['k.currency = a.currency'] : []) : [`k.currency = ${add(currency)}`]),
    ...(asked.skuCodes.length === 1 ? [skusBeginning(asked.skuCodes[0]!, add)] : []),
    ...(asked.skuCodes.length > 1 ? [`k.sku_code = any (${add(asked.skuCodes)}::text[])`] : []),
    ...(asked.spuCode === null
      ? []
      : [`k.sku_code = any (array(select s.code from sku s where s.spu_code = ${add(asked.spuCode)}))`]),
    ...(asked.tradeTermCode === null ? [] : [`k.trade_term_code = ${add(asked.tradeTermCode)}`]),
  ]
  const year = isOfTwo ? `${add(side.year)}::int` : ''
  const rates = isOfTwo
    ? `left join (select y.currency, y.units from year_rate y
         where y.year = ${year} and y.version = (select max(v.version) from year_rate_version v where v.year = ${year})) y on y.currency = k.currency`
    : ''
  return `select r.id, k.sku_code, k.trade_term_code, k.currency, r.price, r.tax_mode, r.tax_rate,
      ${withRight(principal, PRICE_ROLE.cost, 'r.cost_basis', add)} as cost, ${withRight(principal, PRICE_ROLE.margin, 'r.margin', add)} as margin,
      ${dayOf('r.valid_from')}::text as first_day, (${dayOf('r.valid_to')} - 1)::text as last_day, ${isOfTwo ? 'round(r.price / y.units, 2)' : 'null::numeric'} as reporting
    from area a join organisation o on o.id = a.organisation_id cross join lateral (select ${at} as at) i
    join price_key k on ${keys.join(' and ')} ${rates}
    cross join lateral (select * from price_row r where r.key_id = k.id and ${known} and r.valid_from <= i.at order by r.valid_from desc limit 1) r
    where a.id = ${add(areaId)} and (r.valid_to is null or r.valid_to > i.at)`
}

const CURRENCY = 'coalesce(l.currency, r.currency)'
/** The rate of a price without its tax is not a part of it. */
const SAME_TAX = `l.tax_mode = r.tax_mode and (l.tax_mode = 'exclusive' or l.tax_rate = r.tax_rate)`
const COMPARABLE = `l.currency = r.currency and ${SAME_TAX}`

/** The same price: in one currency as it stands, in two as both are in the reporting currency. */
const SAME_PRICE = `(coalesce(l.price = r.price and ${COMPARABLE}, false) or coalesce(l.currency <> r.currency and l.reporting = r.reporting and ${SAME_TAX}, false))`

/**
 * These conditions are never null. A condition that is null for a missing price lets the planner turn the full join into an inner join, of which it expects so
 * few rows that it compares each row with each.
 */
const SHOWN: Readonly<Record<ComparisonFilter, string>> = {
  different: `(coalesce(l.id <> 0 and r.id <> 0, false) and not ${SAME_PRICE})`,
  same: SAME_PRICE,
  left: 'coalesce(r.id, 0) = 0',
  right: 'coalesce(l.id, 0) = 0',
}

/** Both sides beside each other: by product and trade term, and by currency where both are of one area. */
function comparedSql(reader: PriceReader, asked: Comparison, add: Add): string {
  const isOfTwo = asked.left.areaId !== asked.right.areaId
  const on = [
    'l.sku_code = r.sku_code and l.trade_term_code = r.trade_term_code',
    ...(isOfTwo ? [] : ['l.currency = r.currency']),
  ]
  return `with l as materialized (${sideSql(reader, asked, asked.left, add)}), r as materialized (${sideSql(reader, asked, asked.right, add)}),
    f as (select concat_ws('-', coalesce(l.id, 0), coalesce(r.id, 0)) as id, coalesce(l.sku_code, r.sku_code) as "skuCode",
      coalesce(l.trade_term_code, r.trade_term_code) as "tradeTermCode", l.id::text as "leftId", r.id::text as "rightId", l.price as "leftPrice", r.price as "rightPrice",
      ${isOfTwo ? 'l.currency as "leftCurrency", r.currency as "rightCurrency"' : `${CURRENCY} as "leftCurrency", ${CURRENCY} as "rightCurrency"`}, case when ${COMPARABLE} then r.price - l.price end as difference,
      case when ${COMPARABLE} then round((r.price - l.price) * 100 / l.price, 2) end as "differencePercent", l.reporting as "leftReporting", r.reporting as "rightReporting",
      case when ${SAME_TAX} then round((r.reporting - l.reporting) * 100 / nullif(l.reporting, 0), 2) end as "reportingPercent", l.tax_mode as "leftTax", r.tax_mode as "rightTax",
      trim_scale(l.tax_rate)::text as "leftTaxRate", trim_scale(r.tax_rate)::text as "rightTaxRate", l.first_day as "leftFrom", l.last_day as "leftTo",
      r.first_day as "rightFrom", r.last_day as "rightTo", l.cost as "leftCost", r.cost as "rightCost", l.margin as "leftMargin", r.margin as "rightMargin"
      from l full join r on ${on.join(' and ')} ${asked.shown === null ? '' : `where ${SHOWN[asked.shown]}`})`
}

const SORTS = [
  'skuCode',
  'tradeTermCode',
  'leftPrice',
  'rightPrice',
  'difference',
  'differencePercent',
  'leftReporting',
  'rightReporting',
  'reportingPercent',
  'leftMargin',
  'rightMargin',
] as const
const ORDERS = Object.fromEntries(SORTS.map((name) => [name, `f."${name}"`]))

const AMOUNTS = [
  'leftPrice',
  'rightPrice',
  'difference',
  'differencePercent',
  'leftReporting',
  'rightReporting',
  'reportingPercent',
  'leftCost',
  'rightCost',
  'leftMargin',
  'rightMargin',
] as const
const PLAIN = [
  'id',
  'skuCode',
  'tradeTermCode',
  'leftId',
  'rightId',
  'leftCurrency',
  'rightCurrency',
  'leftTax',
  'rightTax',
  'leftTaxRate',
  'rightTaxRate',
  'leftFrom',
  'leftTo',
  'rightFrom',
  'rightTo',
] as const

/** The rows of a comparison in their order; all of them without a place. */
export function comparedPrices(
  reader: PriceReader,
  language: Language,
  asked: Comparison,
  sort: readonly string[],
  place: ListPlace | null,
): Statement<Record<string, unknown>> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const { by, direction } = requestedOrder(sort, ORDERS, 'skuCode')
  const compared = comparedSql(reader, asked, add)
  const order = `${by} ${direction} nulls last, f."skuCode", f."tradeTermCode", coalesce(f."leftCurrency", f."rightCurrency"), f.id`
  const columns = [...PLAIN.map((name) => `f."${name}"`), ...AMOUNTS.map((name) => `f."${name}"::text as "${name}"`)]
  const cut = place ? `limit ${add(place.limit)} offset ${add(place.offset)}` : ''
  return {
    text: `${compared} select ${columns.join(', ')}, s.name_${language} as "skuName" from (select * from f order by ${order} ${cut}) f
      left join sku s on s.code = f."skuCode" order by ${order}`,
    values,
  }
}

export function countCompared(
  reader: PriceReader,
  asked: Comparison,
  most = TOTAL_LIMIT,
): Statement<{ total: number }> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const compared = comparedSql(reader, asked, add)
  return { text: `${compared} select count(*)::int as total from (select from f limit ${most + 1}) t`, values }
}
