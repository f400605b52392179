import type { Language } from '#kernel/base/i18n/language.ts'
import { limitSql } from '#kernel/platform/access/limits.ts'
import { type Principal, scopeOf } from '#kernel/platform/access/principal.ts'
import { keptArray, keptByText, type Statement } from '#kernel/platform/db/statement.ts'
import type { Reader } from '#kernel/platform/exports/list-export.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import type { ListPlace } from '#kernel/engine/read-list/serving.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { skusBeginning } from '../shared/price-sql.ts'
import {
  atOf,
  dayAt,
  given,
  known,
  organisations,
  type PriceRowFilters,
  statesOf,
  stateSql,
} from './price-row-states.queries.ts'

export type PriceReader = Pick<Reader, 'principal' | 'now'>

type Add = (value: unknown) => string

/** The condition on whom prices are for, a classification or a customer; keys (`k`) and rows (`r`) both have the party. */
function partySql(of: 'k' | 'r', { classificationCode, customerCode }: PriceRowFilters, add: Add): readonly string[] {
  return [
    ...(given(classificationCode) ? [`${of}.party = price_party(null, ${add(classificationCode.trim())})`] : []),
    ...(given(customerCode) ? [`${of}.party = price_party(${add(customerCode.trim())}, null)`] : []),
  ]
}

/** Filters of the key, each answered by an index of the keys, and of the row. */
function filterSql(reader: PriceReader, asked: PriceRowFilters, add: Add, party: 'k' | 'r' = 'r'): readonly string[] {
  const { principal } = reader
  const { areaId, idcCode, skuCode, spuCode, basis, effectiveFrom, effectiveTo, enteredFrom, enteredTo, no, keyId } =
    asked
  const equal = { tradeTermCode: 'trade_term_code', currency: 'currency' } as const
  return [
    ...(given(skuCode) ? [skusBeginning(skuCode, add)] : []),
    ...Object.entries(equal).flatMap(([name, of]) => {
      const value = asked[name as keyof typeof equal]
      return given(value) ? [`k.${of} = ${add(value.trim())}`] : []
    }),
    ...partySql(party, asked, add),
    ...limitSql(principal, 'price_key', 'k', add),
    ...(given(areaId) ? [`k.area_id = ${add(String(areaId))}::int`] : []),
    ...(given(idcCode) ? [`k.area_id = any (array(select a.id from area a where a.idc_code = ${add(idcCode)}))`] : []),
    ...(given(spuCode) ? [`k.sku_code in (select s.code from sku s where s.spu_code = ${add(spuCode)})`] : []),
    ...(given(keyId) ? [`r.key_id = ${add(keyId)}`] : []),
    ...(given(basis) ? [`r.basis = ${add(basis)}`] : []),
    ...(given(effectiveFrom)
      ? [`(r.valid_to is null or r.valid_to > day_begin(${add(effectiveFrom.slice(0, 10))}::date, o.timezone))`]
      : []),
    ...(given(effectiveTo) ? [`r.valid_from < day_begin(${add(effectiveTo.slice(0, 10))}::date, o.timezone)`] : []),
    ...(given(enteredFrom) ? [`r.known_from >= ${add(new Date(enteredFrom))}::timestamptz`] : []),
    ...(given(enteredTo) ? [`r.known_from < ${add(new Date(enteredTo))}::timestamptz`] : []),
    ...(given(no) ? [`starts_with(r.source_no collate "C", ${add(no.trim().toUpperCase())})`] : []),
  ]
}

/** Joins only what a condition or an order needs. */
const fromOf = (used: string, asked: PriceRowFilters, add: Add): string =>
  [
    'from price_row r',
    /\bk\./.test(used) ? 'join price_key k on k.id = r.key_id' : '',
    /\bo\./.test(used) ? `join ${organisations(asked, add)} on o.id = r.scope_id` : '',
  ]
    .filter(Boolean)
    .join(' ')

/** A value that belongs to a right, for the organisations where it is held: everywhere else it is null, also to an order. */
export function withRight(principal: Principal, right: string, value: string, add: Add): string {
  const scope = scopeOf(principal, right)
  if (scope === 'all') return value
  return scope.length === 0 ? `null::numeric` : `case when r.scope_id = any (${add(scope)}::int[]) then ${value} end`
}

const netOf = (price: string, tax: 'r' | 't') =>
  `case ${tax}.tax_mode when 'inclusive' then ${price} / (1 + ${tax}.tax_rate / 100) else ${price} end`

/** The change from the price before, without taxes where they differ. These few are looked up; a join would be read for all rows. */
const CHANGE = `coalesce(
  (select round((${netOf('r.price', 'r')} - p.net) * 100 / nullif(p.net, 0), 2)
   from price_previous_tax t cross join lateral (select ${netOf('r.previous_price', 't')} as net) p
   where t.source_id = r.source_id and t.line_no = r.line_no and t.key_id = r.key_id),
  round((r.price - r.previous_price) * 100 / nullif(r.previous_price, 0), 2))`

