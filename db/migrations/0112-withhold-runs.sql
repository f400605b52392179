-- The month-end withhold run (domain.md 2.5): its drafts are found by the scheme and month that they are for, and finance of an area is
-- told once a month. A withhold is routed by the type of its scheme.

alter table scheme_withhold add column scheme_type text;

-- Of a draft nothing but its JSON is there.
create index scheme_withhold__month_end on scheme_withhold ((draft ->> 'schemeNo'))
  where state = 'draft' and draft ->> 'source' = 'monthEnd';

create table scheme_withhold_notice (
  id bigint generated always as identity,
  scope_id int not null references organisation,
  area_id int not null references area,
  year int not null,
  month int not null,
  told_at timestamptz not null,
  constraint scheme_withhold_notice__pk primary key (id),
  constraint scheme_withhold_notice__month unique (area_id, year, month),
  constraint scheme_withhold_notice__of_year check (month between 1 and 12)
);
create index scheme_withhold_notice__scope on scheme_withhold_notice (scope_id, id);
