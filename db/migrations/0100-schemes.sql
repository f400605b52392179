-- Schemes (domain.md sections 2.4 and 2.5): the application, the scheme that it becomes, and the monthly accrual.

create table scheme_application (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_application__state
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
  name text,
  scheme_type text,
  idc_code text,
  area_id int,
  product_class text,
  currency text,
  start_date date,
  end_date date,
  claim_deadline date,
  settlement_period text,
  settlement_no text,
  rebate_type text,
  withhold_rate numeric(7,2),
  direct_execution text,
  reference_date date,
  coverage_days int,
  expected_sales numeric(20,2),
  reason text,
  source text,
  total_amount numeric(20,2),
  expected_return numeric(20,2),
  retroactive text,
  constraint scheme_application__pk primary key (id),
  constraint scheme_application__no unique (no)
);
create index scheme_application__scope on scheme_application (scope_id, id);
create index scheme_application__drafter on scheme_application (drafter_id, state, scope_id);
create index scheme_application__number on scheme_application (scope_id, no collate "C");

create table scheme_application_line (
  document_id bigint not null references scheme_application,
  round int not null,
  line_no int not null,
  customer_code text not null,
  sku_code text,
  spu_code text,
  basis text not null,
  unit_amount numeric(20,2),
  rate_percent numeric(9,4),
  ladder_kind text,
  ladder text,
  planned_quantity int,
  line_currency text,
  amount numeric(20,2) not null constraint scheme_application_line__amount check (amount > 0),
  budget_code text not null,
  available_amount numeric(20,2),
  remark text,
  constraint scheme_application_line__pk primary key (document_id, round, line_no)
);

-- An approved application, as its adjustments have made it. Its state is driven by its documents; nobody edits it.
create table scheme (
  id bigint not null,
  no text not null,
  version int not null,
  state text not null constraint scheme__state
    check (state in ('effective', 'partialExecution', 'fullExecution', 'terminated', 'expired', 'closed')),
  scope_id int not null references organisation,
  area_id int not null references area,
  idc_code text not null,
  owner_id int not null references app_user,
  name text not null,
  scheme_type text not null,
  product_class text not null,
  currency text not null,
  start_date date not null,
  end_date date not null,
  claim_deadline date not null,
  settlement_period text not null,
  settlement_no text,
  rebate_type text not null,
  withhold_rate numeric(7,2) not null,
  direct_execution boolean not null,
  reference_date date,
  coverage_days int,
  approved_at timestamptz not null,
  -- The last day on which it may still be accrued and claimed: that of a termination, or its claim deadline.
  ends_on date not null,
  updated_at timestamptz not null,
  constraint scheme__pk primary key (id),
  constraint scheme__no unique (no),
  constraint scheme__days check (start_date <= end_date and end_date <= claim_deadline)
);
create index scheme__scope on scheme (scope_id, id);
-- What runs, for the month-end run and for what expires.
create index scheme__running on scheme (area_id, ends_on) where state in ('effective', 'partialExecution');

create table scheme_line (
  scheme_id bigint not null references scheme,
  line_no int not null,
  customer_code text not null,
  sku_code text,
  spu_code text,
  basis text not null,
  unit_amount numeric(20,2),
  rate_percent numeric(9,4),
  ladder_kind text,
  ladder text,
  planned_quantity int,
  remark text,
  constraint scheme_line__pk primary key (scheme_id, line_no)
);
create index scheme_line__customer on scheme_line (customer_code, scheme_id);

-- Which occupation of which budget pays for a line: the one that the application made, and those of adjustments and carry-overs. Amounts
-- stand with the budget (budget_occupation): committed, accrued, executed and released always add up to what was approved.
create table scheme_funding (
  scheme_id bigint not null references scheme,
  funding_no int not null,
  line_no int not null,
  document_id bigint not null,
  round int not null,
  occupation_line int not null,
  budget_code text not null,
  constraint scheme_funding__pk primary key (scheme_id, funding_no),
  constraint scheme_funding__occupation unique (document_id, round, occupation_line),
  constraint scheme_funding__line foreign key (scheme_id, line_no) references scheme_line
);

-- Each version as it was agreed to: an adjustment adds one and overwrites none.
create table scheme_version (
  scheme_id bigint not null references scheme,
  version int not null,
  document_id bigint not null,
  document_type text not null,
  content jsonb not null,
  at timestamptz not null,
  constraint scheme_version__pk primary key (scheme_id, version)
);
create trigger scheme_version__append_only before update or delete or truncate on scheme_version
  for each statement execute function refuse_change();

