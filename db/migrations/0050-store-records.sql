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
  location text,
  opening_hours text,
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
create index store__customer on store (customer_code);
create index store__country on store (country_code, code);

-- Photos of a store: evidence, once somebody else than who took them has passed them.
create table store_image (
  code text not null,
  store_code text not null references store,
  type text not null,
  image_key text not null references attachment,
  taken_at timestamptz not null,
  latitude numeric(9,6),
  longitude numeric(9,6),
  note text,
  uploader_id int not null references app_user,
  result text not null,
  reason text,
  auditor_id int references app_user,
  audited_at timestamptz,
  duplicate_of text,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint store_image__pk primary key (code),
  constraint store_image__id unique (id),
  constraint store_image__image unique (image_key),
  constraint store_image__type check (type in ('front', 'display', 'shelf')),
  constraint store_image__result check (result in ('pending', 'passed', 'rejected')),
  -- Four eyes, and a reason with every rejection (Q16).
  constraint store_image__audit check ((result = 'pending') = (auditor_id is null) and (auditor_id is null) = (audited_at is null) and auditor_id <> uploader_id),
  constraint store_image__reason check ((result = 'rejected') = (reason is not null)),
  constraint store_image__latitude check (latitude between -90 and 90),
  constraint store_image__longitude check (longitude between -180 and 180),
  constraint store_image__location check ((latitude is null) = (longitude is null))
);
create index store_image__scope on store_image (scope_id, code);
create index store_image__store on store_image (store_code, taken_at);
create index store_image__pending on store_image (scope_id, taken_at) where result = 'pending';
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
create index location__warehouse on location (warehouse_code, code);
create index warehouse__inventory_organisation on warehouse (inventory_organisation_code);
create index warehouse__customer on warehouse (customer_code);

-- Where finished goods go whose stock is moved for a price error, and nowhere else (B19).
insert into warehouse (code, name_zh, name_en, type, organisation_id, scope_id) values ('WH-HQ', '总部调账仓', 'Headquarters adjustments', 'own', 1, 1);
insert into location (code, name_zh, name_en, warehouse_code, sub_location, scope_id) values ('990001', '价差调拨库位', 'Price-error transfer', 'WH-HQ', '01', 1);

-- Who sells keeps stores, their photos and the warehouses of his organisations; finance reads them; the audit of a photo is a right of its own.
insert into role_right (role_code, right_code)
select role_code, 'store.' || r.record || '.' || v.verb from role_right
  cross join (values ('store'), ('storeImage'), ('warehouse'), ('location')) as r (record)
  join (values ('view'), ('edit'), ('export'), ('import')) as v (verb) on right_code = 'organisation.country.' || v.verb;
insert into role_right (role_code, right_code)
select role, 'store.' || record || '.' || verb
from unnest(array['channelManager', 'manager', 'rsm', 'tl']) role,
  unnest(array['store', 'storeImage', 'warehouse', 'location']) record, unnest(array['view', 'edit', 'export', 'import']) verb
on conflict do nothing;
insert into role_right (role_code, right_code)
select role, 'store.' || right_code from unnest(array['sales', 'store']) role, unnest(array['store.view', 'storeImage.view', 'storeImage.edit']) right_code
on conflict do nothing;
insert into role_right (role_code, right_code)
select role, 'store.storeImage.audit' from unnest(array['channelManager', 'manager', 'rsm', 'tl']) role;
