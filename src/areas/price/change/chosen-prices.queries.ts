import type { Language } from '#kernel/base/i18n/language.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { keptByText, type Statement } from '#kernel/platform/db/statement.ts'
import { priceHolder, type WithHolder } from '../shared/held-by.server.ts'
import { dayOf, seenRows } from '../shared/price-sql.ts'
import type { AskedChange, ChosenPrice } from './price-change.rules.ts'

/** Chosen prices in their order, those that the person may ask for; others are not found, like unknown ones. */
export function chosenPrices(
  { principal, now, language }: { readonly principal: Principal; readonly now: Date; readonly language: Language },
  ids: readonly string[],
  { effectiveFrom, effectiveTo, classificationCode }: AskedChange,
): Statement<WithHolder<ChosenPrice>> {
  const values: unknown[] = [ids, classificationCode, effectiveFrom, effectiveTo, now]
  const add = (value: unknown) => `$${values.push(value)}`
  const seen = ['true', ...seenRows(principal, add)]
  return keptByText(
    'price.chosen',
    `select (x.n - 1)::int as row, r.id::text, k.sku_code as "skuCode", g.class as "categoryClass", k.area_id as "areaId", a.name_${language} as "areaName",
       a.idc_code as "idcCode", k.classification_code as "classificationCode", k.customer_code as "customerCode", k.trade_term_code as "tradeTermCode",
       k.currency, r.price::text, r.ladder, r.tax_mode as "taxMode", trim_scale(r.tax_rate)::text as "taxRate", ${dayOf('r.valid_from')}::text as "from",
       (${dayOf('r.valid_to')} - 1)::text as "to", ${dayOf('$5::timestamptz')}::text as today, r.known_until is null as "isStanding",
       $2::text is null or exists (select from price_classification p where p.code = $2 and p.area_id = k.area_id and p.enabled) as "isTarget",
       (select ${priceHolder('t')} from price_hold h join price_key t on t.id = h.key_id
        where t.sku_code = k.sku_code and t.area_id = k.area_id and t.trade_term_code = k.trade_term_code and t.currency = k.currency
          and t.party = case when $2::text is null then k.party else price_party(null, $2) end
          and tstzrange(h.valid_from, h.valid_to) && tstzrange(w.begins, w.ends) limit 1) as "heldBy"
     from unnest($1::bigint[]) with ordinality x (id, n) join price_row r on r.id = x.id join price_key k on k.id = r.key_id
     join organisation o on o.id = r.scope_id join area a on a.id = k.area_id
     join sku s on s.code = k.sku_code join spu u on u.code = s.spu_code join product_category g on g.code = u.category_code
     cross join lateral (select greatest(r.valid_from, day_begin($3::date, o.timezone)) as begins,
       coalesce(day_begin($4::date + 1, o.timezone), r.valid_to) as till) b
     cross join lateral (select b.begins, case when b.till is null or b.till > b.begins then b.till else b.begins end as ends) w
     where ${seen.join(' and ')} order by x.n`,
    values,
  )
}
