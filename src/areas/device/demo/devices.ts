import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

const CARTONS = 1_000

/** Generated once per SPU: the maker's digits, and those of the model. */
const insertTacs = prepared(
  'seed demo tacs',
  `insert into device_tac (tac, spu_code)
   select '86' || lpad((430017 + 1733 * row_number() over (order by code))::text, 6, '0'), code
   from spu where category_code ~ '^mobile' or category_code in ('iot-tablet', 'iot-wearable')`,
)

/** Every unit with its complete future path; the histories cut it off at the current time. */
const makeUnits: Statement = {
  text: `create temporary table demo_unit (
    id bigint, sn text, imei1 text, imei2 text, sku text, spu text, material text, colour text, carton text, pallet text, country text,
    organisation int, distributor text, dealer text, store text, other text, warehouse text, warehouse_scope int, price numeric, currency text,
    made timestamptz, came_in timestamptz, shipped timestamptz, sold_in timestamptz, to_dealer timestamptz, to_store timestamptz,
    sold_out timestamptz, switched_on timestamptz, returned timestamptz, is_demo boolean, on_country text, carton_no int, quality text
  ) on commit drop`,
  values: [],
}

/** A deterministic number between 0 and 1 for this position and purpose. */
const u = (place: string, purpose: number) =>
  `((hashint8extended(${place}, ${purpose}) & 2147483647) / 2147483648.0::float8)`
const later = (from: string, least: number, more: string) => `${from} + (${least} + ${more}) * interval '1 day'`

const oneOf = (list: string, share: string) => `${list}[1 + floor(${share} * cardinality(${list}))::int]`

/**
 * Cartons of ten of one SKU go together to a distributor; from there every unit goes separately, to a dealer, a store,
 * a consumer. Some stay, some go to another distributor, some are returned.
 */
