import { prepared } from '#kernel/platform/db/statement.ts'
import { priceMove } from '../classification/price-move.ts'
import { dayOf } from '../shared/price-sql.ts'
import { CONCERNS } from './own-concern.ts'
import { ownPrices } from './own-price.list.ts'

/** What a price document or a move did to prices; a move ends them in one classification and begins them in another. */
export type PriceEvent = 'put' | 'end' | 'revoke' | 'extend' | 'join' | 'leave'

/** A person, one of their customers, and what an act changes for it. */
export interface NotifiedOfPrices {
  readonly userId: number
  readonly prices: number
  /** From which day, or until which. */
  readonly day: string
  /** Names of the customer, where the person works for several. */
  readonly nameEn: string | null
  readonly nameZh: string | null
}

/** Acts on documents after their approval, which are told by their number: the changes of each have an instant of their own. */
const LATER = `('endEarly', 'revoke', 'extend', 'undo')`

const SAME_PRODUCT = (one: string, other: string) =>
  ['sku_code', 'area_id', 'trade_term_code', 'currency']
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(' and ')

const EMPTY = `'{}'::tstzmultirange`
const all = (what: string) => `coalesce(range_agg(${what}), ${EMPTY})`
/** The time in which another price holds than before. */
const CHANGED = `${all('before')} + ${all('after')} - ${all('before * after')}`

/**
 * Whom an act ($2, with its number $3 among those after the approval) of a document or a move ($1) concerns, and how many of their prices: those where
 * the customer pays another price at any instant than it would have paid without the act. Prices of a classification are therefore compared where the customer has no
 * price of its own, and prices at which nothing changes are left out. Prices are compared as the list holds them at the instant of the act, whenever this is asked.
 */
export const notifiedOfPrices = prepared<NotifiedOfPrices>(
  'price.own-told',
  `with change as (
     select c.*, dense_rank() over (order by c.at) as n from price_change c where c.document_id = $1 and c.parent_id is null and case
       when $2 = 'put' then c.act = 'put'
       when $2 in ('join', 'leave') then c.document_type = '${priceMove.type}' and (c.after_id is null) = ($2 = 'leave')
       else c.act in ('end', 'revoke', 'extend') end
   ), numbered as (
     select a.seq, a.input, row_number() over (order by a.seq) as n from document_act a where a.document_id = $1 and a.action in ${LATER}
   ), act as materialized (
     select min(c.at) as at, (min(a.input ->> 'day'))::date as day from change c left join numbered a on a.n = c.n
     where $2 in ('put', 'join', 'leave') or a.seq = $3
   ), reader as materialized (
     select u.id as user_id, uc.customer_code, count(*) over (partition by u.id) > 1 as has_several
     from app_user u join user_customer uc on uc.user_id = u.id
     where u.status = 'active' and exists (select from user_role r join role_right g on g.role_code = r.role_code and g.right_code = '${ownPrices.right}' where r.user_id = u.id)
   ), mine as materialized (
     select m.code, m.classification_code, m.country_code from customer m where m.code in (select customer_code from reader)
   ), touched as materialized (
     select k.* from (select distinct c.key_id from change c join act on c.at = act.at) t join price_key k on k.id = t.key_id
   ), pair as materialized (
     -- Prices of customers of their own, where they or those of the classification were touched.
     select distinct m.code as customer, k.scope_id, k.id as own_id, shared.id as shared_id
     from touched t join price_key k on ${SAME_PRODUCT('k', 't')} join mine m on ${CONCERNS} and m.code = k.customer_code
     left join price_key shared on ${SAME_PRODUCT('shared', 'k')} and shared.party = price_party(null, m.classification_code)
       and exists (select from country y where y.code = m.country_code and y.currency = shared.currency)
     where t.id in (k.id, shared.id)
   ), span as materialized (
     -- Of each key and each price the time before the act, and that after it.
     select r.key_id, jsonb_build_array(r.price, r.tax_mode, r.tax_rate, r.ladder) as worth,
       coalesce(range_agg(tstzrange(r.valid_from, r.valid_to)) filter (where r.known_from < act.at and coalesce(r.known_until >= act.at, true)), ${EMPTY}) as before,
       coalesce(range_agg(tstzrange(r.valid_from, r.valid_to)) filter (where r.known_from <= act.at and coalesce(r.known_until > act.at, true)), ${EMPTY}) as after
     from (select id from touched union select own_id from pair union select shared_id from pair) k join price_row r on r.key_id = k.id cross join act
     where r.known_from <= act.at and coalesce(r.known_until >= act.at, true)
     group by 1, 2
   ), cover as materialized (
     select key_id, ${all('before')} as before, ${all('after')} as after, ${CHANGED} as changed from span group by 1
   ), paid as (
     select p.customer, p.scope_id, p.own_id, s.worth, s.before, s.after from pair p join span s on s.key_id = p.own_id
     union all
     select p.customer, p.scope_id, p.own_id, s.worth, s.before - own.before, s.after - own.after
     from pair p join cover own on own.key_id = p.own_id join span s on s.key_id = p.shared_id
   ), counted as (
     -- Most customers have no price of their own: theirs change as those of their classification do, which is counted once for all of them.
     select m.code as customer, k.scope_id, k.begins, k.prices
     from (select k.scope_id, null::text as customer_code, k.classification_code, k.trade_term_code, k.currency, lower(c.changed) as begins, count(*) as prices
       from touched k join cover c on c.key_id = k.id where k.classification_code is not null and not isempty(c.changed) group by 1, 3, 4, 5, 6) k
     join mine m on ${CONCERNS}
     union all
     select p.customer, p.scope_id, lower(c.changed), -1 from pair p join cover own on own.key_id = p.own_id
     join touched t on t.id = p.shared_id join cover c on c.key_id = t.id where not isempty(c.changed)
     union all
     select customer, scope_id, lower(changed), 1
     from (select customer, scope_id, own_id, ${CHANGED} as changed from (
         select customer, scope_id, own_id, worth, ${all('before')} as before, ${all('after')} as after from paid group by 1, 2, 3, 4) p group by 1, 2, 3) p
     where not isempty(changed)
   ), told as materialized (
     select customer, scope_id, sum(prices)::int as prices, min(begins) as begins
     from (select customer, scope_id, begins, sum(prices) as prices from counted group by 1, 2, 3 having sum(prices) > 0) c group by 1, 2
   )
   select u.user_id as "userId", sum(t.prices)::int as prices,
     min(case when $2 in ('end', 'extend') then act.day else ${dayOf('t.begins')} end)::text as day,
     case when u.has_several then m.name_en end as "nameEn", case when u.has_several then m.name_zh end as "nameZh"
   from told t cross join act join organisation o on o.id = t.scope_id join customer m on m.code = t.customer join reader u on u.customer_code = t.customer
   where exists (
     with recursive line as (
       select x.id, x.parent_id from organisation x where x.id = t.scope_id
       union
       select x.id, x.parent_id from organisation x join line l on x.id = l.parent_id
     )
     select from user_role r join line l on l.id = r.organisation_id join role_right g on g.role_code = r.role_code and g.right_code = '${ownPrices.right}'
     where r.user_id = u.user_id)
   group by u.user_id, u.has_several, m.code, m.name_en, m.name_zh order by u.user_id, m.code`,
)
