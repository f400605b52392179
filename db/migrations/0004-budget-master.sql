-- What a budget application may name. Disabled rows stay readable on old documents and are refused on new ones.

create table budget_department (
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  constraint budget_department__pk primary key (code)
);

-- A department may spend in several areas.
create table budget_department_area (
  area_id int not null references area,
  department_code text not null references budget_department,
  constraint budget_department_area__pk primary key (area_id, department_code)
);
create index budget_department_area__department on budget_department_area (department_code);

-- Expense type of the shared-service centre: main / middle / sub level; the pair is what a budget line carries.
create table business_type (
  fsc_id text not null,
  sub_busi_code text not null,
  main_name_zh text not null,
  main_name_en text not null,
  mid_name_zh text not null,
  mid_name_en text not null,
  sub_name_zh text not null,
  sub_name_en text not null,
  enabled boolean not null default true,
  constraint business_type__pk primary key (fsc_id, sub_busi_code)
);

-- The ledger's product segment (COA), two levels. A child is of its parent's class, so a budget cannot be both.
create table product_line (
  code text not null,
  parent_code text,
  product_class text not null,
  name_zh text not null,
  name_en text not null,
  position int not null,
  enabled boolean not null default true,
  constraint product_line__pk primary key (code),
  constraint product_line__code_class unique (code, product_class),
  constraint product_line__parent foreign key (parent_code, product_class) references product_line (code, product_class),
  constraint product_line__class check (product_class in ('phone', 'iot'))
);
create index product_line__parent on product_line (parent_code);

create table project_pool (
  id int not null,
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  constraint project_pool__pk primary key (id),
  constraint project_pool__code unique (code)
);

-- Some pools are shared by areas; the money in them is per area, year and currency.
create table project_pool_area (
  area_id int not null references area,
  pool_code text not null references project_pool (code),
  constraint project_pool_area__pk primary key (area_id, pool_code)
);
create index project_pool_area__pool on project_pool_area (pool_code);

-- A project belongs to a country; one that names a pool can be funded from that pool only.
create table project (
  code text not null,
  name_zh text not null,
  name_en text not null,
  country_code text not null references country,
  pool_code text references project_pool (code),
  enabled boolean not null default true,
  constraint project__pk primary key (code)
);
create index project__country on project (country_code, code);
create index project__pool on project (pool_code);

create table customer_channel (
  code text not null,
  name_zh text not null,
  name_en text not null,
  -- The spec's channelStatus: 1 in use, 0 not.
  status smallint not null,
  area_id int not null references area,
  constraint customer_channel__pk primary key (code),
  constraint customer_channel__status check (status in (0, 1))
);
create index customer_channel__area on customer_channel (area_id, code);

create table budget_business (
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  constraint budget_business__pk primary key (code)
);
