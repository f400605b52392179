-- Organisations as records, what the books know of them, and how the world is cut for sales.
alter table organisation
  add column enabled boolean not null default true,
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int;

-- A company of the group: it owns, invoices and pays taxes.
create table legal_entity (
  code text not null,
  name_zh text not null,
  name_en text not null,
  country_code text not null references country,
  currency text not null references currency,
  tax_no text,
  fiscal_year_start smallint not null default 1,
  erp_code text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint legal_entity__pk primary key (code),
  constraint legal_entity__id unique (id),
  constraint legal_entity__fiscal_year_start check (fiscal_year_start between 1 and 12)
);
create index legal_entity__scope on legal_entity (scope_id, code);
-- The part of a legal entity that orders and receivables are booked in (OU).
create table operating_unit (
  code text not null,
  name_zh text not null,
  name_en text not null,
  legal_entity_code text not null references legal_entity,
  set_of_books text not null,
  erp_code text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint operating_unit__pk primary key (code),
  constraint operating_unit__id unique (id)
);
create index operating_unit__scope on operating_unit (scope_id, code);
-- Where the stock of an operating unit is counted.
create table inventory_organisation (
  code text not null,
  name_zh text not null,
  name_en text not null,
  operating_unit_code text not null references operating_unit,
  erp_code text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint inventory_organisation__pk primary key (code),
  constraint inventory_organisation__id unique (id)
);
create index inventory_organisation__scope on inventory_organisation (scope_id, code);
-- A theatre of sales: areas and countries led as one.
create table war_zone (
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint war_zone__pk primary key (code),
  constraint war_zone__id unique (id)
);
