-- Periods and the end of a year (domain.md sections 2.10 and 3).

-- How far the books of an area's month are closed; a month without a row is open.
create table budget_period (
  id bigint not null default nextval('document_id'),
  scope_id int not null references organisation,
  area_id int not null references area,
  year int not null,
  month int not null constraint budget_period__month check (month between 1 and 12),
  state text not null constraint budget_period__state check (state in ('open', 'closing', 'closed')),
  version int not null default 1,
  audit_hash bytea,
  updated_at timestamptz not null,
  updated_by int not null references app_user,
  constraint budget_period__pk primary key (area_id, year, month),
  constraint budget_period__id unique (id)
);
create index budget_period__scope on budget_period (scope_id);
