-- Stores, warehouses and locations.

create table warehouse (
  code text not null,
  name_zh text not null,
  name_en text not null,
  type text not null,
  organisation_id int not null,
  inventory_organisation_code text,
  customer_code text,
  erp_subinventory text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint warehouse__pk primary key (code),
  constraint warehouse__id unique (id),
  constraint warehouse__type check (type in ('own', 'bonded', 'customer', 'demo', 'scrap')),
  constraint warehouse_customer_code_fkey foreign key (customer_code) references customer(code),
  constraint warehouse_inventory_organisation_code_fkey foreign key (inventory_organisation_code) references inventory_organisation(code),
  constraint warehouse_organisation_id_fkey foreign key (organisation_id) references organisation(id)
);
create index warehouse__customer on warehouse (customer_code);
create index warehouse__inventory_organisation on warehouse (inventory_organisation_code);
create index warehouse__scope on warehouse (scope_id, code);

create table location (
  code text not null,
  name_zh text not null,
  name_en text not null,
  warehouse_code text not null,
  sub_location text not null,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint location__pk primary key (code),
  constraint location__id unique (id),
  constraint location_warehouse_code_fkey foreign key (warehouse_code) references warehouse(code)
);
create index location__scope on location (scope_id, code);
create index location__warehouse on location (warehouse_code, code);

-- Stores and warehouses: where goods are sold and kept.
create table store (
  code text not null,
  name_zh text not null,
  name_en text not null,
  type text not null,
  customer_code text,
  country_code text not null,
  city text not null,
  address text not null,
  location text,
  opening_hours text,
  latitude numeric(9,6),
  longitude numeric(9,6),
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint store__pk primary key (code),
  constraint store__id unique (id),
  constraint store__latitude check ((latitude >= ('-90'::int)::numeric) and (latitude <= (90)::numeric)),
  constraint store__location check ((latitude is null) = (longitude is null)),
  constraint store__longitude check ((longitude >= ('-180'::int)::numeric) and (longitude <= (180)::numeric)),
  constraint store_country_code_fkey foreign key (country_code) references country(code),
  constraint store_customer_code_fkey foreign key (customer_code) references customer(code)
);
create index store__country on store (country_code, code);
create index store__customer on store (customer_code);
create index store__scope on store (scope_id, code);

-- Photos of a store: evidence, once somebody else than who took them has passed them.
create table store_image (
  code text not null,
  store_code text not null,
  type text not null,
  image_key text not null,
  taken_at timestamptz not null,
  latitude numeric(9,6),
  longitude numeric(9,6),
  note text,
  uploader_id int not null,
  result text not null,
  reason text,
  auditor_id int,
  audited_at timestamptz,
  duplicate_of text,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint store_image__pk primary key (code),
  constraint store_image__id unique (id),
  constraint store_image__image unique (image_key),
  -- Four eyes, and a reason with every rejection (Q16).
  constraint store_image__audit check (((result = 'pending') = (auditor_id is null)) and ((auditor_id is null) = (audited_at is null)) and (auditor_id <> uploader_id)),
  constraint store_image__latitude check ((latitude >= ('-90'::int)::numeric) and (latitude <= (90)::numeric)),
  constraint store_image__location check ((latitude is null) = (longitude is null)),
  constraint store_image__longitude check ((longitude >= ('-180'::int)::numeric) and (longitude <= (180)::numeric)),
  constraint store_image__reason check ((result = 'rejected') = (reason is not null)),
  constraint store_image__result check (result in ('pending', 'passed', 'rejected')),
  constraint store_image__type check (type in ('front', 'display', 'shelf')),
  constraint store_image_auditor_id_fkey foreign key (auditor_id) references app_user(id),
  constraint store_image_image_key_fkey foreign key (image_key) references attachment(key),
  constraint store_image_store_code_fkey foreign key (store_code) references store(code),
  constraint store_image_uploader_id_fkey foreign key (uploader_id) references app_user(id)
);
create index store_image__latest on store_image (taken_at desc, code);
create index store_image__pending on store_image (scope_id, taken_at) where result = 'pending';
create index store_image__scope on store_image (scope_id, code);
create index store_image__scope_latest on store_image (scope_id, taken_at desc, code);
create index store_image__store on store_image (store_code, taken_at);

-- Which stores are a customer's changes what its people see.
create function bump_access_of_stores() returns trigger language plpgsql as $$
declare
  matters boolean;
begin
  if tg_op = 'INSERT' then
    matters := exists (select from new_rows n join user_customer c on c.customer_code = n.customer_code);
  elsif tg_op = 'DELETE' then
    matters := exists (select from old_rows o join user_customer c on c.customer_code = o.customer_code);
  else
    matters := exists (select from old_rows o join new_rows n on n.id = o.id
      join user_customer c on c.customer_code = o.customer_code or c.customer_code = n.customer_code
      where o.code <> n.code or o.customer_code is distinct from n.customer_code);
  end if;
  if matters then
    update access_epoch set epoch = epoch + 1;
  end if;
  return null;
end $$;

create trigger store__epoch_gone after delete on store referencing old table as old_rows for each statement execute function bump_access_of_stores();
create trigger store__epoch_made after insert on store referencing new table as new_rows for each statement execute function bump_access_of_stores();
create trigger store__epoch_moved after update on store referencing old table as old_rows new table as new_rows for each statement execute function bump_access_of_stores();
