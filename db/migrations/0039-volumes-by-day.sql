-- What counts for a customer, added up by the day of its country once that day is over (decision 141).
-- Days before closed_until are added up.
create table device_day (
  scope_id int not null,
  zone text not null,
  closed_until date not null,
  constraint device_day__pk primary key (scope_id),
  constraint device_day_scope_id_fkey foreign key (scope_id) references organisation(id)
);

create table device_volume_day (
  counted_for bigint not null,
  sku_id bigint not null,
  basis text not null,
  day date not null,
  -- Of the store that it counts for, where it was in one.
  place_id int not null,
  -- Empty where nothing was paid.
  currency text not null,
  units int not null,
  amount numeric(20,2) not null,
  constraint device_volume_day__pk primary key (counted_for, sku_id, basis, day, place_id, currency)
);

-- What became known after its day had been added up.
create table device_volume_change (
  id bigint not null generated always as identity,
  counted_for bigint not null,
  sku_id bigint not null,
  basis text not null,
  day date not null,
  device_id bigint not null,
  units int not null,
  amount numeric(20,2) not null,
  currency text not null,
  reason text not null,
  at timestamptz not null default product_now(),
  constraint device_volume_change__pk primary key (id),
  constraint device_volume_change__reason check (reason in ('late'))
);
create index device_volume_change__of on device_volume_change (counted_for, sku_id, basis, day);
create trigger device_volume_change__append_only before delete or update or truncate on device_volume_change for each statement execute function refuse_change();

-- Rows come in the order of their instants, but for late ones.
create index device_count__at on device_count using brin (at);

-- No day is added up while something is entered that belongs to it: whoever enters holds the day of the country, whoever adds up waits for it.
create function device_counted() returns trigger
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  perform from device_day d where d.scope_id in (select u.scope_id from counted n join customer u on u.id = n.counted_for) order by d.scope_id for share;
  with late as materialized (
    select n.counted_for, n.sku_id, n.basis, day_in(n.at, d.zone) as day, n.place_id, n.device_id, n.units,
      coalesce(s.currency, '') as currency, coalesce(s.price * n.units, 0) as amount
    from counted n join customer u on u.id = n.counted_for join device_day d on d.scope_id = u.scope_id left join device_source s on s.id = n.source_id
    where n.at < day_begin(d.closed_until, d.zone)
  ), noted as (
    insert into device_volume_change (counted_for, sku_id, basis, day, device_id, units, amount, currency, reason)
    select counted_for, sku_id, basis, day, device_id, units, amount, currency, 'late' from late
  )
  insert into device_volume_day as v (counted_for, sku_id, basis, day, place_id, currency, units, amount)
  select counted_for, sku_id, basis, day, place_id, currency, sum(units), sum(amount) from late group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict on constraint device_volume_day__pk do update set units = v.units + excluded.units, amount = v.amount + excluded.amount;
  return null;
end $$;
create trigger device_count__late after insert on device_count referencing new table as counted for each statement execute function device_counted();

-- Adds a day of a country up; false where another worker did.
create function device_close_day(p_scope int, p_day date) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  v_zone text;
begin
  select d.zone into v_zone from device_day d where d.scope_id = p_scope and d.closed_until = p_day for update;
  if v_zone is null then
    return false;
  end if;
  insert into device_volume_day (counted_for, sku_id, basis, day, place_id, currency, units, amount)
  select n.counted_for, n.sku_id, n.basis, p_day, n.place_id, coalesce(s.currency, ''), sum(n.units), coalesce(sum(s.price * n.units), 0)
  from device_count n join customer u on u.id = n.counted_for left join device_source s on s.id = n.source_id
  where u.scope_id = p_scope and n.at >= day_begin(p_day, v_zone) and n.at < day_begin(p_day + 1, v_zone) group by 1, 2, 3, 5, 6;
  update device_day set closed_until = p_day + 1 where scope_id = p_scope;
  return true;
end $$;

-- Units and amount of a period: whole days that are added up, and the rows of what is left at both ends.
create function device_volumes(p_customer bigint, p_sku bigint, p_basis text, p_store text, p_from timestamptz, p_to timestamptz, p_currency text)
returns table (units bigint, amount numeric) language sql stable parallel safe as $$
  with days as (
    select d.zone, day_in(p_from - interval '1 microsecond', d.zone) + 1 as first, least(day_in(p_to, d.zone), d.closed_until) as last
    from customer u join device_day d on d.scope_id = u.scope_id where u.id = p_customer
  ), whole as (
    select first, last, day_begin(first, zone) as from_at, day_begin(last, zone) as to_at from days where first < last
  ), found as (
    select v.units, case when v.currency = p_currency then v.amount end as amount, v.place_id from whole w join device_volume_day v
      on v.counted_for = p_customer and v.sku_id = p_sku and v.basis = p_basis and v.day >= w.first and v.day < w.last
    union all
    select n.units, case when s.currency = p_currency then s.price * n.units end, n.place_id
    from device_count n left join device_source s on s.id = n.source_id
    where n.counted_for = p_customer and n.sku_id = p_sku and n.basis = p_basis and n.at >= p_from and n.at < coalesce((select from_at from whole), p_to)
    union all
    select n.units, case when s.currency = p_currency then s.price * n.units end, n.place_id
    from device_count n left join device_source s on s.id = n.source_id
    where n.counted_for = p_customer and n.sku_id = p_sku and n.basis = p_basis and n.at >= (select to_at from whole) and n.at < p_to
  )
  select sum(f.units), sum(f.amount) from found f
  where p_store is null or exists (select from device_place p where p.id = f.place_id and p.store_code = p_store) $$;
