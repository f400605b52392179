-- What counts for a customer, added up by the day of its country once that day is over, and the stock that the day ended with (decision 141).
-- Days before closed_until are added up; the stock of those before stock_until is counted.
create table device_day (
  scope_id int not null,
  zone text not null,
  closed_until date not null,
  stock_until date not null,
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
  ), stock as (
    insert into device_stock_late as l (customer_id, sku_id, scope_id, since)
    select n.counted_for, n.sku_id, u.scope_id, min(n.day) from late n join customer u on u.id = n.counted_for join device_day d on d.scope_id = u.scope_id
    where n.basis = 'sellOut' and n.day < d.stock_until group by 1, 2, 3 order by 1, 2
    on conflict on constraint device_stock_late__pk do update set since = least(l.since, excluded.since)
  )
  insert into device_volume_day as v (counted_for, sku_id, basis, day, place_id, currency, units, amount)
  select counted_for, sku_id, basis, day, place_id, currency, sum(units), sum(amount) from late group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict on constraint device_volume_day__pk do update set units = v.units + excluded.units, amount = v.amount + excluded.amount;
  return null;
end $$;
create trigger device_count__late after insert on device_count referencing new table as counted for each statement execute function device_counted();

-- Adds days of a country up, to before the last one; false where another worker did.
create function device_close_days(p_scope int, p_day date, p_until date) returns boolean
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
  where u.scope_id = p_scope and n.at >= day_begin(p_day, v_zone) and n.at < day_begin(p_until, v_zone) group by 1, 2, 3, 4, 5, 6;
  update device_day set closed_until = p_until where scope_id = p_scope;
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

-- What a customer and its stores had for sale at the end of a day, by the days since its customer got it, and what was sold to consumers in 28 days.
create table device_stock_day (
  scope_id int not null,
  day date not null,
  customer_code text not null,
  sku_code text not null,
  units int not null,
  days_30 int not null,
  days_60 int not null,
  days_90 int not null,
  older int not null,
  sold int not null,
  constraint device_stock_day__pk primary key (scope_id, day, customer_code, sku_code),
  constraint device_stock_day__ages check (units = days_30 + days_60 + days_90 + older),
  constraint device_stock_day_customer_code_fkey foreign key (customer_code) references customer(code),
  constraint device_stock_day_sku_code_fkey foreign key (sku_code) references sku(code)
);
create index device_stock_day__customer on device_stock_day (customer_code, sku_code, day);
create index device_stock_day__sku on device_stock_day (sku_code);

-- Stock that became different from a day on after that day was counted: it is counted again.
create table device_stock_late (
  customer_id bigint not null,
  sku_id bigint not null,
  scope_id int not null,
  since date not null,
  constraint device_stock_late__pk primary key (customer_id, sku_id)
);
create index device_stock_late__scope on device_stock_late (scope_id);

-- Moves come in the order of their days, but for late ones.
create index device_custody__until on device_custody using brin (until);

