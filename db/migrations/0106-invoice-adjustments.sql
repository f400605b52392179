-- Invoice adjustments (domain.md 2.14): notes to posted invoices, which themselves never change.

create table scheme_adjust_invoice (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_adjust_invoice__state
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
  legal_entity_code text,
  operating_unit_code text,
  currency text,
  adjust_type text,
  category text,
  tax_regime text,
  scheme_no text,
  cost_bearing text,
  posting_date date,
  reason text,
  source text,
  total_amount numeric(20,2),
  net_effect numeric(20,2),
  closed_period text,
  constraint scheme_adjust_invoice__pk primary key (id),
  constraint scheme_adjust_invoice__no unique (no)
);
create index scheme_adjust_invoice__scope on scheme_adjust_invoice (scope_id, id);
create index scheme_adjust_invoice__drafter on scheme_adjust_invoice (drafter_id, state, scope_id);
create index scheme_adjust_invoice__number on scheme_adjust_invoice (scope_id, no collate "C");
create index scheme_adjust_invoice__scheme on scheme_adjust_invoice (scheme_no) where scheme_no is not null;
create index scheme_adjust_invoice__customer on scheme_adjust_invoice (customer_code, operating_unit_code);

create table scheme_adjust_invoice_line (
  document_id bigint not null references scheme_adjust_invoice,
  round int not null,
  line_no int not null,
  invoice_line text not null,
  invoice_no text,
  invoice_line_no int,
  sku_code text,
  before_price numeric(20,2),
  before_quantity int,
  after_price numeric(20,2) not null constraint scheme_adjust_invoice_line__price check (after_price > 0),
  after_quantity int not null constraint scheme_adjust_invoice_line__quantity check (after_quantity >= 0),
  tax_amount numeric(20,2),
  net_effect numeric(20,2),
  location_code text,
  sub_location text,
  funding_no int,
  budget_code text,
  remark text,
  constraint scheme_adjust_invoice_line__pk primary key (document_id, round, line_no)
);

-- Whoever sees schemes sees them, and billing and tax; billing raises them, with the finance of the country.
insert into role_right (role_code, right_code)
select r, 'scheme.adjustInvoice.view' from unnest(array['channelManager', 'manager', 'tl', 'rsm', 'rcsm', 'rsd', 'countryFinance',
  'regionalFinance', 'firstLevel', 'secondLevel', 'marketing', 'businessFinance', 'financeManager', 'settlementFinance', 'arAccountant', 'billing',
  'tax', 'hqBudget', 'hqFinance', 'hqOwner', 'auditor']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.adjustInvoice.approve' from unnest(array['billing', 'countryFinance', 'tax', 'rcsm', 'rsd', 'regionalFinance', 'hqOwner', 'hqFinance']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.adjustInvoice.submit' from unnest(array['billing', 'countryFinance', 'settlementFinance']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.adjustInvoice.export' from unnest(array['channelManager', 'countryFinance', 'regionalFinance', 'businessFinance', 'financeManager',
  'settlementFinance', 'arAccountant', 'billing', 'tax', 'hqFinance', 'auditor']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.adjustInvoice.retry' from unnest(array['countryFinance', 'hqFinance', 'billing']) r;

-- Who raises one is not asked himself: the next above is.
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('invoice_adjustment', 2, '调整发票', 'Invoice adjustment', 'new', '[
  {"key":"billing","name":{"zh":"开票专员","en":"Billing"},"rule":{"zh":"开票专员核对原发票","en":"Billing checks the original invoice"},"who":{"role":"billing"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"not(list contains(drafterRoles, \"billing\"))"},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务确认差额","en":"Country finance confirms the difference"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"not(list contains(drafterRoles, \"countryFinance\"))"},
  {"key":"tax","name":{"zh":"税务","en":"Tax"},"rule":{"zh":"税务确认税期与红字规则","en":"Tax confirms the tax period and the credit-note rules"},"who":{"role":"tax"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rcsm","name":{"zh":"区域渠道销售经理 RCSM","en":"RCSM"},"rule":{"zh":"授权表：T2 及以上需区域渠道销售经理","en":"Delegation of authority: RCSM from band T2"},"who":{"role":"rcsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rcsm\")"},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"授权表：T2 及以上需区域销售总监","en":"Delegation of authority: RSD from band T2"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsd\")"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"授权表：T3 及以上需大区财务总监","en":"Delegation of authority: regional finance director from band T3"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"regionalFinance\")"},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部业务负责人","en":"Delegation of authority: HQ business owner in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqOwner\")"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部财务","en":"Delegation of authority: HQ finance in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqFinance\")"}
]');
