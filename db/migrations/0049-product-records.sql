-- Products: what is sold (SPU), what is ordered (SKU), what the factory knows it by (material), in two source systems.
alter table product_line
  add column id bigint not null default nextval('document_id'),
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  add constraint product_line__id unique (id);

-- Phone, accessory or IoT, and what they are divided into.
create table product_category (
  code text not null,
  name_zh text not null,
  name_en text not null,
  parent_code text references product_category,
  class text not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint product_category__pk primary key (code),
  constraint product_category__id unique (id),
  constraint product_category__class check (class in ('phone', 'accessory', 'iot')),
  constraint product_category__parent check (parent_code <> code)
);
-- A product as people speak of it; its SKU differ in colour and memory.
create table spu (
  code text not null,
  name_zh text not null,
  name_en text not null,
  category_code text not null references product_category,
  product_line_code text not null references product_line,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint spu__pk primary key (code),
  constraint spu__id unique (id)
);
-- What is ordered and counted.
create table sku (
  code text not null,
  name_zh text not null,
  name_en text not null,
  spu_code text not null references spu,
  ean_code text,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint sku__pk primary key (code),
  constraint sku__id unique (id),
  constraint sku__ean unique (ean_code)
);
create index sku__spu on sku (spu_code, code);
-- What the factory knows a SKU by.
create table material (
  code text not null,
  name_zh text not null,
  name_en text not null,
  sku_code text references sku,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint material__pk primary key (code),
  constraint material__id unique (id)
);
-- Customers of an area that share a price list.
create table price_classification (
  code text not null,
  name_zh text not null,
  name_en text not null,
  area_id int not null references area,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint price_classification__pk primary key (code),
  constraint price_classification__id unique (id)
);
create index price_classification__scope on price_classification (scope_id, code);
