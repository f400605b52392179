-- A record may hold a picture: it is an attachment of its own kind, and knows how it looks (docs/decisions/040).
alter table attachment
  add column picture_hash bigint,
  add column picture_bands int[] generated always as (
    case when picture_hash is not null then array[
      (picture_hash & 65535)::int,
      ((picture_hash >> 16) & 65535)::int + 65536,
      ((picture_hash >> 32) & 65535)::int + 131072,
      ((picture_hash >> 48) & 65535)::int + 196608
    ] end
  ) stored,
  drop constraint attachment__purpose,
  add constraint attachment__purpose check (purpose in ('document', 'opinion', 'record'));
create index attachment__looks on attachment using gin (picture_bands) where purpose = 'record';
create index attachment__content on attachment (source_sha256) where purpose = 'record';
create index attachment__kept_content on attachment (sha256) where purpose = 'record';

-- Stores and warehouses: where goods are sold and kept.
create table store (
  code text not null,
  name_zh text not null,
  name_en text not null,
  type text not null,
  customer_code text references customer,
  country_code text not null references country,
  city text not null,
  address text not null,
  latitude numeric(9,6),
  longitude numeric(9,6),
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint store__pk primary key (code),
  constraint store__id unique (id),
  constraint store__latitude check (latitude between -90 and 90),
  constraint store__longitude check (longitude between -180 and 180),
  constraint store__location check ((latitude is null) = (longitude is null))
);
create index store__scope on store (scope_id, code);
create table warehouse (
  code text not null,
  name_zh text not null,
  name_en text not null,
  type text not null,
  organisation_id int not null references organisation,
  inventory_organisation_code text references inventory_organisation,
  customer_code text references customer,
  erp_subinventory text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint warehouse__pk primary key (code),
  constraint warehouse__id unique (id),
  constraint warehouse__type check (type in ('own', 'bonded', 'customer', 'demo', 'scrap'))
);
create index warehouse__scope on warehouse (scope_id, code);
create table location (
  code text not null,
  name_zh text not null,
  name_en text not null,
  warehouse_code text not null references warehouse,
  sub_location text not null,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint location__pk primary key (code),
  constraint location__id unique (id)
);
create index location__scope on location (scope_id, code);
