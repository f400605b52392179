-- Annual carry-overs (domain.md 2.10): what schemes still hold goes over the end of a year, or a run is taken back.

create table scheme_annual_carryover (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_annual_carryover__state
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
  idc_code text,
  area_id int,
  kind text,
  from_year int,
  to_year int,
  cut_off_date date,
  currency text,
  run_no text,
  reason text,
  source text,
  total_amount numeric(20,2),
  constraint scheme_annual_carryover__pk primary key (id),
  constraint scheme_annual_carryover__no unique (no)
);
create index scheme_annual_carryover__scope on scheme_annual_carryover (scope_id, id);
create index scheme_annual_carryover__drafter on scheme_annual_carryover (drafter_id, state, scope_id);
create index scheme_annual_carryover__number on scheme_annual_carryover (scope_id, no collate "C");
-- Which of them keep schemes from other documents.
create index scheme_annual_carryover__running on scheme_annual_carryover (id) where state = 'underApproval';

create table scheme_annual_carryover_line (
  document_id bigint not null references scheme_annual_carryover,
  round int not null,
  line_no int not null,
  part text not null,
  scheme_no text,
  funding_no int,
  customer_code text,
  budget_code text,
  new_budget_code text,
  committed_amount numeric(20,2),
  accrued_amount numeric(20,2),
  option text not null constraint scheme_annual_carryover_line__option check (option in ('C1', 'C2', 'C3', 'A', 'C3A')),
  amount numeric(20,2) constraint scheme_annual_carryover_line__amount check (amount > 0),
  remark text,
  constraint scheme_annual_carryover_line__pk primary key (document_id, round, line_no)
);
create index scheme_annual_carryover_line__scheme on scheme_annual_carryover_line (scheme_no);

-- Whoever sees withholds sees what becomes of them at the end of a year. Finance of the country and of headquarters raises carry-overs.
insert into role_right (role_code, right_code)
select role_code, replace(right_code, '.withhold.', '.annualCarryover.') from role_right
where right_code in ('scheme.withhold.view', 'scheme.withhold.export', 'scheme.withhold.retry');
insert into role_right (role_code, right_code)
select r, 'scheme.annualCarryover.approve' from unnest(array['countryFinance', 'rsd', 'hqBudget', 'hqFinance']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.annualCarryover.submit' from unnest(array['countryFinance', 'hqFinance']) r;

-- Who raises one is not asked himself: the others are.
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_annual_carryover', 2, '年度结转', 'Annual carry-over', 'new', '[
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务确认未结承诺与预提","en":"Country finance confirms what is open"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"not(list contains(drafterRoles, \"countryFinance\"))"},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"区域销售总监确认下年继续执行","en":"The RSD confirms what goes on next year"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"结转占用下年预算","en":"What is carried over takes budget of the next year"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"总部财务负责年度关账","en":"HQ finance answers for the close of the year"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"not(list contains(drafterRoles, \"hqFinance\"))"}
]');
