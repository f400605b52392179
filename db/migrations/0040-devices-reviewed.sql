-- What the review of devices found (decisions 140, 141).

-- Countries with customers whose days are not added up yet; their first day is that of the first thing that was counted. Whoever moves or counts devices
-- meanwhile does not see that the country has days now, so it waits for them, and they for it; it belongs to the owner, for the application locks no tables.
create function device_enter_days(p_at timestamptz, p_stock_days int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from organisation o where o.id in (select scope_id from customer) and not exists (select from device_day d where d.scope_id = o.id)) then
    return;
  end if;
  lock table only device_holding in share mode;
  lock table only device_count in share mode;
  insert into device_day (scope_id, zone, closed_until, stock_until)
  select o.id, o.timezone, f.day, greatest(f.day, day_in(p_at, o.timezone) - p_stock_days) from organisation o
  cross join lateral (select day_in(coalesce((select min(at) from device_count), p_at), o.timezone) as day) f
  where o.id in (select scope_id from customer) and not exists (select from device_day d where d.scope_id = o.id)
  on conflict do nothing;
end $$;

-- A customer that came from another country brings days that were added up there: they are added up again from the same rows.
create or replace function device_close_days(p_scope int, p_day date, p_until date) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  v_zone text;
begin
  select d.zone into v_zone from device_day d where d.scope_id = p_scope and d.closed_until = p_day and p_day < p_until for update;
  if v_zone is null then
    return false;
  end if;
  insert into device_volume_day (counted_for, sku_id, basis, day, place_id, currency, units, amount)
  select n.counted_for, n.sku_id, n.basis, day_in(n.at, v_zone), n.place_id, coalesce(s.currency, ''), sum(n.units), coalesce(sum(s.price * n.units), 0)
  from device_count n join customer u on u.id = n.counted_for left join device_source s on s.id = n.source_id
  where u.scope_id = p_scope and n.at >= day_begin(p_day, v_zone) and n.at < day_begin(p_until, v_zone) group by 1, 2, 3, 4, 5, 6
  on conflict on constraint device_volume_day__pk do update set units = excluded.units, amount = excluded.amount;
  update device_day set closed_until = p_until where scope_id = p_scope;
  return true;
end $$;

-- Counts again what became different after it was counted: so many days of customers and products of a country, of each from its first day that did. What
-- is left of one is noted from the next day on, so that no statement is longer than PostgreSQL is given time for.
create or replace function device_recount_stock(p_scope int, p_most int) returns int
language plpgsql set search_path = public, pg_temp as $$
declare
  v_day device_day;
  v_late device_stock_late;
  v_first date;
  v_until date;
  v_counted int := 0;
begin
  select d.* into v_day from device_day d where d.scope_id = p_scope for update;
  select min(s.day) into v_first from device_stock_day s where s.scope_id = p_scope;
  for v_late in select l.* from device_stock_late l where l.scope_id = p_scope order by l.customer_id, l.sku_id limit p_most for update loop
    exit when v_counted >= p_most;
    v_late.since := greatest(v_late.since, coalesce(v_first, v_late.since));
    v_until := least(v_late.since + p_most - v_counted, v_day.stock_until);
    delete from device_stock_day s where s.scope_id = p_scope and s.day >= v_late.since and s.day < v_until
      and s.customer_code = (select code from customer where id = v_late.customer_id) and s.sku_code = (select code from sku where id = v_late.sku_id);
    insert into device_stock_day
    select r.* from customer u cross join sku k
    cross join lateral generate_series(v_late.since::timestamp, v_until - 1, interval '1 day') g (at)
    cross join lateral (
      select array_agg(g.at::date - day_in(i.received_at, v_day.zone)) as days
      from device_stock(array[u.code], array[k.code], day_begin(g.at::date + 1, v_day.zone) - interval '1 microsecond', null) i where i.scope_id = p_scope
    ) h cross join lateral (
      select coalesce(sum(v.units), 0)::int as sold from device_volume_day v
      where v.counted_for = u.id and v.sku_id = k.id and v.basis = 'sellOut' and v.day > g.at::date - 28 and v.day <= g.at::date
    ) s cross join lateral device_stock_row(p_scope, g.at::date, u.code, k.code, h.days, s.sold) r
    where u.id = v_late.customer_id and k.id = v_late.sku_id and (h.days is not null or s.sold <> 0);
    if v_until < v_day.stock_until then
      update device_stock_late l set since = v_until where l.customer_id = v_late.customer_id and l.sku_id = v_late.sku_id;
    else
      delete from device_stock_late l where l.customer_id = v_late.customer_id and l.sku_id = v_late.sku_id;
    end if;
    v_counted := v_counted + greatest(v_until - v_late.since, 1);
  end loop;
  return v_counted;
end $$;

