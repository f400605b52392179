-- Organisations as records, what the books know of them, and how the world is cut for sales.
alter table organisation
  -- An organisation is the scope of rows, and of its own.
  add column scope_id int not null generated always as (id) stored,
  add column top_id int,
  add column enabled boolean not null default true,
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  drop constraint organisation__type,
  add constraint organisation__type check (type in ('headquarters', 'region', 'country', 'branch'));
create index organisation__scope on organisation (scope_id);

-- The one right below the headquarters that it hangs from: itself, where it hangs there.
create function organisation_top() returns trigger language plpgsql as $$
begin
  with recursive line as (
    select id, null::int as top from organisation where parent_id is null
    union all select o.id, coalesce(line.top, o.id) from organisation o join line on o.parent_id = line.id
  )
  update organisation o set top_id = line.top from line where line.id = o.id and o.top_id is distinct from line.top;
  return null;
end $$;
create trigger organisation__top_made after insert on organisation for each statement execute function organisation_top();
create trigger organisation__top_moved after update of parent_id on organisation for each statement execute function organisation_top();
with recursive line as (
  select id, null::int as top from organisation where parent_id is null
  union all select o.id, coalesce(line.top, o.id) from organisation o join line on o.parent_id = line.id
)
update organisation o set top_id = line.top from line where line.id = o.id;

-- What an organisation hung below, by the day that it counts from; the column of the organisation is what counts today.
create table organisation_parent (
  record_id int not null references organisation on delete cascade,
  valid_from date not null,
  value int references organisation,
  begins_at timestamptz not null,
  -- Null while its day has not come.
  applied_at timestamptz,
  -- Why it did not come into force.
  refused jsonb,
  said_by int references app_user,
  constraint organisation_parent__pk primary key (record_id, valid_from)
);
create index organisation_parent__value on organisation_parent (value);
create index organisation_parent__due on organisation_parent (begins_at) where applied_at is null and refused is null;
insert into organisation_parent (record_id, valid_from, value, begins_at, applied_at)
select id, '2000-01-01', parent_id, '2000-01-01', now() from organisation;

-- Who may be named: whoever has left stays where he is named.
alter table app_user add column enabled boolean not null generated always as (status = 'active') stored;

-- Data centres: each serves an area of every back-end system.
create table idc (
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
  constraint idc__pk primary key (code),
  constraint idc__id unique (id)
);
insert into idc (code, name_zh, name_en)
select idc_code, min(name_zh) || '数据中心', min(name_en) || ' data centre' from area group by idc_code;

alter table area
  add column enabled boolean not null default true,
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  add constraint area_idc_code_fkey foreign key (idc_code) references idc;
-- The first areas have numbers that other systems know.
create sequence area_id as int start with 1000 owned by area.id;

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
create table war_zone_area (
  war_zone_code text not null references war_zone on delete cascade,
  area_id int not null references area,
  constraint war_zone_area__pk primary key (war_zone_code, area_id)
);
create index war_zone_area__area on war_zone_area (area_id);
create table war_zone_country (
  war_zone_code text not null references war_zone on delete cascade,
  country_code text not null references country,
  constraint war_zone_country__pk primary key (war_zone_code, country_code)
);
create index war_zone_country__country on war_zone_country (country_code);
alter table organisation add column war_zone_code text references war_zone;
create index organisation__war_zone on organisation (war_zone_code);
create index operating_unit__legal_entity on operating_unit (legal_entity_code, code);
create index inventory_organisation__operating_unit on inventory_organisation (operating_unit_code, code);

-- Whoever sees countries sees these; administrators keep them, and head-office finance what the books know.
insert into role_right (role_code, right_code)
select role_code, 'organisation.' || r.record || '.' || v.verb from role_right
  cross join (values ('organisation'), ('legalEntity'), ('operatingUnit'), ('inventoryOrganisation'), ('area'), ('idc'), ('warZone')) as r (record)
  join (values ('view'), ('edit'), ('export'), ('import')) as v (verb) on right_code = 'organisation.country.' || v.verb;
insert into role_right (role_code, right_code)
select 'hqFinance', 'organisation.' || r.record || '.' || v.verb
from (values ('legalEntity'), ('operatingUnit'), ('inventoryOrganisation')) as r (record), (values ('edit'), ('import')) as v (verb);
