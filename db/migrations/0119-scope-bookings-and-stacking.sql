-- What a scheme is for changes by an adjustment (domain.md 2.9); a booking activity is for one SPU (B9); a price support says whether it
-- may meet a special price (2.13).

alter table scheme_adjust_line
  add column sku_code text,
  add column spu_code text,
  add column new_customer_code text,
  add column new_sku_code text,
  add column new_spu_code text;

alter table scheme_application
  add column booking_activity text,
  add column stackable text;

alter table scheme
  add column booking_activity boolean not null default false,
  add column stackable boolean not null default false;

-- Price supports of these customers ($1) for these products, one after the other with what asks for special prices: both were read
-- before either was written.
create function price_support_ask(p_customers text[], p_skus text[], p_spus text[], p_from date, p_to date, p_stackable boolean) returns void
language plpgsql set search_path = public as $ask$
begin
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended('special_price ' || c, 0) as k from unnest(p_customers) c order by 1
  ) keys;
  if exists (select from unnest(p_customers, p_skus, p_spus) w (customer, sku, spu)
      join special_price s on s.customer_code = w.customer and s.state in ('asked', 'effective')
        and s.valid_from <= p_to and s.valid_to >= p_from and not (s.stackable and p_stackable)
      join sku k on k.code = s.sku_code and (k.code = w.sku or w.sku is null and k.spu_code = w.spu)) then
    raise exception 'a special price was faster' using errcode = 'KN001';
  end if;
end $ask$;

create or replace function special_price_ask(p_document bigint, p_round int) returns void
language plpgsql set search_path = public as $ask$
declare
  d record;
begin
  select * into d from scheme_special_price where id = p_document;
  -- One after the other for a customer: an overlap is refused in words, not by the constraint.
  perform pg_advisory_xact_lock(hashtextextended('special_price ' || d.customer_code, 0));
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

-- Price supports: of schemes, of applications in approval, and of schemes as adjustments in approval would make them. What a scheme that is
-- over paid for is paid for.
create view price_support as
select s.no, l.customer_code, l.sku_code, l.spu_code, s.start_date, s.end_date, s.stackable
from scheme s join scheme_line l on l.scheme_id = s.id
where s.scheme_type = 'priceSupport'
union all
select d.no, l.customer_code, l.sku_code, l.spu_code, d.start_date, d.end_date, coalesce(d.stackable = 'yes', false)
from scheme_application d join scheme_application_line l on l.document_id = d.id and l.round = d.round
where d.scheme_type = 'priceSupport' and d.state = 'underApproval'
union all
select s.no, coalesce(c.new_customer_code, l.customer_code), case when c.is_other then c.new_sku_code else l.sku_code end,
  case when c.is_other then c.new_spu_code else l.spu_code end, coalesce(d.new_start_date, s.start_date), coalesce(d.new_end_date, s.end_date),
  s.stackable
from scheme_adjust d join scheme s on s.no = d.scheme_no join scheme_line l on l.scheme_id = s.id
left join lateral (
  select a.new_customer_code, a.new_sku_code, a.new_spu_code, num_nonnulls(a.new_sku_code, a.new_spu_code) > 0 as is_other
  from scheme_adjust_line a join scheme_funding f on f.scheme_id = s.id and f.funding_no = a.funding_no and f.line_no = l.line_no
  where a.document_id = d.id and a.round = d.round and a.kind = 'scope' limit 1
) c on true
where s.scheme_type = 'priceSupport' and d.state = 'underApproval';
