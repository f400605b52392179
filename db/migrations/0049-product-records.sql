-- Products: what is sold (SPU), what is ordered (SKU), what the factory knows it by (material), in two source systems.
alter table product_line
  add column id bigint not null default nextval('document_id'),
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  add constraint product_line__id unique (id),
  -- What a line is for is what everything below it is for.
  drop constraint product_line__parent,
  add constraint product_line__parent foreign key (parent_code, product_class)
    references product_line (code, product_class) on update cascade,
  add constraint product_line__not_own_parent check (parent_code <> code);

-- Phone, accessory or IoT, and what they are divided into.
create table product_category (
  code text not null,
  name_zh text not null,
  name_en text not null,
  parent_code text,
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
  constraint product_category__code_class unique (code, class),
  constraint product_category__parent foreign key (parent_code, class) references product_category (code, class) on update cascade,
  constraint product_category__class check (class in ('phone', 'accessory', 'iot')),
  constraint product_category__not_own_parent check (parent_code <> code)
);
create index product_category__parent on product_category (parent_code);
-- The spec's two top codes, and what its second back-end system sells.
insert into product_category (code, name_zh, name_en, class) values
  ('mobile', '手机', 'Phones', 'phone'), ('accessories', '配件', 'Accessories', 'accessory'), ('iot', 'IoT', 'IoT devices', 'iot');
-- A product as people speak of it; its SKU differ in colour and memory.
create table spu (
  code text not null,
  name_zh text not null,
  name_en text not null,
  category_code text not null references product_category,
  product_line_code text not null references product_line,
  launch_day date,
  enabled boolean not null default true,
  search text not null generated always as (search_of(code, name_zh, name_en)) stored,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint spu__pk primary key (code),
  constraint spu__id unique (id)
);
create index spu__search on spu using gin (search gin_trgm_ops);
alter table spu alter column search set statistics 1000;
create index spu__category on spu (category_code, code);
create index spu__product_line on spu (product_line_code);
-- What is ordered and counted.
create table sku (
  code text not null,
  name_zh text not null,
  name_en text not null,
  spu_code text not null references spu,
  ean_code text,
  colour text,
  memory text,
  -- Whether it is in the sell-in catalogue (SI).
  sell_in text not null,
  life_cycle text not null,
  end_of_life_day date,
  enabled boolean not null default true,
  search text not null generated always as (search_of(code, name_zh, name_en, ean_code)) stored,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint sku__pk primary key (code),
  constraint sku__id unique (id),
  constraint sku__ean unique (ean_code),
  constraint sku__ean_digits check (ean_code ~ '^\d{13}$'),
  constraint sku__sell_in check (sell_in in ('yes', 'no')),
  constraint sku__life_cycle check (life_cycle in ('active', 'endOfLife')),
  constraint sku__end_of_life check ((life_cycle = 'endOfLife') = (end_of_life_day is not null))
);
create index sku__search on sku using gin (search gin_trgm_ops);
alter table sku alter column search set statistics 1000;
create index sku__spu on sku (spu_code, code);
-- A SKU as one of the two source systems of products has it. It is mapped on the code: a row of each system and the SKU of the
-- same code are one, and no code stands twice in a system (B10).
create table source_sku (
  code text not null,
  name_zh text not null,
  name_en text not null,
  sku_source_type text not null,
  source_code text not null,
  sku_code text references sku,
  mapping text not null,
  enabled boolean not null default true,
  search text not null generated always as (search_of(code, name_zh, name_en)) stored,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint source_sku__pk primary key (code),
  constraint source_sku__id unique (id),
  constraint source_sku__key unique (sku_source_type, source_code),
  constraint source_sku__type check (sku_source_type in ('1', '2')),
  constraint source_sku__same_code check (sku_code = source_code),
  constraint source_sku__mapping check (mapping = case when sku_code is null then 'unmapped' else 'mapped' end)
);
create index source_sku__search on source_sku using gin (search gin_trgm_ops);
alter table source_sku alter column search set statistics 1000;
create index source_sku__sku on source_sku (sku_code, sku_source_type);
-- What the factory knows a SKU or a part by.
create table material (
  code text not null,
  name_zh text not null,
  name_en text not null,
  kind text not null,
  sku_code text references sku,
  enabled boolean not null default true,
  search text not null generated always as (search_of(code, name_zh, name_en)) stored,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint material__pk primary key (code),
  constraint material__id unique (id),
  constraint material__kind check (kind in ('finished', 'component', 'packaging'))
);
create index material__search on material using gin (search gin_trgm_ops);
alter table material alter column search set statistics 1000;
create index material__sku on material (sku_code, code);
-- A kit under one number: of parts that are put together in a country (SKD), or of things that are sold together. Q20: a line
-- names a SKU or such a number.
create table bom (
  code text not null,
  name_zh text not null,
  name_en text not null,
  kind text not null,
  sku_code text not null references sku,
  plant text,
  hs_code text,
  origin_country_code text references country,
  customs_name text,
  enabled boolean not null default true,
  search text not null generated always as (search_of(code, name_zh, name_en)) stored,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint bom__pk primary key (code),
  constraint bom__id unique (id),
  constraint bom__kind check (kind in ('skd', 'kit')),
  constraint bom__customs check (kind = 'kit' or (plant is not null and hs_code is not null and origin_country_code is not null))
);
create index bom__search on bom using gin (search gin_trgm_ops);
alter table bom alter column search set statistics 1000;
create index bom__sku on bom (sku_code);
create index bom__origin_country on bom (origin_country_code);
-- What is in a kit, and how often.
create table bom_line (
  code text not null,
  bom_code text not null references bom,
  position text not null,
  material_code text references material,
  sku_code text references sku,
  quantity int not null,
  remark text,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint bom_line__pk primary key (code),
  constraint bom_line__id unique (id),
  constraint bom_line__quantity check (quantity > 0),
  constraint bom_line__one_thing check (num_nonnulls(material_code, sku_code) = 1)
);
create index bom_line__bom on bom_line (bom_code, position);
create index bom_line__material on bom_line (material_code);
create index bom_line__sku on bom_line (sku_code);
-- How a SKU is sold: in an area, to a channel or to one customer of it. The most specific counts.
create table sku_sales_setting (
  code text not null,
  sku_code text not null references sku,
  area_id int not null references area,
  channel_code text references customer_channel,
  customer_code text references customer,
  sellable text not null,
  minimum_quantity int,
  carton_multiple int,
  launch_day date,
  stop_day date,
  quota int,
  remark text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint sku_sales_setting__pk primary key (code),
  constraint sku_sales_setting__id unique (id),
  constraint sku_sales_setting__key unique nulls not distinct (sku_code, area_id, channel_code, customer_code),
  constraint sku_sales_setting__sellable check (sellable in ('yes', 'no')),
  constraint sku_sales_setting__one_level check (num_nonnulls(channel_code, customer_code) < 2),
  constraint sku_sales_setting__days check (stop_day > launch_day)
);
create index sku_sales_setting__scope on sku_sales_setting (scope_id, code);
create index sku_sales_setting__channel on sku_sales_setting (channel_code);
create index sku_sales_setting__customer on sku_sales_setting (customer_code);
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
create index price_classification__area on price_classification (area_id, code);
alter table customer add constraint customer__classification foreign key (classification_code) references price_classification;
create index customer__classification on customer (classification_code) where classification_code is not null;

