-- Execution of schemes (domain.md 2.7): claims per customer and period, what was calculated for them, and payments asked of finance.

create table scheme_execute (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_execute__state
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
  customer_code text,
  claim_period text,
  payout_type text,
  posting_date date,
  final_claim text,
  invoice_no text,
  invoice_date date,
  invoice_amount numeric(20,2),
  tax_mode text,
  rebate_expires_on date,
  audit_result text,
  reason text,
  source text,
  operating_unit_code text,
  payee_account text,
  claim_date date,
  closed_period text,
  total_amount numeric(20,2),
  constraint scheme_execute__pk primary key (id),
  constraint scheme_execute__no unique (no)
);
create index scheme_execute__scope on scheme_execute (scope_id, id);
create index scheme_execute__drafter on scheme_execute (drafter_id, state, scope_id);
create index scheme_execute__number on scheme_execute (scope_id, no collate "C");
create index scheme_execute__scheme on scheme_execute (scheme_no, customer_code);

create table scheme_execute_line (
  document_id bigint not null references scheme_execute,
  round int not null,
  line_no int not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  store_code text,
  sku_code text,
  quantity int,
  imeis text,
  sales_documents text,
  claimed_amount numeric(20,2),
  amount numeric(20,2) not null constraint scheme_execute_line__amount check (amount > 0),
  gst_amount numeric(20,2),
  tds_amount numeric(20,2),
  basis_units int,
  basis_amount numeric(20,2),
  settled_before numeric(20,2),
  calculated_amount numeric(20,2),
  remark text,
  constraint scheme_execute_line__pk primary key (document_id, round, line_no)
);

-- A line of a scheme is claimed once for a customer and period: two that are handed in at once do not both stand.
create table scheme_claim (
  scheme_id bigint not null,
  line_no int not null,
  customer_code text not null,
  period text not null,
  document_id bigint not null references scheme_execute,
  constraint scheme_claim__pk primary key (scheme_id, line_no, customer_code, period),
  constraint scheme_claim__line foreign key (scheme_id, line_no) references scheme_line
);
create index scheme_claim__document on scheme_claim (document_id);

-- What was settled for a customer and period, with all that it was calculated from, as it was agreed to: nothing recounts it.
create table scheme_settlement (
  document_id bigint not null references scheme_execute,
  line_no int not null,
  round int not null,
  scope_id int not null references organisation,
  scheme_id bigint not null,
  scheme_line int not null,
  funding_no int not null,
  customer_code text not null,
  period text not null,
  first_day date not null,
  last_day date not null,
  basis text not null,
  unit_amount numeric(20,2),
  rate_percent numeric(9,4),
  ladder_kind text,
  ladder text,
  units int,
  volume_amount numeric(20,2),
  settled_before numeric(20,2),
  calculated_amount numeric(20,2),
  amount numeric(20,2) not null constraint scheme_settlement__amount check (amount > 0),
  currency text not null,
  settled_at timestamptz not null,
  constraint scheme_settlement__pk primary key (document_id, line_no),
  constraint scheme_settlement__funding foreign key (scheme_id, funding_no) references scheme_funding
);
create index scheme_settlement__scope on scheme_settlement (scope_id, document_id);
create index scheme_settlement__claim on scheme_settlement (scheme_id, scheme_line, customer_code);
create trigger scheme_settlement__append_only before update or delete or truncate on scheme_settlement
  for each statement execute function refuse_change();

-- A payment that a document asks finance for: to the account that the customer's record had when it was handed in.
create table scheme_payment (
  document_id bigint not null references scheme_execute,
  round int not null,
  scope_id int not null references organisation,
  customer_code text not null,
  operating_unit_code text not null,
  bank_name text not null,
  bank_account text not null,
  bank_holder text not null,
  bank_swift text,
  amount numeric(20,2) not null constraint scheme_payment__amount check (amount > 0),
  currency text not null,
  asked_at timestamptz not null,
  constraint scheme_payment__pk primary key (document_id, round)
);
create index scheme_payment__scope on scheme_payment (scope_id, document_id);
create trigger scheme_payment__append_only before update or delete or truncate on scheme_payment
  for each statement execute function refuse_change();

insert into role_right (role_code, right_code)
select r, 'scheme.execute.view' from unnest(array['channelManager', 'manager', 'tl', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance',
  'firstLevel', 'secondLevel', 'marketing', 'businessFinance', 'financeManager', 'settlementFinance', 'hqBudget', 'hqFinance', 'hqOwner', 'auditor']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.execute.approve' from unnest(array['firstLevel', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance',
  'businessFinance', 'financeManager', 'settlementFinance', 'hqBudget', 'hqFinance', 'hqOwner']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.execute.export' from unnest(array['channelManager', 'manager', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance',
  'businessFinance', 'financeManager', 'settlementFinance', 'hqBudget', 'hqFinance', 'auditor']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.execute.submit' from unnest(array['channelManager', 'settlementFinance']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.execute.retry' from unnest(array['countryFinance', 'hqFinance', 'businessFinance', 'settlementFinance']) r;

-- Settlement finance that raises a claim is not asked himself: the regional finance director is.
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_execute', 2, '执行', 'Execute', 'new', '[
  {"key":"firstLevel","name":{"zh":"一级审批（TL 或经理）","en":"TL or Manager"},"rule":{"zh":"授权表：各额度档均由 TL 或经理先审","en":"Delegation of authority: a TL or Manager decides first in every band"},"who":{"role":"firstLevel"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"firstLevel\")"},
  {"key":"rsm","name":{"zh":"区域销售经理 RSM","en":"RSM"},"rule":{"zh":"授权表：T1 及以上需区域销售经理","en":"Delegation of authority: RSM from band T1"},"who":{"role":"rsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsm\")"},
  {"key":"businessFinance","name":{"zh":"业务财务","en":"Business finance"},"rule":{"zh":"业务财务复核计算结果","en":"Business finance checks the calculation"},"who":{"role":"businessFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"settlementFinance","name":{"zh":"结算财务","en":"Settlement finance"},"rule":{"zh":"结算财务核对凭证与收款信息","en":"Settlement finance checks the evidence and whom it goes to"},"who":{"role":"settlementFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"not(list contains(drafterRoles, \"settlementFinance\"))"},
  {"key":"rcsm","name":{"zh":"区域渠道销售经理 RCSM","en":"RCSM"},"rule":{"zh":"授权表：T2 及以上需区域渠道销售经理","en":"Delegation of authority: RCSM from band T2"},"who":{"role":"rcsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rcsm\")"},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"授权表：T2 及以上需区域销售总监","en":"Delegation of authority: RSD from band T2"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsd\")"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"T3 及以上或由结算财务发起的执行需大区财务总监","en":"The regional finance director from band T3, or where settlement finance raised it"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"regionalFinance\") or list contains(drafterRoles, \"settlementFinance\")"},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部业务负责人","en":"Delegation of authority: HQ business owner in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqOwner\")"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部财务","en":"Delegation of authority: HQ finance in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqFinance\")"}
]');
