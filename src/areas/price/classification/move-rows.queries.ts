import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { keptByText, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { priceMove } from './price-move.ts'
import { priceHolder, type WithHolder } from '../shared/held-by.server.ts'
import { dayOf, seenRows } from '../shared/price-sql.ts'

const MOVED = priceMove.type

/** A chosen price, what of it would go to the classification that is asked for, and what stands in the way. */
export interface RowToMove {
  /** Place in the request, from 0. */
  readonly row: number
  readonly id: string
  readonly areaId: number
  readonly skuCode: string
  readonly tradeTermCode: string
  readonly currency: string
  readonly price: string
  readonly customerCode: string | null
  readonly classificationCode: string | null
  /** Days of the area of the part that goes, both included. */
  readonly from: string
  readonly to: string | null
  /** Today in its area. */
  readonly today: string
  readonly isOver: boolean
  readonly isStanding: boolean
  /** Document that ended it. */
  readonly endedBy: string | null
  readonly isTarget: boolean
  readonly heldBy: string | null
  /** A price of the other classification in the time of the part that goes. */
  readonly there: {
    readonly no: string | null
    readonly price: string
    readonly from: string
    readonly to: string | null
  } | null
}

const PART = 'tstzrange(w.begins, w.ends)'

/** The other key of each chosen price `k`. */
const TARGET = `t.sku_code = k.sku_code and t.area_id = k.area_id and t.party = price_party(null, $2)
  and t.trade_term_code = k.trade_term_code and t.currency = k.currency`

/** From the day $3 on, or from today, or from its own beginning where that is later; an empty time where it is over by then. */
const PARTS = `cross join lateral (select greatest(r.valid_from, day_begin(coalesce($3::date, ${dayOf('$4::timestamptz')}), o.timezone)) as begins) b
   cross join lateral (select b.begins, case when r.valid_to is null or r.valid_to > b.begins then r.valid_to else b.begins end as ends) w`

const CHOSEN = `unnest($1::bigint[]) with ordinality x (id, n) join price_row r on r.id = x.id join price_key k on k.id = r.key_id
   join organisation o on o.id = r.scope_id`

/** The chosen prices that the person may change: others are not found, like unknown ones. */
export function rowsToMove(
  principal: Principal,
  ids: readonly string[],
  classification: string,
  day: string | null,
  now: Date,
): Statement<WithHolder<RowToMove>> {
  const values: unknown[] = [ids, classification, day, now]
  const add = (value: unknown) => `$${values.push(value)}`
  const seen = ['true', ...seenRows(principal, add)]
  return keptByText(
    'price.rows-to-move',
    `select (x.n - 1)::int as row, r.id::text, k.area_id as "areaId", k.sku_code as "skuCode", k.trade_term_code as "tradeTermCode", k.currency,
       r.price::text, k.customer_code as "customerCode", k.classification_code as "classificationCode", ${dayOf('w.begins')}::text as "from",
       (${dayOf('r.valid_to')} - 1)::text as "to", ${dayOf('$4::timestamptz')}::text as today, w.ends is not null and w.ends <= w.begins as "isOver",
       r.known_until is null as "isStanding",
       (select c.document_no from price_change c where c.before_id = r.id order by c.id desc limit 1) as "endedBy",
       exists (select from price_classification p where p.code = $2 and p.area_id = k.area_id and p.enabled) as "isTarget",
       (select ${priceHolder()} from price_hold h where h.key_id in (k.id, t.id) and tstzrange(h.valid_from, h.valid_to) && ${PART} limit 1) as "heldBy",
       (select jsonb_build_object('no', s.source_no, 'price', s.price::text, 'from', ${dayOf('s.valid_from')}::text, 'to', (${dayOf('s.valid_to')} - 1)::text)
        from price_row s where s.key_id = t.id and s.known_until is null and tstzrange(s.valid_from, s.valid_to) && ${PART}
        order by s.valid_from limit 1) as there
     from ${CHOSEN} left join price_key t on ${TARGET} ${PARTS} where ${seen.join(' and ')} order by x.n`,
    values,
  )
}

/** The keys of the other classification that are missing. */
export const makeTargets = prepared(
  'price.move-keys',
  `insert into price_key (scope_id, area_id, classification_code, sku_code, trade_term_code, currency)
   select distinct k.scope_id, k.area_id, $2::text, k.sku_code, k.trade_term_code, k.currency
   from unnest($1::bigint[]) x (id) join price_row r on r.id = x.id join price_key k on k.id = r.key_id order by 4, 2 on conflict do nothing`,
)

/** Both keys of each chosen price, in the order in which everybody locks keys. */
export const lockBoth = prepared(
  'price.move-lock',
  `select k.id from price_key k where k.id in (
     select unnest(array[k.id, t.id]) from unnest($1::bigint[]) x (id) join price_row r on r.id = x.id join price_key k on k.id = r.key_id
     join price_key t on ${TARGET}) order by k.id for update`,
)

/** Takes a number for the move: both sides of it name it in their history. */
export const nextMove = prepared<{ id: string }>('price.move-no', `select nextval('document_id')::text as id`)

/**
 * Ends the chosen prices in their classification and writes what is left of them in the other one, as one set. Cost and margin are those of the day on
 * which each begins there; document, tax and price by quantity stay.
 */
export const moveRows = prepared(
  'price.move',
  `with parts as (
     select r, x.n::int as line, w.begins, r.valid_to as ends, t.id as target, 
       (select c.unit_cost from price_cost_at(k.sku_code, k.area_id, k.currency, w.begins) c) as cost
     from ${CHOSEN} join price_key t on ${TARGET} ${PARTS}
   ), acts as (
     select 1 as turn, p.line, 'clear' as mode, row(null, null, null, (p.r).key_id, p.begins, p.ends, null, null, null, (p.r).scope_id, (p.r).price,
       (p.r).tax_mode, (p.r).tax_rate, null, null, null, null, null, null, null, '${MOVED}', null, null, null, null)::price_row as changed
     from parts p
     union all
     select 2, p.line, 'temporary', row(null, null, null, p.target, p.begins, p.ends, null, null, null, (p.r).scope_id, (p.r).price, (p.r).tax_mode,
       (p.r).tax_rate, null, p.cost, price_margin((p.r).price, (p.r).tax_mode, (p.r).tax_rate, p.cost), (p.r).ladder, (p.r).basis,
       (p.r).associated_code, (p.r).creator_role, '${MOVED}', $6::bigint, (p.r).source_no, p.line, null)::price_row
     from parts p
   )
   select price_row_put(array_agg(a.changed order by a.turn, a.line), array_agg(a.mode order by a.turn, a.line), array_agg('move'::text),
     array_agg(a.line order by a.turn, a.line), $4, $5, '${MOVED}', $6, $7, $8) from acts a`,
)

/** The prices that a move wrote, by their place in the request, from 1. */
export const movedRows = prepared<{ id: string; line: number }>(
  'price.moved',
  `select r.id::text, r.line_no as line from price_row r where r.source_id = $1 and r.source_type = '${MOVED}' and r.known_until is null order by r.line_no`,
)

const choices = (language: Language) =>
  prepared<{ code: string; name: string }>(
    `price.move-choices.${language}`,
    `select p.code, p.name_${language} as name from price_classification p where p.enabled and p.area_id = $1 order by p.code`,
  )

/** The classifications of an area. */
export const classificationsOf = { en: choices('en'), zh: choices('zh') } as const