const ORDERS: Readonly<Record<string, (principal: Principal, add: Add) => string>> = {
  enteredAt: () => 'r.known_from',
  skuCode: () => 'k.sku_code',
  classificationCode: () => 'k.classification_code',
  customerCode: () => 'k.customer_code',
  tradeTermCode: () => 'k.trade_term_code',
  previousPrice: () => 'r.previous_price',
  price: () => 'r.price',
  changePercent: () => CHANGE,
  effectiveFrom: () => 'r.valid_from',
  effectiveTo: () => 'r.valid_to',
  costBasis: (principal, add) => withRight(principal, PRICE_ROLE.cost, 'r.cost_basis', add),
  margin: (principal, add) => withRight(principal, PRICE_ROLE.margin, 'r.margin', add),
  no: () => 'r.source_no',
}

/**
 * The most organisations of which each is read in order by the index and the best rows are merged. All organisations are read so as of a day, because its end
 * differs among them, and for a classification or a customer, because that index is by organisation.
 */
const FEW = 12

/** Filters that leave few enough keys to look the row in force of each up. */
const BY_KEY = ['skuCode', 'spuCode', 'keyId'] as const

/** What the rows of a file are found by; every table that a condition names is joined to them. */
function conditionsOf(reader: PriceReader, asked: PriceRowFilters, add: Add): readonly string[] {
  const { scope } = reader.principal
  return [
    ...(scope === 'all' ? [] : [`r.scope_id = any (${add(scope)}::int[])`]),
    statesOf(asked, atOf(asked, reader.now, add), add),
    ...filterSql(reader, asked, add),
  ]
}

/** Ids of the matching rows in their order. */
function found(
  reader: PriceReader,
  asked: PriceRowFilters,
  sort: readonly string[],
  place: ListPlace,
  add: Add,
): string {
  const { scope } = reader.principal
  const { by, direction } = requestedOrder(sort, ORDERS, '-enteredAt')
  const order = by(reader.principal, add)
  // An index is not read for `nulls last`, and no entry is without its time.
  const nulls = order === 'r.known_from' ? '' : 'nulls last'
  const ordered = `order by place ${direction} ${nulls}, id ${direction}`
  const cut = `limit ${add(place.limit)} offset ${add(place.offset)}`
  const isOfDay = given(asked.asOf)
  const isMerged =
    isOfDay || given(asked.classificationCode) || given(asked.customerCode) || (scope !== 'all' && scope.length <= FEW)
  if (order !== 'r.known_from' || !isMerged) {
    const where = conditionsOf(reader, asked, add)
    const from = fromOf([order, ...where].join(' '), asked, add)
    return `select r.id, ${order} as place ${from} where ${where.join(' and ')} ${ordered.replace(' id ', ' r.id ')} ${cut}`
  }
  // The organisation and its instant are worked out once for all of its rows.
  const at = atOf(asked, reader.now, add)
  const among = organisations(asked, add)
  const within = scope === 'all' ? '' : `where o.id = any (${add(scope)}::int[])`
  const state = asked.state || (isOfDay ? 'effective' : '')
  if (state === 'effective' && BY_KEY.some((name) => given(asked[name])))
    return `select f.id, f.place from ${among} ${inForceByKey(reader, asked, at(), add)} ${within} ${ordered.replace(' place ', ' f.place ').replace(' id ', ' f.id ')} ${cut}`
  const most = add(place.limit + place.offset)
  const where = [statesOf(asked, at, add), ...filterSql(reader, asked, add)].join(' and ')
  const keys = /\bk\./.test(where) ? 'join price_key k on k.id = r.key_id' : ''
  return `select f.id, f.place from ${among} cross join lateral (
      select r.id, r.known_from as place from price_row r ${keys} where r.scope_id = o.id and ${where}
      order by r.known_from ${direction}, r.id ${direction} limit ${most}) f ${within} ${ordered} ${cut}`
}

/**
 * The row in force of each key. Rows that were known at one instant do not overlap: in force is the last to begin, unless it has ended. The
 * scope of a key is no way to find it where another filter leaves fewer.
 */
function inForceByKey(reader: PriceReader, asked: PriceRowFilters, at: string, add: Add): string {
  const filters = filterSql(reader, asked, add, 'k')
  const [ofKey, ofRow] = [filters.filter((each) => !/\br\./.test(each)), filters.filter((each) => /\br\./.test(each))]
  return `join price_key k on k.scope_id + 0 = o.id ${ofKey.map((each) => `and ${each}`).join(' ')}
    cross join lateral (select r.id, r.known_from as place from (
        select * from price_row r where r.key_id = k.id and ${known(asked, () => at, add).open()} and r.valid_from <= ${at}
        order by r.valid_from desc limit 1) r
      where (r.valid_to is null or r.valid_to > ${at}) ${ofRow.map((each) => `and ${each}`).join(' ')}) f`
}

