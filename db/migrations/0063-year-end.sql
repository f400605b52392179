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

insert into role_right (role_code, right_code)
select role_code, 'budget.period.view' from role_right where right_code = 'budget.country.view'
union all select code, 'budget.period.move' from role where code in ('countryFinance', 'regionalFinance', 'hqFinance')
union all select code, 'budget.period.reopen' from role where code in ('hqBudget', 'hqFinance');

-- What becomes of what is left at the end of a year (domain.md section 2.10, the budget's side).
create table budget_year_end (
  id bigint not null,
  no text not null,
  state text not null constraint budget_year_end__state
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
  kind text,
  idc_code text,
  area_id int,
  year int,
  to_year int,
  project_pool_code text,
  currency text,
  undo_of text,
  reason text,
  total_amount numeric(20,2),
  carried_amount numeric(20,2),
  lapsed_amount numeric(20,2),
  constraint budget_year_end__pk primary key (id),
  constraint budget_year_end__no unique (no)
);
create index budget_year_end__scope on budget_year_end (scope_id, id);
create index budget_year_end__drafter on budget_year_end (drafter_id, state, scope_id);
create index budget_year_end__number on budget_year_end (scope_id, no collate "C");
create index budget_year_end__year on budget_year_end (area_id, year);

create table budget_year_end_line (
  document_id bigint not null references budget_year_end,
  round int not null,
  line_no int not null,
  -- A budget, or a pool by its code.
  budget_code text not null,
  option text,
  amount numeric(20,2) constraint budget_year_end_line__amount check (amount > 0),
  level text,
  month int,
  country_code text,
  project_code text,
  remark text,
  constraint budget_year_end_line__pk primary key (document_id, round, line_no)
);

-- Each budget and year once: what a run took to its end is not taken again until the run was undone.
create table budget_year_end_claim (
  account_id bigint not null references budget_account,
  document_id bigint not null,
  constraint budget_year_end_claim__pk primary key (account_id)
);
create index budget_year_end_claim__document on budget_year_end_claim (document_id);

insert into role_right (role_code, right_code)
select role_code, 'budget.yearEnd.view' from role_right where right_code = 'budget.country.view'
union all select role_code, 'budget.yearEnd.export' from role_right where right_code = 'budget.country.export'
union all select code, 'budget.yearEnd.submit' from role where code in ('countryFinance', 'regionalFinance', 'hqBudget', 'hqFinance')
union all select code, 'budget.yearEnd.approve' from role where code in ('countryFinance', 'rsd', 'regionalFinance', 'hqBudget', 'hqFinance');

-- Written by src/areas/routing/server/template-sql.ts.
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('budget_year_end', 1, '预算年结', 'Budget year end', 'new', '[
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务核对剩余预算与在途占用","en":"Country finance checks what is left and what is still reserved"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rsd","name":{"zh":"区域销售总监","en":"RSD"},"rule":{"zh":"区域销售总监确认下一年度仍需要的预算","en":"The RSD confirms what the next year still needs"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"总部预算负责人决定结转与失效","en":"The HQ budget owner decides what is carried over and what lapses"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"关账期间的变动由总部财务终审","en":"What changes books in closing ends at HQ finance"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72}
]');