const insertUnits = prepared(
  'seed demo device units',
  `with product as materialized (
     select row_number() over (order by k.code) - 1 as n, k.code as sku, k.spu_code as spu, k.colour, s.launch_day, t.tac,
       s.category_code ~ '^mobile' as is_phone, (select min(m.code) from material m where m.sku_code = k.code and m.kind = 'finished') as material,
       case s.product_line_code when 'PH10' then 640 when 'PH20' then 480 when 'PH30' then 260 when 'PH40' then 130 when 'PH50' then 1080
         when 'IO30' then 230 when 'IO20' then 95 else 45 end + 15 * (length(k.code) % 4) as usd
     from sku k join spu s on s.code = k.spu_code left join device_tac t on t.spu_code = s.code
     where k.life_cycle = 'active' and s.category_code ~ '^(mobile|iot)' and s.launch_day < $1::date - 20
   ), buyer as materialized (
     select g.name as part, row_number() over (partition by g.name order by c.code) - 1 as n, c.code, c.country_code as country,
       k.organisation_id as organisation, coalesce(r.currency, 'USD') as currency, coalesce(r.units, 1) as rate,
       coalesce(w.code, 'WH-HQ') as warehouse, coalesce(w.scope_id, 1) as warehouse_scope
     from (values ('IN'), ('ID'), ('*')) g (name) join customer c on c.kind = 'distributor' and c.state = 'enabled' and g.name in (c.country_code, '*')
     join country k on k.code = c.country_code
     left join year_rate r on r.year = extract(year from $1::timestamptz) and r.version = 1 and r.currency = k.currency
     left join warehouse w on w.code = 'WH-' || k.code || '-01' and w.type = 'own'
   ), part as (select part, count(*) as of from buyer group by 1
   ), dealer as materialized (
     select parent_code, array_agg(code order by code) as codes from customer
     where kind = 'dealer' and state = 'enabled' and parent_code is not null group by 1
   ), shop as materialized (
     select customer_code, array_agg(code order by code) as codes from store where enabled and customer_code is not null group by 1
   ), carton as materialized (
     select c, p.*, b.code as distributor, b.country, b.organisation, b.currency, b.warehouse, b.warehouse_scope,
       round(p.usd * b.rate, case when b.rate > 100 then -3 when b.rate > 10 then -1 else 0 end) as price,
       (select o.code from buyer o where o.part = '*' and o.country = b.country and o.code > b.code order by o.code limit 1) as other,
       $1 - greatest(6, ${u('c', 3)} * least(420, $1::date - p.launch_day + 15)) * interval '1 day' as made
     from generate_series(1, $2::int) c
     cross join lateral (select case when ${u('c', 2)} < 0.35 then 'IN' when ${u('c', 2)} < 0.5 then 'ID' else '*' end as name) g
     join product p on p.n = floor(power(${u('c', 1)}, 1.4) * (select count(*) from product))::bigint
     join part on part.part = g.name join buyer b on b.part = g.name and b.n = floor(power(${u('c', 4)}, 2) * part.of)::bigint
   ), way as materialized (
     select k.*, k.c * 10 + i as unit, row_number() over (partition by k.spu order by k.c, i) as serial,
       ${later('k.made', 1, `4 * ${u('k.c', 5)}`)} as came_in, ${later('k.made', 7, `30 * ${u('k.c', 6)}`)} as shipped,
       ${later('k.made', 40, `9 * ${u('k.c', 7)}`)} as sold_in
     from carton k cross join generate_series(1, 10) i
   ), dealt as materialized (
     select w.*, case when ${u('w.unit', 13)} < 0.85 then ${oneOf('d.codes', u('w.unit', 12))} end as dealer,
       ${later('w.sold_in', 4, `45 * ${u('w.unit', 11)}`)} as to_dealer
     from way w left join dealer d on d.parent_code = w.distributor
   ), shown as materialized (
     select s.*, ${oneOf('h.codes', u('s.unit', 15))} as store, ${later('s.to_dealer', 3, `20 * ${u('s.unit', 14)}`)} as to_store
     from dealt s left join shop h on h.customer_code = coalesce(s.dealer, s.distributor)
   ), ended as (
     select s.*, s.tac || lpad(s.serial::text, 6, '0') as first, s.tac || lpad((s.serial + 500000)::text, 6, '0') as second,
       regexp_replace(upper(s.spu), '[^A-Z0-9]', '', 'g') as model, ${u('s.unit', 17)} as fate,
       ${later('s.to_store', 2, `70 * power(${u('s.unit', 18)}, 2)`)} as sold_out
     from shown s
   )
   insert into demo_unit
   select nextval(pg_get_serial_sequence('device', 'id')), model || to_char(made, 'YYMM') || lpad(serial::text, 6, '0'),
     first || imei_digit(first), case when is_phone then second || imei_digit(second) end, sku, spu, material, colour,
     'CT' || to_char(made, 'YYMM') || lpad(c::text, 6, '0'), 'PL' || to_char(made, 'YYMM') || lpad((c / 8)::text, 5, '0'), country, organisation,
     distributor, dealer, store, case when fate < 0.012 then other end, warehouse, warehouse_scope, price, currency, made, came_in, shipped, sold_in,
     case when dealer is not null and fate >= 0.05 then to_dealer end, case when store is not null and fate >= 0.05 then to_store end,
     case when store is not null and fate >= 0.09 then sold_out end,
     case when store is not null and (fate between 0.14 and 0.988 or fate between 0.07 and 0.08)
       then sold_out + power(${u('unit', 19)}, 2) * interval '6 days' end,
     case when store is not null and fate > 0.988 then ${later('sold_out', 4, `14 * ${u('unit', 20)}`)} end, fate between 0.05 and 0.06,
     case when fate between 0.5 and 0.506 then case country when 'AE' then 'SG' else 'AE' end else country end, c,
     case when ${u('unit', 21)} < 0.003 then 'hold' else 'good' end
   from ended`,
)

/** Some ten thousand devices with their histories, over all distributors; multiplied by `scale`. */
export async function seedDevices(tx: Tx, now: Date, scale = 1): Promise<void> {
  await tx.run(insertTacs())
  await tx.run(makeUnits)
  await tx.run(insertUnits(now, CARTONS * scale))
  await tx.run(insertDevices(now))
  await tx.run(insertCustody(now))
}

