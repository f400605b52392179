import { prepared } from '#kernel/platform/db/statement.ts'

/** The current state of each unit since its factory: in India, in Indonesia, else in China. A returned one is not sold again. */
export const insertDevices = prepared(
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
export const insertCustody = prepared(
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