-- Notes that stock changed at an instant, where its day is counted; like a late volume, whoever enters it waits for whoever counts.
create function device_stock_changes(p_customers bigint[], p_skus bigint[], p_at timestamptz[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from device_day d where d.scope_id in (select u.scope_id from customer u where u.id = any (p_customers)) order by d.scope_id for share;
  insert into device_stock_late as l (customer_id, sku_id, scope_id, since)
  select c.customer_id, c.sku_id, u.scope_id, min(day_in(c.at, d.zone)) from unnest(p_customers, p_skus, p_at) c (customer_id, sku_id, at)
  join customer u on u.id = c.customer_id join device_day d on d.scope_id = u.scope_id
  where c.at < day_begin(d.stock_until, d.zone) group by 1, 2, 3 order by 1, 2
  on conflict on constraint device_stock_late__pk do update set since = least(l.since, excluded.since);
end $$;

-- Both ends of a move, and whoever had what is known only now to have been switched on. Each customer and product once, with its first change.
create function device_stock_changed() returns trigger
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  v_activated bigint[];
begin
  if not exists (select from device_day) then
    return null;
  end if;
  perform device_stock_changes(array_agg(c.customer_id), array_agg(c.sku_id), array_agg(c.at)) from (
    select i.customer_id, i.sku_id, min(i.at) as at from (
      select w.customer_id, w.sku_id, n.from_at as at from left_places w join new_places n on n.device_id = w.device_id and n.seq > w.seq
      union all
      select n.customer_id, n.sku_id, n.from_at from left_places w join new_places n on n.device_id = w.device_id and n.seq > w.seq
      union all
      select n.customer_id, n.sku_id, n.activated_at from left_places w join new_places n on n.device_id = w.device_id
      where w.activated_at is null and n.activated_at is not null
    ) i where i.customer_id is not null group by 1, 2
  ) c;
  v_activated := array(select n.device_id from left_places w join new_places n on n.device_id = w.device_id
    where w.activated_at is null and n.activated_at is not null and n.activated_at < n.from_at);
  if cardinality(v_activated) > 0 then
    perform device_stock_activated(v_activated);
  end if;
  return null;
end $$;

-- Of devices that moved on since: devices are found by their ids, however few there are yet.
create function device_stock_activated(p_devices bigint[]) returns void
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  perform device_stock_changes(array_agg(c.customer_id), array_agg(c.sku_id), array_agg(c.at)) from (
    select o.customer_id, o.sku_id, min(greatest(h.activated_at, o.from_at)) as at
    from device_custody o join device_holding h on h.device_id = o.device_id
    where o.device_id = any (p_devices) and h.device_id = any (p_devices) and o.until > h.activated_at and o.customer_id is not null group by 1, 2
  ) c;
end $$;
create trigger device_holding__stock_changed after update on device_holding referencing old table as left_places new table as new_places
  for each statement execute function device_stock_changed();

create function device_stock_entered() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from entered where customer_id is not null) then
    perform device_stock_changes(array_agg(c.customer_id), array_agg(c.sku_id), array_agg(c.at)) from (
      select customer_id, sku_id, min(from_at) as at from entered where customer_id is not null group by 1, 2) c;
  end if;
  return null;
end $$;
create trigger device_holding__stock_entered after insert on device_holding referencing new table as entered
  for each statement execute function device_stock_entered();

-- What stands in a day of stock, given units with the day on which they were received; sales are those of days that are added up.
create function device_stock_row(p_scope int, p_day date, p_customer text, p_sku text, p_days int[], p_sold int) returns device_stock_day
language sql immutable as $$
  select p_scope, p_day, p_customer, p_sku, count(d)::int, (count(*) filter (where d <= 30))::int, (count(*) filter (where d between 31 and 60))::int,
    (count(*) filter (where d between 61 and 90))::int, (count(*) filter (where d > 90))::int, p_sold
  from unnest(p_days) d $$;

-- Counts the stock of a country at the end of the first day that is not counted and whose sales are added up; false where there is none.
create function device_count_stock(p_scope int, p_day date) returns boolean
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  v_zone text;
  v_at timestamptz;
begin
  select d.zone into v_zone from device_day d where d.scope_id = p_scope and d.stock_until = p_day and d.closed_until > p_day for update;
  if v_zone is null then
    return false;
  end if;
  v_at := day_begin(p_day + 1, v_zone) - interval '1 microsecond';
  insert into device_stock_day
  select r.* from (
    select coalesce(h.customer_id, s.customer_id) as customer_id, coalesce(h.sku_id, s.sku_id) as sku_id, h.days, coalesce(s.sold, 0) as sold from (
      select i.customer_id, i.sku_id, array_agg(p_day - day_in(i.received_at, v_zone)) as days from (
        select n.customer_id, n.sku_id, n.received_at from device_holding n
        where n.scope_id = p_scope and n.holder_type in ('customer', 'dealer', 'store') and n.form = 'regular' and n.from_at <= v_at
          and (n.activated_at is null or n.activated_at > v_at)
        union all
        select w.customer_id, w.sku_id, w.received_at from device_custody w join device_place p on p.id = w.place_id join device_holding n on n.device_id = w.device_id
        where w.until > v_at and w.from_at <= v_at and p.scope_id = p_scope and p.holder_type in ('customer', 'dealer', 'store') and p.form = 'regular'
          and (n.activated_at is null or n.activated_at > v_at)
      ) i group by 1, 2
    ) h full join (
      select v.counted_for as customer_id, v.sku_id, sum(v.units)::int as sold from device_volume_day v join customer u on u.id = v.counted_for
      where u.scope_id = p_scope and v.basis = 'sellOut' and v.day > p_day - 28 and v.day <= p_day group by 1, 2
    ) s on s.customer_id = h.customer_id and s.sku_id = h.sku_id
  ) f join customer u on u.id = f.customer_id join sku k on k.id = f.sku_id
  cross join lateral device_stock_row(p_scope, p_day, u.code, k.code, f.days, f.sold) r
  where f.days is not null or f.sold <> 0;
  update device_day set stock_until = p_day + 1 where scope_id = p_scope;
  return true;
end $$;

-- Counts again what became different after it was counted: some customers and products of a country, each from its first day that did.
create function device_recount_stock(p_scope int, p_most int) returns int
language plpgsql set search_path = public, pg_temp as $$
declare
  v_day device_day;
  v_late device_stock_late;
  v_counted int := 0;
begin
  select d.* into v_day from device_day d where d.scope_id = p_scope for update;
  for v_late in select l.* from device_stock_late l where l.scope_id = p_scope order by l.customer_id, l.sku_id limit p_most for update loop
    delete from device_stock_day s where s.scope_id = p_scope and s.day >= v_late.since
      and s.customer_code = (select code from customer where id = v_late.customer_id) and s.sku_code = (select code from sku where id = v_late.sku_id);
    insert into device_stock_day
    select r.* from customer u cross join sku k
    cross join lateral (select min(s.day) as first from device_stock_day s where s.scope_id = p_scope) m
    cross join lateral generate_series(greatest(v_late.since, coalesce(m.first, v_late.since))::timestamp, v_day.stock_until - 1, interval '1 day') g (at)
    cross join lateral (
      select array_agg(g.at::date - day_in(i.received_at, v_day.zone)) as days
      from device_stock(array[u.code], array[k.code], day_begin(g.at::date + 1, v_day.zone) - interval '1 microsecond', null) i where i.scope_id = p_scope
    ) h cross join lateral (
      select coalesce(sum(v.units), 0)::int as sold from device_volume_day v
      where v.counted_for = u.id and v.sku_id = k.id and v.basis = 'sellOut' and v.day > g.at::date - 28 and v.day <= g.at::date
    ) s cross join lateral device_stock_row(p_scope, g.at::date, u.code, k.code, h.days, s.sold) r
    where u.id = v_late.customer_id and k.id = v_late.sku_id and (h.days is not null or s.sold <> 0);
    delete from device_stock_late l where l.customer_id = v_late.customer_id and l.sku_id = v_late.sku_id;
    v_counted := v_counted + 1;
  end loop;
  return v_counted;
end $$;