-- Whoever sees budgets sees the products that documents name; pricing at headquarters keeps them, and with the channel managers
-- and finance of an area how they are sold there.
insert into role_right (role_code, right_code)
select role.code, 'product.' || r.record || '.view' from role
  cross join (values ('productCategory'), ('productLine'), ('spu'), ('sku'), ('sourceSku'), ('material'), ('bom'), ('bomLine'), ('salesSetting'), ('priceClassification')) as r (record)
where role.code in (select role_code from role_right where right_code = 'budget.country.view') or role.code = 'sales';
insert into role_right (role_code, right_code)
select h.role_code, 'product.' || r.record || '.export' from role_right h
  cross join (values ('productCategory'), ('productLine'), ('spu'), ('sku'), ('sourceSku'), ('material'), ('bom'), ('bomLine'), ('salesSetting'), ('priceClassification')) as r (record)
where h.right_code = 'budget.project.export';
insert into role_right (role_code, right_code)
select 'hqPricing', 'product.' || r.record || '.' || v.verb
from (values ('productCategory'), ('productLine'), ('spu'), ('sku'), ('sourceSku'), ('material'), ('bom'), ('bomLine'), ('salesSetting'), ('priceClassification')) as r (record),
  (values ('edit'), ('import')) as v (verb);
insert into role_right (role_code, right_code)
select role.code, 'product.' || r.record || '.' || v.verb from role,
  (values ('salesSetting'), ('priceClassification')) as r (record), (values ('edit'), ('import')) as v (verb)
where role.code in ('channelManager', 'countryFinance');
