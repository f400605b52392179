-- Customers, their addresses and trade terms.

-- The site a budget is spent at: a part of an area, across or within countries.
create table budget_region (
  code text not null,
  name_zh text not null,
  name_en text not null,
  area_id int not null,
  enabled boolean not null default true,
  constraint budget_region__pk primary key (code),
  constraint budget_region_area_id_fkey foreign key (area_id) references area(id)
);
create index budget_region__area on budget_region (area_id, code);

create table customer_channel (
  code text not null,
  name_zh text not null,
  name_en text not null,
  -- The spec's channelStatus: 1 in use, 0 not.
  status smallint not null,
  area_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  scope_id int not null,
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint customer_channel__pk primary key (code),
  constraint customer_channel__id unique (id),
  constraint customer_channel__status check (status in (0, 1)),
  constraint customer_channel_area_id_fkey foreign key (area_id) references area(id)
);
create index customer_channel__area on customer_channel (area_id, code);
create index customer_channel__scope on customer_channel (scope_id, code);

-- A buyer. Its own place in the tree says who sells to it: a dealer hangs below its distributor.
create table customer (
  code text not null,
  name_zh text not null,
  name_en text not null,
  kind text not null,
  type text not null,
  subtype text,
  parent_code text,
  legal_entity_customer_code text,
  operating_unit_code text,
  organisation_id int not null,
  country_code text not null,
  budget_region_code text,
  channel_code text,
  classification_code text,
  owner_id int,
  oerp_code text,
  business_code text,
  tax_no text,
  -- As tax numbers are compared.
  tax_key text generated always as (upper(regexp_replace(tax_no, '[^A-Za-z0-9]', '', 'g'))) stored,
  name_key text generated always as (customer_name_key(name_en)) stored,
  bank_name text,
  bank_account text,
  bank_holder text,
  bank_swift text,
  search text generated always as (search_of(variadic array[code, name_zh, name_en, tax_no, oerp_code, business_code])) stored not null,
  -- Customers of a similar name that somebody looked at: codes, by commas.
  not_same_as text,
  state text not null default 'draft',
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint customer__pk primary key (code),
  constraint customer__id unique (id),
  constraint customer__kind check (kind in ('distributor', 'dealer')),
  constraint customer__parent check (parent_code <> code),
  constraint customer__state check (state in ('draft', 'approved', 'enabled', 'disabled')),
  constraint customer__classification foreign key (classification_code) references price_classification(code),
  constraint customer_budget_region_code_fkey foreign key (budget_region_code) references budget_region(code),
  constraint customer_channel_code_fkey foreign key (channel_code) references customer_channel(code),
  constraint customer_country_code_fkey foreign key (country_code) references country(code),
  constraint customer_legal_entity_customer_code_fkey foreign key (legal_entity_customer_code) references customer(code),
  constraint customer_operating_unit_code_fkey foreign key (operating_unit_code) references operating_unit(code),
  constraint customer_organisation_id_fkey foreign key (organisation_id) references organisation(id),
  constraint customer_owner_id_fkey foreign key (owner_id) references app_user(id),
  constraint customer_parent_code_fkey foreign key (parent_code) references customer(code)
);
-- The words of a million rows need more than a hundred samples to be estimated.
alter table customer alter column search set statistics 1000;
create index customer__channel on customer (channel_code, code) where channel_code is not null;
create index customer__classification on customer (classification_code) where classification_code is not null;
create index customer__country_kind on customer (country_code, kind, code) where state = 'enabled';
-- A picker of distributors begins with the first of them, however many dealers there are.
create index customer__kind on customer (kind, code);
create index customer__legal_entity on customer (legal_entity_customer_code);
create index customer__name on customer using gin (name_key gin_trgm_ops);
create index customer__parent on customer (parent_code, code);
create index customer__scope on customer (scope_id, code);
create index customer__search on customer using gin (search gin_trgm_ops);
-- One customer of a country answers for a tax number; its further records name it as their legal entity.
create unique index customer__tax_key on customer (country_code, tax_key) where legal_entity_customer_code is null;

-- Where goods for a customer go (Q12).
create table customer_address (
  code text not null,
  customer_code text not null,
  country_code text not null,
  province text not null,
  city text not null,
  postal_code text not null,
  detail text not null,
  contacts text not null,
  phone text not null,
  receive_info text not null,
  shipping_place text not null,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint customer_address__pk primary key (code),
  constraint customer_address__id unique (id),
  constraint customer_address_country_code_fkey foreign key (country_code) references country(code),
  constraint customer_address_customer_code_fkey foreign key (customer_code) references customer(code)
);
create index customer_address__customer on customer_address (customer_code, code);
create index customer_address__scope on customer_address (scope_id, code);

-- Incoterms rules with their place, that a customer may be configured for.
create table trade_term (
  code text not null,
  name_zh text not null,
  name_en text not null,
  incoterm text not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint trade_term__pk primary key (code),
  constraint trade_term__id unique (id),
  constraint trade_term__incoterm check (incoterm in ('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'))
);

-- The trade terms that a customer may be sold on (Q9).
create table customer_trade_term (
  code text not null,
  customer_code text not null,
  trade_term_code text not null,
  remark text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint customer_trade_term__pk primary key (code),
  constraint customer_trade_term__id unique (id),
  constraint customer_trade_term__key unique (customer_code, trade_term_code),
  constraint customer_trade_term_customer_code_fkey foreign key (customer_code) references customer(code),
  constraint customer_trade_term_trade_term_code_fkey foreign key (trade_term_code) references trade_term(code)
);
create index customer_trade_term__scope on customer_trade_term (scope_id, code);

-- The seller as papers show it: name, address, bank and tax number of a legal entity, one version after the other.
create table seller_information (
  code text not null,
  name_zh text not null,
  name_en text not null,
  legal_entity_code text not null,
  valid_from date not null,
  address text not null,
  tax_no text,
  bank_name text not null,
  bank_account text not null,
  bank_holder text not null,
  bank_swift text not null,
  logo text,
  state text not null default 'draft',
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint seller_information__pk primary key (code),
  constraint seller_information__id unique (id),
  constraint seller_information__version unique (legal_entity_code, valid_from),
  constraint seller_information__state check (state in ('draft', 'approved', 'enabled', 'disabled')),
  constraint seller_information_legal_entity_code_fkey foreign key (legal_entity_code) references legal_entity(code)
);
create index seller_information__latest on seller_information (valid_from desc, code);
create index seller_information__scope on seller_information (scope_id, code);
create index seller_information__scope_latest on seller_information (scope_id, valid_from desc, code);

-- The customers of a channel: those of its own area.
create view channel_customer as
select h.code as channel_code, c.code, c.state from customer_channel h
join customer c on c.channel_code = h.code join country y on y.code = c.country_code and y.area_id = h.area_id;
