-- Products, SKU and what they are made of.

-- Phone, accessory or IoT, and what they are divided into.
create table product_category (
  code text not null,
  name_zh text not null,
  name_en text not null,
  parent_code text,
  class text not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint product_category__pk primary key (code),
  constraint product_category__code_class unique (code, class),
  constraint product_category__id unique (id),
  constraint product_category__class check (class in ('phone', 'accessory', 'iot')),
  constraint product_category__not_own_parent check (parent_code <> code),
  constraint product_category__parent foreign key (parent_code, class) references product_category(code, class) on update cascade
);
create index product_category__parent on product_category (parent_code);

-- The ledger's product segment (COA), two levels. A child is of its parent's class, so a budget cannot be both.
create table product_line (
  code text not null,
  parent_code text,
  product_class text not null,
  name_zh text not null,
  name_en text not null,
  position int not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint product_line__pk primary key (code),
  constraint product_line__code_class unique (code, product_class),
  constraint product_line__id unique (id),
  constraint product_line__class check (product_class in ('phone', 'iot')),
  constraint product_line__not_own_parent check (parent_code <> code),
  -- What a line is for is what everything below it is for.
  constraint product_line__parent foreign key (parent_code, product_class) references product_line(code, product_class) on update cascade
);
create index product_line__parent on product_line (parent_code);

-- A product as people speak of it; its SKU differ in colour and memory.
create table spu (
  code text not null,
  name_zh text not null,
  name_en text not null,
  category_code text not null,
  product_line_code text not null,
  launch_day date,
  enabled boolean not null default true,
  search text generated always as (search_of(variadic array[code, name_zh, name_en])) stored not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint spu__pk primary key (code),
  constraint spu__id unique (id),
  constraint spu_category_code_fkey foreign key (category_code) references product_category(code),
  constraint spu_product_line_code_fkey foreign key (product_line_code) references product_line(code)
);
-- The words of a million rows need more than a hundred samples to be estimated.
alter table spu alter column search set statistics 1000;
create index spu__category on spu (category_code, code);
create index spu__product_line on spu (product_line_code);
create index spu__search on spu using gin (search gin_trgm_ops);

-- What is ordered and counted.
create table sku (
  code text not null,
  name_zh text not null,
  name_en text not null,
  spu_code text not null,
  ean_code text,
  colour text,
  memory text,
  -- Whether it is in the sell-in catalogue (SI).
  sell_in text not null,
  life_cycle text not null,
  end_of_life_day date,
  enabled boolean not null default true,
  search text generated always as (search_of(variadic array[code, name_zh, name_en, ean_code])) stored not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint sku__pk primary key (code),
  constraint sku__ean unique (ean_code),
  constraint sku__id unique (id),
  constraint sku__ean_digits check (ean_code ~ '^\d{13}$'),
  constraint sku__end_of_life check ((life_cycle = 'endOfLife') = (end_of_life_day is not null)),
  constraint sku__life_cycle check (life_cycle in ('active', 'endOfLife')),
  constraint sku__sell_in check (sell_in in ('yes', 'no')),
  constraint sku_spu_code_fkey foreign key (spu_code) references spu(code)
);
-- The words of a million rows need more than a hundred samples to be estimated.
alter table sku alter column search set statistics 1000;
-- SKU to choose from are read in the order of their codes until there are enough: those whose life has ended stood between them.
create index sku__offered on sku (code) include (spu_code, end_of_life_day) where enabled;
create index sku__search on sku using gin (search gin_trgm_ops);
create index sku__spu on sku (spu_code, code);

-- A kit under one number: of parts that are put together in a country (SKD), or of things that are sold together. Q20: a line
-- names a SKU or such a number.
create table bom (
  code text not null,
  name_zh text not null,
  name_en text not null,
  kind text not null,
  sku_code text not null,
  plant text,
  hs_code text,
  origin_country_code text,
  customs_name text,
  enabled boolean not null default true,
  search text generated always as (search_of(variadic array[code, name_zh, name_en])) stored not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint bom__pk primary key (code),
  constraint bom__id unique (id),
  constraint bom__customs check ((kind = 'kit') or ((plant is not null) and (hs_code is not null) and (origin_country_code is not null))),
  constraint bom__kind check (kind in ('skd', 'kit')),
  constraint bom_origin_country_code_fkey foreign key (origin_country_code) references country(code),
  constraint bom_sku_code_fkey foreign key (sku_code) references sku(code)
);
-- The words of a million rows need more than a hundred samples to be estimated.
alter table bom alter column search set statistics 1000;
create index bom__origin_country on bom (origin_country_code);
create index bom__search on bom using gin (search gin_trgm_ops);
create index bom__sku on bom (sku_code);

