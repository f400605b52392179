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

/** What a unit is, its factory, and that it is registered where its country asks for it. In India, in Indonesia, else in China. */
const insertDevices = prepared(
  'seed demo devices',
  `insert into device (id, imei1, imei2, sn, sku_code, spu_code, material_code, colour, carton_sn, pallet_sn, produced_on, destination_country)
   select id, imei1, imei2, sn, sku, spu, material, colour, carton, pallet,
     ((made at time zone 'UTC') + case country when 'IN' then interval '5:30' when 'ID' then interval '7:00' else interval '8:00' end)::date, country
   from demo_unit order by id`,
)

/** Every move so far: where to, by which paper, and what it counts as; `turn` is its place in the life of the unit. */
const makeEvents = (now: Date): Statement => ({
  // What makes a table cannot be prepared.
  text: `create temporary table demo_event on commit drop as
   select d.id, e.*, row_number() over (partition by d.id order by e.at)::int as turn,
     case e.paper when 'DN' then 'DN-' when 'INV' then 'INV-' when 'GR' then 'GR-' when 'TR' then 'CT-' when 'RMA' then 'RMA-' end
       || d.country || to_char(e.at, 'YYMM') || lpad((d.carton_no / 5)::text, 5, '0') as document_no,
     case when e.paper in ('DN', 'INV') then 'SO-' || d.country || to_char(d.made, 'YYMM') || lpad((d.carton_no / 5)::text, 5, '0') end as order_no,
     case when e.paper in ('DN', 'INV') then 1 + d.carton_no % 5 end as order_line,
     case when e.event = 'sellIn' then d.price end as price, case when e.event = 'sellIn' then d.currency end as currency
   from demo_unit d cross join lateral (values
     (d.made, 'produced', 'factory', case when d.country = 'IN' then 'FAC-IN-NOIDA' when d.country = 'ID' then 'FAC-ID-TANGERANG' else 'FAC-CN-SHENZHEN' end,
       'regular', 1, null, null, null, null, null, 1),
     (d.came_in, 'inbound', 'warehouse', d.warehouse, case when d.quality = 'hold' then 'hold' else 'regular' end, d.warehouse_scope, null, null, 'GR', null, null, 1),
     (d.shipped, 'shipped', 'transit', case when d.carton_no % 2 = 0 then 'DHL' else 'MAERSK' end, 'regular', d.organisation, d.distributor, null, 'DN', null, null, 1),
     (d.sold_in, 'sellIn', 'customer', d.distributor, 'regular', d.organisation, d.distributor, null, 'INV', 'sellIn', d.distributor, 1),
     (case when d.other is not null then d.sold_in + interval '15 days' end, 'transferred', 'customer', d.other, 'regular', d.organisation, d.other, null, 'TR',
       null, null, 1),
     (d.to_dealer, 'sellThrough', 'dealer', d.dealer, 'regular', d.organisation, d.dealer, null, null, 'sellThrough', d.distributor, 1),
     (d.to_store, 'sellThrough', 'store', d.store, case when d.is_demo then 'demo' else 'regular' end, d.organisation, coalesce(d.dealer, d.distributor),
       d.store, null, 'sellThrough', coalesce(d.dealer, d.distributor), 1),
     (d.sold_out, 'sellOut', 'consumer', '-', 'regular', d.organisation, coalesce(d.dealer, d.distributor), d.store, null, 'sellOut',
       coalesce(d.dealer, d.distributor), 1),
     (d.returned, 'returned', 'service', 'SVC-' || d.country, 'regular', d.organisation, coalesce(d.dealer, d.distributor), d.store, 'RMA', 'sellOut',
       coalesce(d.dealer, d.distributor), -1)
   ) e (at, event, type, code, form, scope, customer, store, paper, basis, counted_for, units)
   where e.at <= $1`,
  values: [now],
})

const insertPlaces: Statement = {
  text: `insert into device_place (holder_type, holder_code, form, scope_id, customer_code, store_code, location_code)
    select distinct e.type, e.code, e.form, e.scope, e.customer, e.store,
      case when e.type = 'warehouse' then (select min(l.code) from location l where l.warehouse_code = e.code and l.enabled) end
    from demo_event e`,
  values: [],
}
const insertSources: Statement = {
  text: `insert into device_source (document_no, order_no, order_line, price, currency)
    select distinct document_no, order_no, order_line, price, currency from demo_event where document_no is not null`,
  values: [],
}
const makeMoves: Statement = {
  text: `create temporary table demo_move on commit drop as
    select e.*, p.id as place_id, s.id as source_id, c.id as counted_id
    from demo_event e join device_place p on p.holder_code = e.code and p.holder_type = e.type and p.form = e.form and p.scope_id = e.scope
      and p.customer_code is not distinct from e.customer and p.store_code is not distinct from e.store
    left join device_source s on s.document_no = e.document_no and s.order_no is not distinct from e.order_no
      and s.order_line is not distinct from e.order_line and s.price is not distinct from e.price
    left join customer c on c.code = e.counted_for`,
  values: [],
}
const analyze = (table: string): Statement => ({ text: `analyze ${table}`, values: [] })
const insertHoldings: Statement = {
  text: `insert into device_holding (device_id, sku_id, from_at, place_id, scope_id, holder_type, form, event)
    select m.id, k.id, m.at, m.place_id, m.scope, m.type, m.form, m.event
    from demo_move m join device d on d.id = m.id join sku k on k.code = d.sku_code where m.turn = 1 order by m.id`,
  values: [],
}

/** Those of a turn that are of one kind move together. */
const moveOn: Statement = {
  text: `select g.turn, g.event, cardinality(device_move(g.ids, g.seqs, g.at, g.places, g.sources, g.event, g.basis, g.counted_for, g.units)) as moved
    from (select m.turn, m.event, m.basis, m.units, array_agg(m.id order by m.id) as ids, array_agg(m.turn - 1 order by m.id) as seqs,
        array_agg(m.at order by m.id) as at, array_agg(m.place_id order by m.id) as places, array_agg(m.source_id order by m.id) as sources,
        array_agg(m.counted_id order by m.id) as counted_for
      from demo_move m where m.turn > 1 group by 1, 2, 3, 4 order by 1, 2) g`,
  values: [],
}
const allocate: Statement = {
  text: `update device_holding h set mark = 'allocated' from demo_unit u where u.id = h.device_id and u.carton_no % 3 = 0 and h.holder_type = 'warehouse'
    and h.form = 'regular'`,
  values: [],
}
const register: Statement = {
  text: `insert into device_registration (device_id, from_at) select id, made from demo_unit where country = 'IN' and carton_no % 40 > 0`,
  values: [],
}
const activate = prepared(
  'seed demo activations',
  `select cardinality(device_activate(array_agg(id), array_agg(switched_on), array_agg(on_country))) from demo_unit where switched_on <= $1`,
)

/** Some ten thousand devices with their histories, over all distributors; multiplied by `scale`. */
export async function seedDevices(tx: Tx, now: Date, scale = 1): Promise<void> {
  await tx.run(insertTacs())
  await tx.run(makeUnits)
  await tx.run(insertUnits(now, CARTONS * scale))
  await tx.run(insertDevices())
  await tx.run(makeEvents(now))
  const steps = [analyze('demo_event'), insertPlaces, insertSources, makeMoves, analyze('demo_move')]
  for (const statement of [...steps, insertHoldings, moveOn, allocate, register]) await tx.run(statement)
  await tx.run(activate(now))
}
