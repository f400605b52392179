-- Special prices (domain.md 2.13): a customer buys so many units below the list for a while.

-- What products cost by the list of an area: the mirror of the price list, until prices are an area of their own.
create table list_price (
  id bigint not null default nextval('document_id'),
  scope_id int not null,
  area_id int not null,
  sku_code text not null,
  currency text not null,
  price numeric(20,2) not null constraint list_price__price check (price > 0),
  -- Landed; null where nobody has said it.
  unit_cost numeric(20,2),
  -- In percent: below it headquarters decide.
  floor_margin numeric(5,2) not null default 0,
  valid_from date not null,
  constraint list_price__pk primary key (id),
  constraint list_price__key unique (sku_code, area_id, currency, valid_from)
);
create index list_price__scope on list_price (scope_id, id);
create index list_price__area on list_price (area_id);

create table scheme_special_price (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_special_price__state
    check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled', 'closed')),
  version int not null,
  round int not null,
  scope_id int not null references organisation,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  idc_code text,
  area_id int,
  customer_code text,
  end_customer_code text,
  trade_term_code text,
  currency text,
  valid_from date,
  valid_to date,
  funding text,
  settlement text,
  stackable text,
  reason text,
  source text,
  total_amount numeric(20,2),
  below_floor text,
  constraint scheme_special_price__pk primary key (id),
  constraint scheme_special_price__no unique (no)
);
create index scheme_special_price__scope on scheme_special_price (scope_id, id);
create index scheme_special_price__drafter on scheme_special_price (drafter_id, state, scope_id);
create index scheme_special_price__number on scheme_special_price (scope_id, no collate "C");
create index scheme_special_price__customer on scheme_special_price (customer_code, valid_to);

create table scheme_special_price_line (
  document_id bigint not null references scheme_special_price,
  round int not null,
  line_no int not null,
  sku_code text not null,
  list_price numeric(20,2),
  special_price numeric(20,2) not null constraint scheme_special_price_line__price check (special_price > 0),
  quantity_cap int not null constraint scheme_special_price_line__cap check (quantity_cap > 0),
  line_currency text,
  unit_support numeric(20,2),
  total_support numeric(20,2),
  margin numeric(20,2),
  budget_code text,
  available_amount numeric(20,2),
  remark text,
  constraint scheme_special_price_line__pk primary key (document_id, round, line_no)
);

-- A special price from the submit on, so that no two for the same thing at the same time are both asked for; it is effective once all
-- have agreed. Orders reserve units of it and invoices use them: never more than its cap.
create table special_price (
  id bigint not null default nextval('document_id'),
  scope_id int not null,
  document_id bigint not null references scheme_special_price,
  round int not null,
  line_no int not null,
  document_no text not null,
  customer_code text not null,
  end_customer_code text,
  trade_term_code text not null,
  currency text not null,
  sku_code text not null,
  price numeric(20,2) not null constraint special_price__price check (price > 0),
  unit_support numeric(20,2),
  quantity_cap int not null,
  reserved int not null default 0,
  used int not null default 0,
  settlement text not null,
  stackable boolean not null,
  valid_from date not null,
  valid_to date not null,
  state text not null constraint special_price__state check (state in ('asked', 'effective', 'expired', 'closed')),
  constraint special_price__pk primary key (id),
  constraint special_price__line unique (document_id, round, line_no),
  constraint special_price__cap check (least(reserved, used) >= 0 and reserved + used <= quantity_cap),
  -- Nobody may sell at two special prices on one day, whatever wrote them.
  constraint special_price__once exclude using gist (customer_code with =, trade_term_code with =, currency with =, sku_code with =,
    daterange(valid_from, valid_to, '[]') with &&) where (state in ('asked', 'effective'))
) with (fillfactor = 80);
create index special_price__scope on special_price (scope_id, id);
create index special_price__no on special_price (document_no);
create index special_price__sku on special_price (sku_code);
create index special_price__customer on special_price (customer_code);
create index special_price__end_customer on special_price (end_customer_code) where end_customer_code is not null;
create index special_price__due on special_price (valid_to, document_id) where state = 'effective';

-- Takes the days of each product for a form. Where another form was faster the action reads again, and the rules name it.
create function special_price_ask(p_document bigint, p_round int) returns void
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
  insert into special_price (scope_id, document_id, round, line_no, document_no, customer_code, end_customer_code, trade_term_code, currency,
    sku_code, price, unit_support, quantity_cap, settlement, stackable, valid_from, valid_to, state)
  select d.scope_id, p_document, p_round, l.line_no, d.no, d.customer_code, d.end_customer_code, d.trade_term_code, d.currency, l.sku_code,
    l.special_price, l.unit_support, l.quantity_cap, d.settlement, d.stackable = 'yes', d.valid_from, d.valid_to, 'asked'
  from scheme_special_price_line l where l.document_id = p_document and l.round = p_round;
end $ask$;

-- Whoever sees schemes sees them, and who prices; sales raise them.
insert into role_right (role_code, right_code)
select r, 'scheme.specialPriceApprovalForm.view' from unnest(array['channelManager', 'manager', 'tl', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance', 'firstLevel', 'secondLevel', 'marketing', 'businessFinance', 'financeManager', 'settlementFinance', 'hqPricing', 'hqBudget', 'hqFinance', 'hqOwner', 'auditor']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.specialPriceApprovalForm.approve' from unnest(array['manager', 'secondLevel', 'countryFinance', 'rsd', 'hqPricing']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.specialPriceApprovalForm.submit' from unnest(array['channelManager', 'tl', 'rsm', 'rcsm']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.specialPriceApprovalForm.export' from unnest(array['channelManager', 'manager', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance', 'businessFinance', 'hqPricing', 'hqFinance', 'auditor']) r;
-- Pushing again, and closing one before its last day.
insert into role_right (role_code, right_code)
select r, 'scheme.specialPriceApprovalForm.retry' from unnest(array['countryFinance', 'hqPricing', 'hqFinance']) r;