-- What the factory knows a SKU or a part by.
create table material (
  code text not null,
  name_zh text not null,
  name_en text not null,
  kind text not null,
  sku_code text,
  enabled boolean not null default true,
  search text generated always as (search_of(variadic array[code, name_zh, name_en])) stored not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint material__pk primary key (code),
  constraint material__id unique (id),
  constraint material__kind check (kind in ('finished', 'component', 'packaging')),
  constraint material_sku_code_fkey foreign key (sku_code) references sku(code)
);
-- The words of a million rows need more than a hundred samples to be estimated.
alter table material alter column search set statistics 1000;
create index material__search on material using gin (search gin_trgm_ops);
create index material__sku on material (sku_code, code);

-- What is in a kit, and how often.
create table bom_line (
  code text not null,
  bom_code text not null,
  position text not null,
  material_code text,
  sku_code text,
  quantity int not null,
  remark text,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint bom_line__pk primary key (code),
  constraint bom_line__id unique (id),
  constraint bom_line__one_thing check (num_nonnulls(material_code, sku_code) = 1),
  constraint bom_line__quantity check (quantity > 0),
  constraint bom_line_bom_code_fkey foreign key (bom_code) references bom(code),
  constraint bom_line_material_code_fkey foreign key (material_code) references material(code),
  constraint bom_line_sku_code_fkey foreign key (sku_code) references sku(code)
);
create index bom_line__bom on bom_line (bom_code, "position");
create index bom_line__material on bom_line (material_code);
create index bom_line__sku on bom_line (sku_code);

-- What products cost by the list of an area: the mirror of the price list, until prices are an area of their own.
create table list_price (
  id bigint not null default nextval('document_id'::regclass),
  scope_id int not null,
  area_id int not null,
  sku_code text not null,
  currency text not null,
  price numeric(20,2) not null,
  -- Landed; null where nobody has said it.
  unit_cost numeric(20,2),
  -- In percent: below it headquarters decide.
  floor_margin numeric(5,2) not null default 0,
  valid_from date not null,
  constraint list_price__pk primary key (id),
  constraint list_price__key unique (sku_code, area_id, currency, valid_from),
  constraint list_price__price check (price > (0)::numeric)
);
create index list_price__area on list_price (area_id);
create index list_price__scope on list_price (scope_id, id);

-- Customers of an area that share a price list.
create table price_classification (
  code text not null,
  name_zh text not null,
  name_en text not null,
  area_id int not null,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint price_classification__pk primary key (code),
  constraint price_classification__id unique (id),
  constraint price_classification_area_id_fkey foreign key (area_id) references area(id)
);
create index price_classification__area on price_classification (area_id, code);
create index price_classification__scope on price_classification (scope_id, code);

-- How a SKU is sold: in an area, to a channel or to one customer of it. The most specific counts.
create table sku_sales_setting (
  code text not null,
  sku_code text not null,
  area_id int not null,
  channel_code text,
  customer_code text,
  sellable text not null,
  minimum_quantity int,
  carton_multiple int,
  launch_day date,
  stop_day date,
  quota int,
  remark text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint sku_sales_setting__pk primary key (code),
  constraint sku_sales_setting__id unique (id),
  constraint sku_sales_setting__key unique nulls not distinct (sku_code, area_id, channel_code, customer_code),
  constraint sku_sales_setting__days check (stop_day > launch_day),
  constraint sku_sales_setting__one_level check (num_nonnulls(channel_code, customer_code) < 2),
  constraint sku_sales_setting__sellable check (sellable in ('yes', 'no')),
  constraint sku_sales_setting_area_id_fkey foreign key (area_id) references area(id),
  constraint sku_sales_setting_sku_code_fkey foreign key (sku_code) references sku(code)
);
create index sku_sales_setting__channel on sku_sales_setting (channel_code);
create index sku_sales_setting__customer on sku_sales_setting (customer_code);
create index sku_sales_setting__scope on sku_sales_setting (scope_id, code);

-- A SKU as one of the two source systems of products has it. It is mapped on the code: a row of each system and the SKU of the
-- same code are one, and no code stands twice in a system (B10).
create table source_sku (
  code text not null,
  name_zh text not null,
  name_en text not null,
  sku_source_type text not null,
  source_code text not null,
  sku_code text,
  mapping text not null,
  enabled boolean not null default true,
  search text generated always as (search_of(variadic array[code, name_zh, name_en])) stored not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint source_sku__pk primary key (code),
  constraint source_sku__id unique (id),
  constraint source_sku__key unique (sku_source_type, source_code),
  constraint source_sku__mapping check (mapping =
case
    when (sku_code is null) then 'unmapped'
    else 'mapped'
end),
  constraint source_sku__same_code check (sku_code = source_code),
  constraint source_sku__type check (sku_source_type in ('1', '2')),
  constraint source_sku_sku_code_fkey foreign key (sku_code) references sku(code)
);
-- The words of a million rows need more than a hundred samples to be estimated.
alter table source_sku alter column search set statistics 1000;
create index source_sku__search on source_sku using gin (search gin_trgm_ops);
create index source_sku__sku on source_sku (sku_code, sku_source_type);
