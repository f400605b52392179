-- Receivables adjustments (domain.md 2.11): what a customer owes goes down or up, or another one is to owe it.

create table scheme_receivables_adjustment (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_receivables_adjustment__state
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
  customer_code text,
  operating_unit_code text,
  currency text,
  adjust_reason text,
  scheme_no text,
  cost_bearing text,
  tax_document text,
  posting_date date,
  reason text,
  source text,
  total_amount numeric(20,2),
  closed_period text,
  constraint scheme_receivables_adjustment__pk primary key (id),
  constraint scheme_receivables_adjustment__no unique (no)
);
create index scheme_receivables_adjustment__scope on scheme_receivables_adjustment (scope_id, id);
create index scheme_receivables_adjustment__drafter on scheme_receivables_adjustment (drafter_id, state, scope_id);
create index scheme_receivables_adjustment__number on scheme_receivables_adjustment (scope_id, no collate "C");
create index scheme_receivables_adjustment__scheme on scheme_receivables_adjustment (scheme_no) where scheme_no is not null;
-- What was lost of an item already, so that no write-off is hidden in small steps.
create index scheme_receivables_adjustment__customer on scheme_receivables_adjustment (customer_code, operating_unit_code);

create table scheme_receivables_adjustment_line (
  document_id bigint not null references scheme_receivables_adjustment,
  round int not null,
  line_no int not null,
  item_no text not null,
  item_kind text,
  open_amount numeric(20,2),
  direction text not null constraint scheme_receivables_adjustment_line__direction check (direction in ('decrease', 'increase', 'move')),
  amount numeric(20,2) not null constraint scheme_receivables_adjustment_line__amount check (amount > 0),
  tax_amount numeric(20,2),
  to_customer_code text,
  funding_no int,
  budget_code text,
  remark text,
  constraint scheme_receivables_adjustment_line__receiver check ((direction = 'move') = (to_customer_code is not null)),
  constraint scheme_receivables_adjustment_line__pk primary key (document_id, round, line_no)
);

-- Whoever sees schemes sees them, and the AR accountant, who with the finance of the country and settlement raises them.
insert into role_right (role_code, right_code)
select r, 'scheme.receivablesAdjustment.view' from unnest(array['channelManager', 'manager', 'tl', 'rsm', 'rcsm', 'rsd', 'countryFinance',
  'regionalFinance', 'firstLevel', 'secondLevel', 'marketing', 'businessFinance', 'financeManager', 'settlementFinance', 'arAccountant',
  'hqBudget', 'hqFinance', 'hqOwner', 'auditor']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.receivablesAdjustment.approve' from unnest(array['arAccountant', 'countryFinance', 'regionalFinance', 'hqFinance', 'hqOwner']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.receivablesAdjustment.submit' from unnest(array['arAccountant', 'countryFinance', 'settlementFinance', 'channelManager']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.receivablesAdjustment.export' from unnest(array['channelManager', 'countryFinance', 'regionalFinance', 'businessFinance',
  'financeManager', 'settlementFinance', 'arAccountant', 'hqFinance', 'auditor']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.receivablesAdjustment.retry' from unnest(array['countryFinance', 'hqFinance', 'arAccountant']) r;

-- Who raises one is not asked himself: the next above is.
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('receivables_adjustment', 2, '应收调整', 'Receivables adjustment', 'new', '[
  {"key":"arAccountant","name":{"zh":"应收会计","en":"AR accountant"},"rule":{"zh":"应收会计核对未清项","en":"The AR accountant checks the open items"},"who":{"role":"arAccountant"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"not(list contains(drafterRoles, \"arAccountant\"))"},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务确认调整原因","en":"Country finance confirms the reason"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"not(list contains(drafterRoles, \"countryFinance\"))"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"大区财务总监批准应收变动","en":"The regional finance director approves it"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"坏账与已关账期间一律按 T4 审批","en":"Bad debt and closed periods are always of band T4"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"writeOff = true or closedPeriod = true"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"坏账与已关账期间一律按 T4 审批","en":"Bad debt and closed periods are always of band T4"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"writeOff = true or closedPeriod = true"}
]');
