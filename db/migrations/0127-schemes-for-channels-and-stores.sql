-- A line of a scheme is for a customer, for one of his stores, or for all customers of a channel (domain.md 2.4, decision 072).

alter table scheme_application_line
  alter column customer_code drop not null,
  add column channel_code text,
  add column store_code text;
create index scheme_application_line__alike_channel on scheme_application_line (channel_code, amount) where channel_code is not null;

alter table scheme_line
  alter column customer_code drop not null,
  add column channel_code text,
  add column store_code text,
  add constraint scheme_line__whom check (num_nonnulls(customer_code, channel_code) = 1 and (store_code is null or customer_code is not null));
create index scheme_line__channel on scheme_line (channel_code, scheme_id) where channel_code is not null;

alter table scheme_adjust_line
  add column channel_code text,
  add column store_code text,
  add column new_channel_code text,
  add column new_store_code text;

create index customer__channel on customer (channel_code, code) where channel_code is not null;

-- The stock of a line that is for a channel is that of each of its customers.
alter table device_snapshot
  drop constraint device_snapshot__key,
  add constraint device_snapshot__key unique (document_id, round, line_no, customer_code, sku_code);

-- The customers of a channel: those of its own area.
create view channel_customer as
select h.code as channel_code, c.code, c.state from customer_channel h
join customer c on c.channel_code = h.code join country y on y.code = c.country_code and y.area_id = h.area_id;

-- A channel is all of its customers. One lock for each of them would be too many: whoever asks for one takes that of his channel too.
drop function price_support_ask(text[], text[], text[], date, date, boolean);
create function price_support_ask(p_customers text[], p_channels text[], p_skus text[], p_spus text[], p_from date, p_to date, p_stackable boolean)
returns void language plpgsql set search_path = public as $ask$
begin
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended(kind || code, 0) as k from (
      select 'special_price ', unnest(p_customers) union select 'special_price of channel ', unnest(p_channels)
    ) asked (kind, code) where code is not null order by 1
  ) keys;
  if exists (select from unnest(p_customers, p_channels, p_skus, p_spus) w (customer, channel, sku, spu)
      join lateral (select w.customer where w.customer is not null union all select c.code from channel_customer c where c.channel_code = w.channel) m (code)
        on true
      join special_price s on s.customer_code = m.code and s.state in ('asked', 'effective')
        and s.valid_from <= p_to and s.valid_to >= p_from and not (s.stackable and p_stackable)
      join sku k on k.code = s.sku_code and (k.code = w.sku or w.sku is null and k.spu_code = w.spu)) then
    raise exception 'a special price was faster' using errcode = 'KN001';
  end if;
end $ask$;

-- Every line of a price support, by each customer that it is for: the one that it names, or those of its channel (each way with an index
-- of its own). What it would be for by an adjustment in approval stands beside what it is for now.
create or replace view price_support as
select s.no, l.customer_code, l.sku_code, l.spu_code, s.start_date, s.end_date, s.stackable
from scheme s join scheme_line l on l.scheme_id = s.id
where s.scheme_type = 'priceSupport' and l.customer_code is not null
union all
select s.no, c.code, l.sku_code, l.spu_code, s.start_date, s.end_date, s.stackable
from channel_customer c join scheme_line l on l.channel_code = c.channel_code join scheme s on s.id = l.scheme_id
where s.scheme_type = 'priceSupport'
union all
select d.no, l.customer_code, l.sku_code, l.spu_code, d.start_date, d.end_date, coalesce(d.stackable = 'yes', false)
from scheme_application d join scheme_application_line l on l.document_id = d.id and l.round = d.round
where d.scheme_type = 'priceSupport' and d.state = 'underApproval' and l.customer_code is not null
union all
select d.no, c.code, l.sku_code, l.spu_code, d.start_date, d.end_date, coalesce(d.stackable = 'yes', false)
from channel_customer c join scheme_application_line l on l.channel_code = c.channel_code
join scheme_application d on d.id = l.document_id and d.round = l.round
where d.scheme_type = 'priceSupport' and d.state = 'underApproval'
union all
select s.no, m.code, case when c.is_other then c.new_sku_code else l.sku_code end, case when c.is_other then c.new_spu_code else l.spu_code end,
  coalesce(d.new_start_date, s.start_date), coalesce(d.new_end_date, s.end_date), s.stackable
from scheme_adjust d join scheme s on s.no = d.scheme_no join scheme_line l on l.scheme_id = s.id
left join lateral (
  select a.new_customer_code, a.new_channel_code, a.new_sku_code, a.new_spu_code,
    num_nonnulls(a.new_customer_code, a.new_channel_code) > 0 as is_whom, num_nonnulls(a.new_sku_code, a.new_spu_code) > 0 as is_other
  from scheme_adjust_line a join scheme_funding f on f.scheme_id = s.id and f.funding_no = a.funding_no and f.line_no = l.line_no
  where a.document_id = d.id and a.round = d.round and a.kind = 'scope' limit 1
) c on true
cross join lateral (
  select case when c.is_whom then c.new_customer_code else l.customer_code end as customer,
    case when c.is_whom then c.new_channel_code else l.channel_code end as channel
) w
cross join lateral (
  select w.customer as code where w.customer is not null union all select x.code from channel_customer x where x.channel_code = w.channel
) m
where s.scheme_type = 'priceSupport' and d.state = 'underApproval';

create or replace function special_price_ask(p_document bigint, p_round int) returns void
language plpgsql set search_path = public as $ask$
declare
  d record;
begin
  select * into d from scheme_special_price where id = p_document;
  -- One after the other for a customer: an overlap is refused in words, not by the constraint.
  perform pg_advisory_xact_lock(k) from (
    select hashtextextended(kind || code, 0) as k from (
      select 'special_price ', d.customer_code union all select 'special_price of channel ', channel_code from channel_customer where code = d.customer_code
    ) asked (kind, code) order by 1
  ) keys;
  if exists (select from special_price s join scheme_special_price_line l on l.document_id = p_document and l.round = p_round
      and l.sku_code = s.sku_code
    where s.customer_code = d.customer_code and s.trade_term_code = d.trade_term_code and s.currency = d.currency
      and s.state in ('asked', 'effective') and s.valid_from <= d.valid_to and s.valid_to >= d.valid_from and s.document_id <> p_document) then
    raise exception 'another special price was faster' using errcode = 'KN001';
  end if;
  if exists (select from price_support w join sku k on w.sku_code = k.code or w.sku_code is null and w.spu_code = k.spu_code
      join scheme_special_price_line l on l.document_id = p_document and l.round = p_round and l.sku_code = k.code
    where w.customer_code = d.customer_code and w.start_date <= d.valid_to and w.end_date >= d.valid_from
      and not (w.stackable and coalesce(d.stackable = 'yes', false))) then
    raise exception 'a price support was faster' using errcode = 'KN001';
  end if;
  insert into special_price (scope_id, document_id, round, line_no, document_no, customer_code, end_customer_code, trade_term_code, currency,
    sku_code, price, unit_support, quantity_cap, settlement, stackable, valid_from, valid_to, state)
  select d.scope_id, p_document, p_round, l.line_no, d.no, d.customer_code, d.end_customer_code, d.trade_term_code, d.currency, l.sku_code,
    l.special_price, l.unit_support, l.quantity_cap, d.settlement, d.stackable = 'yes', d.valid_from, d.valid_to, 'asked'
  from scheme_special_price_line l where l.document_id = p_document and l.round = p_round;
end $ask$;