-- What comes back to a customer keeps when that one got it: otherwise a unit that a dealer or a consumer returned would be new stock, for which coverage days begin again.
create or replace function device_move(
  p_devices bigint[], p_seqs int[], p_at timestamptz[], p_places int[], p_sources int[], p_event text,
  p_basis text default null, p_counted_for bigint[] default null, p_units int default 1
) returns bigint[] language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_moved bigint[];
begin
  -- Locked in one order, so that two sets that share devices do not wait for each other; the next statement sees what others wrote meanwhile.
  perform from (select h.device_id from device_holding h where h.device_id = any (p_devices) order by h.device_id for update) l;
  with moving as materialized (
    -- A device that is named twice is moved and counted once.
    select distinct on (m.device) m.device as device_id, m.seq, m.at, m.place as place_id, m.source as source_id, m.counted as counted_for,
      h.place_id as left_place, h.received_at, h.customer_id, h.sku_id
    from unnest(p_devices, p_seqs, p_at, p_places, p_sources, p_counted_for) m (device, seq, at, place, source, counted)
    join device_holding h on h.device_id = m.device and h.seq = m.seq and h.from_at < m.at
    order by m.device
  ), moved as (
    update device_holding h set seq = m.seq + 1, from_at = m.at, place_id = m.place_id, source_id = m.source_id, event = p_event, mark = null,
      scope_id = p.scope_id, holder_type = p.holder_type, form = p.form, customer_id = c.id,
      received_at = case when p.holder_type not in ('customer', 'dealer', 'store') then null
        when m.received_at is not null and (p_event in ('transferred', 'switched') or m.customer_id = c.id) then m.received_at
        when p_event in ('returned', 'adjusted') then coalesce((select u.received_at from device_custody u
          where u.device_id = m.device_id and u.customer_id = c.id and u.received_at is not null order by u.seq desc limit 1), m.at)
        else m.at end
    from moving m join device_place p on p.id = m.place_id left join customer c on c.code = p.customer_code
    where h.device_id = m.device_id returning h.device_id
  ), counted as (
    insert into device_count (device_id, counted_for, sku_id, at, place_id, source_id, units, basis)
    select m.device_id, m.counted_for, m.sku_id, m.at,
      -- A return counts where the device was sold, whichever store takes it.
      case when (p_units < 0 and o.store_code is not null) or (p_units > 0 and n.store_code is null) then m.left_place else m.place_id end,
      m.source_id, p_units, p_basis
    from moving m join device_place n on n.id = m.place_id join device_place o on o.id = m.left_place
    where p_basis is not null and m.counted_for is not null order by m.device_id
  )
  select coalesce(array_agg(device_id order by device_id), '{}') into v_moved from moved;
  return v_moved;
end $$;

-- A day is that of the customer's country, by the clock with which its days are added up, also after the country changed its time zone.
create or replace function device_activate(p_devices bigint[], p_at timestamptz[], p_countries text[]) returns bigint[]
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_activated bigint[];
begin
  perform from (select h.device_id from device_holding h where h.device_id = any (p_devices) order by h.device_id for update) l;
  with told as materialized (
    select distinct on (g.device) g.device as device_id, g.at, g.country from unnest(p_devices, p_at, p_countries) g (device, at, country)
    join device_holding h on h.device_id = g.device order by g.device, g.at
  ), had as materialized (
    select t.device_id, t.country, i.customer_id, i.sku_id, i.place_id, day_in(t.at, z.zone) as day, z.zone
    from told t cross join lateral (
      -- What is told to be before its first place is with that one.
      select customer_id, sku_id, place_id from (
        select h.customer_id, h.sku_id, h.place_id, h.from_at from device_holding h where h.device_id = t.device_id
        union all
        select u.customer_id, u.sku_id, u.place_id, u.from_at from device_custody u where u.device_id = t.device_id
      ) x order by x.from_at <= t.at desc, case when x.from_at <= t.at then x.from_at end desc, x.from_at limit 1
    ) i join device_place p on p.id = i.place_id left join customer u on u.id = i.customer_id
    join organisation o on o.id = coalesce(u.scope_id, p.scope_id) left join device_day d on d.scope_id = o.id
    cross join lateral (select coalesce(d.zone, o.timezone) as zone) z
  ), first as (
    insert into device_activation (device_id, day, country) select device_id, day, country from had order by device_id
    on conflict do nothing returning device_id
  ), marked as (
    update device_holding h set activated_at = day_begin(w.day, w.zone), activated_on = w.day from first f join had w on w.device_id = f.device_id where h.device_id = f.device_id
  ), counted as (
    insert into device_count (device_id, counted_for, sku_id, at, place_id, units, basis)
    select w.device_id, w.customer_id, w.sku_id, day_begin(w.day, w.zone), w.place_id, 1, 'activation' from first f join had w on w.device_id = f.device_id
    where w.customer_id is not null order by w.device_id
  )
  select coalesce(array_agg(device_id order by device_id), '{}') into v_activated from first;
  return v_activated;
end $$;
