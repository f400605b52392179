-- What a price cut proposes to pay (docs/decisions/067): a review that lowered prices leaves a proposal for each area, currency, class of products
-- and instant, with the cuts that it is of. Its lines are the units counted at that instant.
create table price_protection_proposal (
  id bigint not null default nextval('document_id'::regclass),
  scope_id int not null references organisation(id),
  area_id int not null references area(id),
  product_class text not null,
  currency text not null references currency(code),
  source_type text not null,
  source_id bigint not null,
  source_no text not null,
  effective_at timestamptz not null,
  -- The last day of the old price by the calendar of the area: that of the stock which is paid for.
  reference_day date not null,
  coverage_days int not null,
  state text not null default 'open',
  counted_at timestamptz,
  units int not null default 0,
  amount numeric(20,2) not null default 0,
  application_id bigint,
  application_no text,
  reason text,
  decided_by int references app_user(id),
  decided_at timestamptz,
  created_at timestamptz not null default product_now(),
  constraint price_protection_proposal__pk primary key (id),
  constraint price_protection_proposal__once unique (source_type, source_id, area_id, currency, product_class, effective_at),
  constraint price_protection_proposal__class check (product_class in ('phone', 'iot')),
  constraint price_protection_proposal__counted check (counted_at is not null or (units = 0 and amount = 0)),
  constraint price_protection_proposal__state check (state in ('open', 'used', 'dismissed')),
  constraint price_protection_proposal__used check ((state = 'used') = (application_id is not null) and (application_id is null) = (application_no is null)),
  constraint price_protection_proposal__dismissed check ((state = 'dismissed') = (reason is not null)),
  constraint price_protection_proposal__decided check ((state = 'open') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create index price_protection_proposal__scope on price_protection_proposal (scope_id, id);
create index price_protection_proposal__due on price_protection_proposal (effective_at) where counted_at is null;
create index price_protection_proposal__application on price_protection_proposal (application_id) where application_id is not null;

create table price_protection_cut (
  proposal_id bigint not null references price_protection_proposal(id),
  cut_no int not null,
  customer_code text references customer(code),
  classification_code text,
  sku_code text not null references sku(code),
  old_price numeric(20,2) not null,
  new_price numeric(20,2) not null,
  is_counted boolean not null default false,
  constraint price_protection_cut__pk primary key (proposal_id, cut_no),
  constraint price_protection_cut__for check ((customer_code is null) <> (classification_code is null)),
  constraint price_protection_cut__lower check (new_price < old_price)
);
create unique index price_protection_cut__once on price_protection_cut (proposal_id, sku_code, coalesce(customer_code, ''), coalesce(classification_code, ''));
create index price_protection_cut__sku on price_protection_cut (sku_code, proposal_id);
create index price_protection_cut__customer on price_protection_cut (customer_code) where customer_code is not null;

create table price_protection_line (
  proposal_id bigint not null references price_protection_proposal(id),
  customer_code text not null references customer(code),
  sku_code text not null references sku(code),
  old_price numeric(20,2) not null,
  new_price numeric(20,2) not null,
  units int not null,
  -- Units whose invoice was corrected for the price: they have the lower one already.
  corrected int not null,
  amount numeric(20,2) not null,
  constraint price_protection_line__pk primary key (proposal_id, customer_code, sku_code),
  constraint price_protection_line__units check (units > 0 and corrected >= 0),
  constraint price_protection_line__amount check (amount = (old_price - new_price) * greatest(units - corrected, 0))
);
create index price_protection_line__customer on price_protection_line (customer_code);
create index price_protection_line__sku on price_protection_line (sku_code);

-- What a device is paid for where a scheme type may pay it again: the price change of price protection, by its reference day.
alter table device_claim add column occasion text not null default '';
drop index device_claim__once;
create unique index device_claim__once on device_claim (device_id, scheme_type, occasion) where state in ('held', 'paid');
alter table device_snapshot add column occasion text not null default '';

-- Stock for which its customer paid more than a price: who bought at a special price, or at the new price already, lost nothing. A unit whose
-- price is not known counts; without a price all do.
create function device_stock_above(p_customers text[], p_skus text[], p_at timestamptz, p_days int, p_price numeric, p_currency text)
returns table (customer_code text, sku_code text, scope_id int, device_id bigint, seq int, received_at timestamptz)
language sql stable parallel safe as $$
  select s.customer_code, s.sku_code, s.scope_id, s.device_id, s.seq, s.received_at
  from public.device_stock(p_customers, p_skus, p_at, p_days) s
  where p_price is null or not exists (
    select from (
      select c.price, c.currency from public.device_custody c
      where c.device_id = s.device_id and c.seq <= s.seq and c.counted_as = 'sellIn' and c.counted_for = s.customer_code and c.price is not null
      order by c.seq desc limit 1
    ) paid where paid.currency = p_currency and paid.price <= p_price)
$$;
