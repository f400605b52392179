-- Lines of business, countries and currencies as records (decision 033). They belong to all: nobody's rows are in them.
alter table budget_business
  add column id bigint not null default nextval('document_id'),
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  add constraint budget_business__id unique (id);
insert into role_right (role_code, right_code)
select role_code, replace(right_code, 'department', 'business') from role_right where right_code like 'budget.department.%';

alter table currency
  add column enabled boolean not null default true,
  add column id bigint not null default nextval('document_id'),
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  add constraint currency__id unique (id);
alter table country
  add column id bigint not null default nextval('document_id'),
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  add constraint country__id unique (id);

-- Units of a currency for one of the base, from a day on. Only added to: the one in force is that of the latest day.
create table currency_rate (
  id bigint not null default nextval('document_id'),
  code text not null,
  currency_code text not null references currency,
  base_code text not null references currency,
  kind text not null,
  valid_from date not null,
  units numeric(20,6) not null,
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint currency_rate__pk primary key (code),
  constraint currency_rate__id unique (id),
  constraint currency_rate__key unique (currency_code, base_code, kind, valid_from),
  constraint currency_rate__kind check (kind in ('budget', 'booking', 'monthAverage')),
  constraint currency_rate__units check (units > 0),
  constraint currency_rate__base check (currency_code <> base_code)
);
create index currency_rate__base_code on currency_rate (base_code);

-- The rates of a year are the budget rates: those of its first version from its first day, later ones from the day that they
-- were published. A version that replaces another of the same day shows in its place; all versions stay in year_rate.
create function budget_rate_of_year() returns trigger language plpgsql as $$
begin
  insert into currency_rate (code, currency_code, base_code, kind, valid_from, units, updated_by, created_at, updated_at)
  select r.currency || '/' || v.base || '/budget/' || to_char(d.day, 'YYYY-MM-DD'), r.currency, v.base, 'budget', d.day, r.units,
    v.published_by, v.created_at, v.created_at
  from added r join year_rate_version v using (year, version)
    cross join lateral (select case when v.version = 1 then make_date(v.year, 1, 1)
      else greatest(make_date(v.year, 1, 1), (v.created_at at time zone 'UTC')::date) end as day) d
  where r.currency <> v.base
  on conflict (code) do update set units = excluded.units, version = currency_rate.version + 1,
    updated_at = excluded.updated_at, updated_by = excluded.updated_by;
  return null;
end $$;
create trigger year_rate__budget_rate after insert on year_rate referencing new table as added
  for each statement execute function budget_rate_of_year();

insert into currency_rate (code, currency_code, base_code, kind, valid_from, units, updated_by, created_at, updated_at)
select distinct on (r.currency, v.base, d.day)
  r.currency || '/' || v.base || '/budget/' || to_char(d.day, 'YYYY-MM-DD'), r.currency, v.base, 'budget', d.day, r.units,
  v.published_by, v.created_at, v.created_at
from year_rate r join year_rate_version v using (year, version)
  cross join lateral (select case when v.version = 1 then make_date(v.year, 1, 1)
    else greatest(make_date(v.year, 1, 1), (v.created_at at time zone 'UTC')::date) end as day) d
where r.currency <> v.base
order by r.currency, v.base, d.day, v.version desc;

-- Whoever sees budgets sees the countries and currencies that they name; administrators keep both, head-office finance the rates.
insert into role_right (role_code, right_code)
select role_code, r.code from role_right
  cross join (values ('organisation.country.view'), ('organisation.currency.view'), ('organisation.rate.view')) as r (code)
where right_code = 'budget.country.view';
insert into role_right (role_code, right_code)
select role_code, r.code from role_right
  cross join (values ('organisation.country.export'), ('organisation.currency.export'), ('organisation.rate.export')) as r (code)
where right_code = 'budget.project.export';
insert into role_right (role_code, right_code)
select 'itAdmin', 'organisation.' || r.record || '.' || v.verb
from (values ('country'), ('currency')) as r (record), (values ('view'), ('edit'), ('export'), ('import')) as v (verb);
insert into role_right (role_code, right_code) values
  ('hqFinance', 'organisation.rate.edit'), ('hqFinance', 'organisation.rate.import');