/** The current state of each unit since its factory: in India, in Indonesia, else in China. A returned one is not sold again. */
const insertDevices = prepared(
  'seed demo devices',
  `insert into device (id, imei1, imei2, sn, sku_code, spu_code, material_code, colour, carton_sn, pallet_sn, produced_on, destination_country,
     is_registered, quality, is_demo, status, sold_out_at, activated_at, activation_country)
   select id, imei1, imei2, sn, sku, spu, material, colour, carton, pallet,
     ((made at time zone 'UTC') + case country when 'IN' then interval '5:30' when 'ID' then interval '7:00' else interval '8:00' end)::date, country, country = 'IN' and carton_no % 40 > 0, quality,
     is_demo and coalesce(to_store <= $1, false),
     case when returned <= $1 then 'returned' when switched_on <= $1 then 'activated' when sold_out <= $1 then 'soldOut'
       when is_demo and to_store <= $1 then 'demo' when sold_in <= $1 then 'channelStock' when shipped <= $1 then 'inTransit'
       when quality = 'hold' then 'locked' when carton_no % 3 = 0 and came_in <= $1 then 'allocated' else 'inStock' end,
     case when sold_out <= $1 and coalesce(returned > $1, true) then sold_out end,
     case when switched_on <= $1 then switched_on end, case when switched_on <= $1 then on_country end
   from demo_unit order by id`,
)

/** The intervals so far; each ends where the next one begins. */
const insertCustody = prepared(
  'seed demo custody',
  `with event as (
     select d.*, e.* from demo_unit d cross join lateral (values
       (d.made, 'produced', 'factory', case when d.country = 'IN' then 'FAC-IN-NOIDA' when d.country = 'ID' then 'FAC-ID-TANGERANG' else 'FAC-CN-SHENZHEN' end,
         1, null, null, null, null, null, null, null),
       (d.came_in, 'inbound', 'warehouse', d.warehouse, d.warehouse_scope, null, null, null, 'GR', null, null, null),
       (d.shipped, 'shipped', 'transit', case when d.carton_no % 2 = 0 then 'DHL' else 'MAERSK' end, d.organisation, d.distributor, null, null, 'DN',
         null, null, null),
       (d.sold_in, 'sellIn', 'customer', d.distributor, d.organisation, d.distributor, null, d.sold_in, 'INV', 'sellIn', d.distributor, 1),
       (case when d.other is not null then d.sold_in + interval '15 days' end, 'transferred', 'customer', d.other, d.organisation, d.other, null,
         d.sold_in, 'TR', null, null, null),
       (d.to_dealer, 'sellThrough', 'dealer', d.dealer, d.organisation, d.dealer, null, d.to_dealer, null, 'sellThrough', d.distributor, 1),
       (d.to_store, 'sellThrough', 'store', d.store, d.organisation, coalesce(d.dealer, d.distributor), d.store, coalesce(d.to_dealer, d.sold_in),
         null, 'sellThrough', coalesce(d.dealer, d.distributor), 1),
       (d.sold_out, 'sellOut', 'consumer', '-', d.organisation, coalesce(d.dealer, d.distributor), d.store, null, null, 'sellOut',
         coalesce(d.dealer, d.distributor), 1),
       (d.returned, 'returned', 'service', 'SVC-' || d.country, d.organisation, coalesce(d.dealer, d.distributor), d.store, null, 'RMA', 'sellOut',
         coalesce(d.dealer, d.distributor), -1)
     ) e (at, event, type, code, scope, customer, shop, received, paper, counted, counted_for, units)
     where e.at <= $1
   )
   insert into device_custody (device_id, seq, from_at, until, event, holder_type, holder_code, scope_id, customer_code, store_code,
     sku_code, received_at, document_no, order_no, order_line, price, currency, counted_as, counted_for, counted_units)
   select id, row_number() over way, at, lead(at) over way, event, type, code, scope, customer, shop, sku, received::timestamptz,
     case paper when 'DN' then 'DN-' when 'INV' then 'INV-' when 'GR' then 'GR-' when 'TR' then 'CT-' when 'RMA' then 'RMA-' end
       || country || to_char(at, 'YYMM') || lpad((carton_no / 5)::text, 5, '0'),
     case when paper in ('DN', 'INV') then 'SO-' || country || to_char(made, 'YYMM') || lpad((carton_no / 5)::text, 5, '0') end,
     case when paper in ('DN', 'INV') then 1 + carton_no % 5 end,
     case when event = 'sellIn' then price end, case when event = 'sellIn' then currency end, counted, counted_for, units
   from event window way as (partition by id order by at) order by id, at`,
)