/** The floor of a row `r` as it begins: a value, not a join, so that a file without it does not look it up. */
const FLOOR = '(select c.floor_margin from price_cost_at(k.sku_code, k.area_id, k.currency, r.valid_from) c)'

/** Job titles are English; one that is the name of a role has its Chinese name. */
const CREATOR: Readonly<Record<Language, string>> = {
  en: 'r.creator_role',
  zh: '(select coalesce(min(t.name_zh), r.creator_role) from role t where lower(t.name_en) = lower(r.creator_role))',
}

/** The columns of rows `r`, which `from` names. */
function shownSql(
  { principal, now }: PriceReader,
  language: Language,
  asked: PriceRowFilters,
  from: string,
  add: Add,
): string {
  const at = atOf(asked, now, add)()
  const name = (of: string) => `${of}.name_${language}`
  const ofRight = (right: keyof typeof PRICE_ROLE, value: string) =>
    `${withRight(principal, PRICE_ROLE[right], value, add)}::text`
  return `select r.id::text, r.row_id::text as "rowId", r.version, r.source_no as no, r.source_type as "sourceType", k.sku_code as "skuCode",
      ${name('s')} as "skuName", s.spu_code as "spuCode", k.area_id::text as "areaId", ${name('a')} as "areaName", k.classification_code as "classificationCode",
      ${name('g')} as "classificationName", k.customer_code as "customerCode", ${name('u')} as "customerName", k.trade_term_code as "tradeTermCode", k.currency,
      r.previous_price::text as "previousPrice", r.price::text, ${CHANGE}::text as "changePercent", r.ladder, r.tax_mode as "taxMode",
      trim_scale(r.tax_rate)::text as "taxRate", ${ofRight('cost', 'r.cost_basis')} as "costBasis", ${ofRight('margin', 'r.margin')} as "margin",
      ${ofRight('floor', FLOOR)} as "floorMargin", ${dayAt('r.valid_from', asked)}::text as "effectiveFrom", (${dayAt('r.valid_to', asked)} - 1)::text as "effectiveTo",
      case when r.ended_by = 'revoke'${given(asked.asOf) ? ` and r.known_until <= ${at}` : ''} then 'inactivated' when r.valid_from > ${at} then 'pending'
        when r.valid_to <= ${at} then 'expired' else 'effective' end as state,
      r.basis, r.associated_code as "associatedCode", ${name('b')} as "associatedName", ${CREATOR[language]} as "creatorRole",
      to_char(r.known_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "enteredAt"
    from ${from} join price_key k on k.id = r.key_id join ${organisations(asked, add)} on o.id = r.scope_id
    left join area a on a.id = k.area_id join sku s on s.code = k.sku_code
    left join price_classification g on g.code = k.classification_code left join customer u on u.code = k.customer_code
    left join price_classification b on b.code = r.associated_code`
}

/** A page's ids: their query is planned for the filters of the request. */
export function priceRowIds(
  reader: PriceReader,
  asked: PriceRowFilters,
  sort: readonly string[],
  place: ListPlace,
): Statement<{ id: string }> {
  const values: unknown[] = []
  return { text: found(reader, asked, sort, place, (value) => `$${values.push(value)}`), values }
}

/** Rows by their ids, in this order: few texts, so that the plan is kept. */
export function priceRowsOf(
  reader: PriceReader,
  language: Language,
  asked: PriceRowFilters,
  ids: readonly string[],
): Statement<Record<string, unknown>> {
  const values: unknown[] = [ids]
  const from = `unnest(${keptArray(1, 'bigint')}) with ordinality f (id, place) join price_row r on r.id = f.id`
  const text = shownSql(reader, language, asked, from, (value) => `$${values.push(value)}`)
  return keptByText('price.rows', `${text} order by f.place`, values)
}

/** All rows, for the file. */
export function allPriceRows(
  reader: PriceReader,
  language: Language,
  asked: PriceRowFilters,
  sort: readonly string[],
): Statement<Record<string, unknown>> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const shown = shownSql(reader, language, asked, 'price_row r', add)
  const { by, direction } = requestedOrder(sort, ORDERS, '-enteredAt')
  const order = `${by(reader.principal, add)} ${direction} nulls last, r.id ${direction}`
  return { text: `${shown} where ${conditionsOf(reader, asked, add).join(' and ')} order by ${order}`, values }
}

/** How many rows match; each kind of rows is counted by its own index. */
export function countPriceRows(
  reader: PriceReader,
  asked: PriceRowFilters,
  most = TOTAL_LIMIT,
): Statement<{ total: number }> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const { scope } = reader.principal
  const within = scope === 'all' ? [] : [`r.scope_id = any (${add(scope)}::int[])`]
  const filters = filterSql(reader, asked, add)
  const counted = stateSql(asked, atOf(asked, reader.now, add), add).map((state) => {
    const where = [...within, state, ...filters].join(' and ')
    return `select ${fromOf(where, asked, add)} where ${where}`
  })
  return {
    text: `select count(*)::int as total from (${counted.join(' union all ')} limit ${most + 1}) t`,
    values,
  }
}
