-- Budget transfers (domain.md section 2.3).

create table budget_transfer (
  id bigint not null,
  no text not null,
  state text not null constraint budget_transfer__state
    check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  version int not null,
  round int not null,
  scope_id int not null references organisation,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  level text,
  idc_code text,
  area_id int,
  to_idc_code text,
  to_area_id int,
  year int,
  month int,
  budget_dept_code text,
  project_pool_code text,
  product_class text,
  currency text,
  reason text,
  source text,
  total_amount numeric(20,2),
  constraint budget_transfer__pk primary key (id),
  constraint budget_transfer__no unique (no)
);
create index budget_transfer__scope on budget_transfer (scope_id, id);
create index budget_transfer__drafter on budget_transfer (drafter_id, state, scope_id);
create index budget_transfer__number on budget_transfer (scope_id, no collate "C");

create table budget_transfer_line (
  document_id bigint not null references budget_transfer,
  round int not null,
  line_no int not null,
  from_budget_code text not null,
  available_amount numeric(20,2),
  amount numeric(20,2) not null constraint budget_transfer_line__amount check (amount > 0),
  country_code text not null,
  project_code text not null,
  fsc_id text not null,
  sub_busi_code text not null,
  product_line_code text not null,
  budget_code text,
  remark text,
  constraint budget_transfer_line__pk primary key (document_id, round, line_no)
);

-- Whoever works with the budgets of countries works with what moves between them.
insert into role_right (role_code, right_code)
select role_code, replace(right_code, 'budget.country.', 'budget.transfer.') from role_right where right_code like 'budget.country.%';