create table scheme_withhold (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_withhold__state
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
  scheme_no text,
  idc_code text,
  area_id int,
  currency text,
  kind text,
  year int,
  month int,
  posting_date date,
  owner_account text,
  reason text,
  source text,
  total_amount numeric(20,2),
  constraint scheme_withhold__pk primary key (id),
  constraint scheme_withhold__no unique (no)
);
create index scheme_withhold__scope on scheme_withhold (scope_id, id);
create index scheme_withhold__drafter on scheme_withhold (drafter_id, state, scope_id);
create index scheme_withhold__number on scheme_withhold (scope_id, no collate "C");
create index scheme_withhold__scheme on scheme_withhold (scheme_no, year, month);

create table scheme_withhold_line (
  document_id bigint not null references scheme_withhold,
  round int not null,
  line_no int not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  basis_volume numeric(20,2),
  amount numeric(20,2) not null constraint scheme_withhold_line__amount check (amount > 0),
  accrued_amount numeric(20,2),
  withholdable_amount numeric(20,2),
  remark text,
  constraint scheme_withhold_line__pk primary key (document_id, round, line_no)
);

-- One regular accrual of a part of a scheme in a month: two that are handed in at once do not both stand.
create table scheme_accrual (
  scheme_id bigint not null,
  funding_no int not null,
  year int not null,
  month int not null,
  document_id bigint not null references scheme_withhold,
  constraint scheme_accrual__pk primary key (scheme_id, funding_no, year, month),
  constraint scheme_accrual__funding foreign key (scheme_id, funding_no) references scheme_funding
);
create index scheme_accrual__document on scheme_accrual (document_id);

-- Who may do what: the channel manager and his line raise schemes and what follows from them, finance accrues and settles; whoever stands
-- in their routes decides on what he is asked.
insert into role_right (role_code, right_code)
select r, 'scheme.' || d || '.view' from unnest(array['channelManager', 'manager', 'tl', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance',
  'firstLevel', 'secondLevel', 'marketing', 'businessFinance', 'financeManager', 'settlementFinance', 'hqBudget', 'hqFinance', 'hqOwner', 'auditor']) r,
  unnest(array['application', 'withhold']) d;
insert into role_right (role_code, right_code)
select r, 'scheme.' || d || '.approve' from unnest(array['firstLevel', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance', 'marketing',
  'businessFinance', 'financeManager', 'settlementFinance', 'hqBudget', 'hqFinance', 'hqOwner']) r, unnest(array['application', 'withhold']) d;
insert into role_right (role_code, right_code)
select r, 'scheme.' || d || '.export' from unnest(array['channelManager', 'manager', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance',
  'businessFinance', 'financeManager', 'settlementFinance', 'hqBudget', 'hqFinance', 'auditor']) r, unnest(array['application', 'withhold']) d;
insert into role_right (role_code, right_code)
select r, 'scheme.application.submit' from unnest(array['channelManager', 'rsm', 'rcsm', 'marketing']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.withhold.submit' from unnest(array['businessFinance', 'countryFinance', 'financeManager']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.' || d || '.retry' from unnest(array['countryFinance', 'hqFinance', 'businessFinance']) r, unnest(array['application', 'withhold']) d;

-- Who raises a withhold is not asked himself: the next above is.
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_withhold', 2, '预提', 'Withhold', 'new', '[
  {"key":"businessFinance","name":{"zh":"业务财务","en":"Business finance"},"rule":{"zh":"业务财务核对计提依据与金额","en":"Business finance checks the basis and the amount"},"who":{"role":"businessFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"cc":[{"computed":"schemeOwner"}],"when":"not(list contains(drafterRoles, \"businessFinance\"))"},
  {"key":"financeManager","name":{"zh":"财务经理","en":"Finance manager"},"rule":{"zh":"财务经理对当期费用负责","en":"The finance manager answers for the cost of the period"},"who":{"role":"financeManager"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"not(list contains(drafterRoles, \"financeManager\"))"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"T3 及以上或由财务经理发起的预提需大区财务总监","en":"The regional finance director from band T3, or where the finance manager raised it"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"bandNo >= 3 or list contains(drafterRoles, \"financeManager\")"}
]');
