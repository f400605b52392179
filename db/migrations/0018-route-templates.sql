-- Route templates as they are administered: versions that never change, drafts beside them, the table of the delegation
-- of authority with the rates of each year (docs/decisions/023).

-- The newest version of a code is the one that new approvals start with: what was published is never touched again, not
-- even by a mark that says whether it still counts.
drop index approval_template__active;
alter table approval_template
  drop column active,
  -- `close` is only for approvals of the new process (spec section 4).
  add process text not null default 'new',
  add note text,
  add drafted_by integer references app_user (id),
  add published_by integer references app_user (id),
  add constraint approval_template__process check (process in ('old', 'new')),
  add constraint approval_template__two_people check (drafted_by <> published_by);
create trigger approval_template__append_only before update or delete or truncate on approval_template
  for each statement execute function refuse_change();

-- The delegation of authority (domain.md section 2): which levels decide up to which amount. One row is one whole table.
create table approval_band (
  version integer not null,
  -- Amounts are compared in this currency, at the rate of the document's year.
  currency text not null references currency (code),
  -- In order: code, upTo (null: no limit), levels (codes of roles), raisedWhen (a FEEL condition, or none).
  bands jsonb not null,
  note text,
  drafted_by integer references app_user (id),
  published_by integer references app_user (id),
  created_at timestamptz not null default now(),
  constraint approval_band__pk primary key (version),
  constraint approval_band__two_people check (drafted_by <> published_by)
);
create trigger approval_band__append_only before update or delete or truncate on approval_band
  for each statement execute function refuse_change();

-- How many units of a currency one unit of the base currency is, for a whole year: the budget rate.
create table year_rate_version (
  year integer not null,
  version integer not null,
  base text not null references currency (code),
  note text,
  drafted_by integer references app_user (id),
  published_by integer references app_user (id),
  created_at timestamptz not null default now(),
  constraint year_rate_version__pk primary key (year, version),
  constraint year_rate_version__year check (year between 2000 and 2100),
  constraint year_rate_version__two_people check (drafted_by <> published_by)
);
create table year_rate (
  year integer not null,
  version integer not null,
  currency text not null references currency (code),
  units numeric(20, 6) not null,
  constraint year_rate__pk primary key (year, version, currency),
  constraint year_rate__version foreign key (year, version) references year_rate_version (year, version),
  constraint year_rate__units check (units > 0)
);
create trigger year_rate_version__append_only before update or delete or truncate on year_rate_version
  for each statement execute function refuse_change();
create trigger year_rate__append_only before update or delete or truncate on year_rate
  for each statement execute function refuse_change();

-- What a chain of audit entries hangs on: a template by its code, the bands, the rates of a year. Held while one publishes.
create table approval_setting (
  kind text not null,
  key text not null,
  id bigint not null default nextval('document_id'),
  audit_hash bytea,
  constraint approval_setting__pk primary key (kind, key),
  constraint approval_setting__id unique (id),
  constraint approval_setting__kind check (kind in ('template', 'bands', 'rates'))
);

-- What is being worked on, at most one draft of each thing: a template by its code, the bands, the rates of a year.
create table approval_draft (
  kind text not null,
  key text not null,
  -- The published version it was begun from; publishing refuses where another was published meanwhile.
  base_version integer not null,
  content jsonb not null,
  note text not null default '',
  version integer not null default 1,
  created_by integer not null references app_user (id),
  created_at timestamptz not null,
  -- Who touched it last: the one person who may not publish it.
  edited_by integer not null references app_user (id),
  edited_at timestamptz not null,
  constraint approval_draft__pk primary key (kind, key),
  constraint approval_draft__kind check (kind in ('template', 'bands', 'rates')),
  constraint approval_draft__size check (octet_length(content::text) <= 131072)
);

insert into role_right (role_code, right_code)
select code, r from role, unnest(array['approval.template.edit', 'approval.template.publish']) r where code = 'itAdmin';

-- Who stands for a level or a job that the routes name and that was no role yet.
insert into role (code, name_zh, name_en) values
  ('firstLevel', '一级审批人', 'First-level Approver'),
  ('secondLevel', '二级审批人', 'Second-level Approver'),
  ('marketing', '市场评审', 'Marketing Review'),
  ('businessFinance', '业务财务', 'Business Finance'),
  ('financeManager', '财务经理', 'Finance Manager'),
  ('settlementFinance', '结算财务', 'Settlement Finance'),
  ('arAccountant', '应收会计', 'AR Accountant'),
  ('billing', '开票专员', 'Billing'),
  ('tax', '税务', 'Tax'),
  ('legal', '法务', 'Legal'),
  ('treasury', '资金管理', 'Treasury'),
  ('hqOwner', '总部业务负责人', 'HQ Business Owner'),
  ('imeiAdmin', '串码管理员', 'IMEI Administrator');
insert into role_right (role_code, right_code)
select r, 'approval.task.view' from unnest(array['firstLevel', 'secondLevel', 'marketing', 'businessFinance', 'financeManager', 'settlementFinance',
  'arAccountant', 'billing', 'tax', 'legal', 'treasury', 'hqOwner', 'imeiAdmin']) r;

insert into approval_band (version, currency, bands) values (1, 'USD', '[
  {"code": "T1", "upTo": "10000.00", "levels": ["firstLevel", "rsm", "countryFinance"]},
  {"code": "T2", "upTo": "50000.00", "levels": ["firstLevel", "rsm", "countryFinance", "rcsm", "rsd"]},
  {"code": "T3", "upTo": "200000.00", "levels": ["firstLevel", "rsm", "countryFinance", "rcsm", "rsd", "regionalFinance"]},
  {"code": "T4", "upTo": null, "levels": ["firstLevel", "rsm", "countryFinance", "rcsm", "rsd", "regionalFinance", "hqOwner", "hqFinance"],
   "raisedWhen": "belowFloor = true or closedPeriod = true or writeOff = true or retro = true"}
]');

-- The templates as they are delivered, written by src/areas/routing/server/template-sql.ts.
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('template_gs_price_adj', 1, '价格评审', 'Price review', 'new', '[
  {"key":"manager","name":{"zh":"国家经理","en":"Country manager"},"rule":{"zh":"国家经理对本国价格负责","en":"The manager answers for the prices of the country"},"who":{"role":"manager"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"secondLevel","name":{"zh":"RSM / RCSM","en":"RSM / RCSM"},"rule":{"zh":"区域销售经理或区域渠道销售经理之一审批","en":"Either the RSM or the RCSM decides"},"who":{"role":"secondLevel"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务核对毛利","en":"Country finance checks the margin"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"区域销售总监对大区价格负责","en":"The RSD answers for the prices of the region"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"追溯生效按 T4 审批","en":"A start in the past is of band T4"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"retro = true"},
  {"key":"hqPricing","name":{"zh":"总部定价","en":"HQ pricing"},"rule":{"zh":"毛利低于底线、降价超过 10% 或追溯生效","en":"Margin below the floor, a cut of more than 10 %, or a start in the past"},"who":{"role":"hqPricing"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"belowFloor = true or priceCutPercent > 10 or retro = true"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"追溯生效按 T4 审批","en":"A start in the past is of band T4"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"retro = true"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('budget_country', 2, '国家预算申请', 'Country budget application', 'new', '[
  {"key":"manager","name":{"zh":"国家经理","en":"Country manager"},"rule":{"zh":"国家经理对本国预算负责","en":"The manager answers for the budget of the country"},"who":{"role":"manager"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720},
  {"key":"regionalFinance","name":{"zh":"区域财务","en":"Regional finance"},"rule":{"zh":"区域财务核对预算池与用途","en":"Regional finance checks the pool and the purpose"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720},
  {"key":"rsd","name":{"zh":"区域销售总监","en":"RSD"},"rule":{"zh":"区域销售总监平衡各国预算","en":"The RSD weighs the budgets of the countries"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720},
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"下达必须由总部终审","en":"A grant always ends at HQ"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720,"when":"applyType = \"grant\""}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('budget_transfer', 1, '预算调拨', 'Budget transfer', 'new', '[
  {"key":"giverManager","name":{"zh":"调出方经理","en":"Giver''s manager"},"rule":{"zh":"调出方经理同意让出预算","en":"The giver''s manager agrees to give the budget away"},"who":{"role":"manager","of":"giver"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"group":"managers"},
  {"key":"receiverManager","name":{"zh":"调入方经理","en":"Receiver''s manager"},"rule":{"zh":"调入方经理同意承接预算","en":"The receiver''s manager agrees to take it on"},"who":{"role":"manager","of":"receiver"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"group":"managers"},
  {"key":"regionalFinance","name":{"zh":"区域财务","en":"Regional finance"},"rule":{"zh":"区域财务核对两端可用额","en":"Regional finance checks what is available on both sides"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"跨大区调拨由总部终审","en":"A transfer across regions ends at HQ"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"crossRegion = true"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_application', 1, '政策申请', 'Policy application', 'new', '[
  {"key":"firstLevel","name":{"zh":"一级审批（TL 或经理）","en":"TL or Manager"},"rule":{"zh":"授权表：各额度档均由 TL 或经理先审","en":"Delegation of authority: a TL or Manager decides first in every band"},"who":{"role":"firstLevel"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"firstLevel\")"},
  {"key":"rsm","name":{"zh":"区域销售经理 RSM","en":"RSM"},"rule":{"zh":"授权表：T1 及以上需区域销售经理","en":"Delegation of authority: RSM from band T1"},"who":{"role":"rsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsm\")"},
  {"key":"marketing","name":{"zh":"市场评审","en":"Marketing review"},"rule":{"zh":"政策须经市场评审","en":"Every policy is reviewed by marketing"},"who":{"role":"marketing"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"政策须经财务评审","en":"Every policy is reviewed by finance"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rcsm","name":{"zh":"区域渠道销售经理 RCSM","en":"RCSM"},"rule":{"zh":"授权表：T2 及以上需区域渠道销售经理","en":"Delegation of authority: RCSM from band T2"},"who":{"role":"rcsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rcsm\")"},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"授权表：T2 及以上需区域销售总监","en":"Delegation of authority: RSD from band T2"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsd\")"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"授权表：T3 及以上需大区财务总监","en":"Delegation of authority: regional finance director from band T3"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"regionalFinance\")"},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部业务负责人","en":"Delegation of authority: HQ business owner in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqOwner\")"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部财务","en":"Delegation of authority: HQ finance in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqFinance\")"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_withhold', 1, '预提', 'Withhold', 'new', '[
  {"key":"businessFinance","name":{"zh":"业务财务","en":"Business finance"},"rule":{"zh":"业务财务核对计提依据与金额","en":"Business finance checks the basis and the amount"},"who":{"role":"businessFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"cc":[{"computed":"schemeOwner"}]},
  {"key":"financeManager","name":{"zh":"财务经理","en":"Finance manager"},"rule":{"zh":"财务经理对当期费用负责","en":"The finance manager answers for the cost of the period"},"who":{"role":"financeManager"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"T3 及以上的预提需大区财务总监","en":"The regional finance director from band T3"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"bandNo >= 3"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_reversal', 1, '冲销', 'Reversal', 'new', '[
  {"key":"businessFinance","name":{"zh":"业务财务","en":"Business finance"},"rule":{"zh":"业务财务核对计提依据与金额","en":"Business finance checks the basis and the amount"},"who":{"role":"businessFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"financeManager","name":{"zh":"财务经理","en":"Finance manager"},"rule":{"zh":"比预提少一级：T3 及以上或由业务财务发起时才需财务经理","en":"One level shorter than the withhold: only from band T3, or where business finance raised it"},"who":{"role":"financeManager"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"bandNo >= 3 or list contains(drafterRoles, \"businessFinance\")"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"原期间已关账，按 T4 审批","en":"The original period is closed: band T4"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"closedPeriod = true"},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"原期间已关账，按 T4 审批","en":"The original period is closed: band T4"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"closedPeriod = true"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"原期间已关账，按 T4 审批","en":"The original period is closed: band T4"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"closedPeriod = true"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_execute', 1, '执行', 'Execute', 'new', '[
  {"key":"firstLevel","name":{"zh":"一级审批（TL 或经理）","en":"TL or Manager"},"rule":{"zh":"授权表：各额度档均由 TL 或经理先审","en":"Delegation of authority: a TL or Manager decides first in every band"},"who":{"role":"firstLevel"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"firstLevel\")"},
  {"key":"rsm","name":{"zh":"区域销售经理 RSM","en":"RSM"},"rule":{"zh":"授权表：T1 及以上需区域销售经理","en":"Delegation of authority: RSM from band T1"},"who":{"role":"rsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsm\")"},
  {"key":"businessFinance","name":{"zh":"业务财务","en":"Business finance"},"rule":{"zh":"业务财务复核计算结果","en":"Business finance checks the calculation"},"who":{"role":"businessFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"settlementFinance","name":{"zh":"结算财务","en":"Settlement finance"},"rule":{"zh":"结算财务核对凭证与收款信息","en":"Settlement finance checks the evidence and whom it goes to"},"who":{"role":"settlementFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rcsm","name":{"zh":"区域渠道销售经理 RCSM","en":"RCSM"},"rule":{"zh":"授权表：T2 及以上需区域渠道销售经理","en":"Delegation of authority: RCSM from band T2"},"who":{"role":"rcsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rcsm\")"},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"授权表：T2 及以上需区域销售总监","en":"Delegation of authority: RSD from band T2"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsd\")"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"授权表：T3 及以上需大区财务总监","en":"Delegation of authority: regional finance director from band T3"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"regionalFinance\")"},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部业务负责人","en":"Delegation of authority: HQ business owner in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqOwner\")"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部财务","en":"Delegation of authority: HQ finance in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqFinance\")"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_terminate', 1, '终止', 'Terminate', 'new', '[
  {"key":"firstLevel","name":{"zh":"一级审批（TL 或经理）","en":"TL or Manager"},"rule":{"zh":"授权表：各额度档均由 TL 或经理先审","en":"Delegation of authority: a TL or Manager decides first in every band"},"who":{"role":"firstLevel"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levelsBelow, \"firstLevel\")"},
  {"key":"rsm","name":{"zh":"区域销售经理 RSM","en":"RSM"},"rule":{"zh":"授权表：T1 及以上需区域销售经理","en":"Delegation of authority: RSM from band T1"},"who":{"role":"rsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levelsBelow, \"rsm\")"},
  {"key":"marketing","name":{"zh":"市场评审","en":"Marketing review"},"rule":{"zh":"政策须经市场评审","en":"Every policy is reviewed by marketing"},"who":{"role":"marketing"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"政策须经财务评审","en":"Every policy is reviewed by finance"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rcsm","name":{"zh":"区域渠道销售经理 RCSM","en":"RCSM"},"rule":{"zh":"授权表：T2 及以上需区域渠道销售经理","en":"Delegation of authority: RCSM from band T2"},"who":{"role":"rcsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levelsBelow, \"rcsm\")"},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"授权表：T2 及以上需区域销售总监","en":"Delegation of authority: RSD from band T2"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levelsBelow, \"rsd\")"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"授权表：T3 及以上需大区财务总监","en":"Delegation of authority: regional finance director from band T3"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levelsBelow, \"regionalFinance\")"},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部业务负责人","en":"Delegation of authority: HQ business owner in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levelsBelow, \"hqOwner\")"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_adjust', 1, '调整', 'Adjust', 'new', '[
  {"key":"firstLevel","name":{"zh":"一级审批（TL 或经理）","en":"TL or Manager"},"rule":{"zh":"授权表：各额度档均由 TL 或经理先审","en":"Delegation of authority: a TL or Manager decides first in every band"},"who":{"role":"firstLevel"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"firstLevel\")"},
  {"key":"rsm","name":{"zh":"区域销售经理 RSM","en":"RSM"},"rule":{"zh":"授权表：T1 及以上需区域销售经理","en":"Delegation of authority: RSM from band T1"},"who":{"role":"rsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsm\")"},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"授权表：T1 及以上需国家财务","en":"Delegation of authority: country finance from band T1"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"countryFinance\")"},
  {"key":"rcsm","name":{"zh":"区域渠道销售经理 RCSM","en":"RCSM"},"rule":{"zh":"授权表：T2 及以上需区域渠道销售经理","en":"Delegation of authority: RCSM from band T2"},"who":{"role":"rcsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rcsm\")"},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"授权表：T2 及以上需区域销售总监","en":"Delegation of authority: RSD from band T2"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsd\")"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"授权表：T3 及以上需大区财务总监","en":"Delegation of authority: regional finance director from band T3"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"regionalFinance\")"},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部业务负责人","en":"Delegation of authority: HQ business owner in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqOwner\")"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部财务","en":"Delegation of authority: HQ finance in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqFinance\")"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('scheme_annual_carryover', 1, '年度结转', 'Annual carry-over', 'new', '[
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务确认未结承诺与预提","en":"Country finance confirms what is open"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"区域销售总监确认下年继续执行","en":"The RSD confirms what goes on next year"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"结转占用下年预算","en":"What is carried over takes budget of the next year"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"总部财务负责年度关账","en":"HQ finance answers for the close of the year"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('receivables_adjustment', 1, '应收调整', 'Receivables adjustment', 'new', '[
  {"key":"arAccountant","name":{"zh":"应收会计","en":"AR accountant"},"rule":{"zh":"应收会计核对未清项","en":"The AR accountant checks the open items"},"who":{"role":"arAccountant"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务确认调整原因","en":"Country finance confirms the reason"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"大区财务总监批准应收变动","en":"The regional finance director approves it"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"坏账一律按 T4 审批","en":"Bad debt is always of band T4"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"writeOff = true"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"坏账一律按 T4 审批","en":"Bad debt is always of band T4"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"writeOff = true"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('negative_redemption', 1, '负兑付', 'Negative redemption', 'new', '[
  {"key":"settlementFinance","name":{"zh":"结算财务","en":"Settlement finance"},"rule":{"zh":"结算财务核对凭证与收款信息","en":"Settlement finance checks the evidence and whom it goes to"},"who":{"role":"settlementFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rsm","name":{"zh":"区域销售经理 RSM","en":"RSM"},"rule":{"zh":"区域销售经理与客户确认追回","en":"The RSM confirms the recovery with the customer"},"who":{"role":"rsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"区域销售总监批准追回","en":"The RSD approves the recovery"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"大区财务总监核对账务","en":"The regional finance director checks the books"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"原年度已关账，按 T4 审批","en":"The year is closed: band T4"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"closedPeriod = true"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"原年度已关账，按 T4 审批","en":"The year is closed: band T4"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"closedPeriod = true"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('special_price', 1, '特价单', 'Special price', 'new', '[
  {"key":"manager","name":{"zh":"国家经理","en":"Country manager"},"rule":{"zh":"国家经理对本国价格负责","en":"The manager answers for the prices of the country"},"who":{"role":"manager"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"secondLevel","name":{"zh":"RSM / RCSM","en":"RSM / RCSM"},"rule":{"zh":"区域销售经理或区域渠道销售经理之一审批","en":"Either the RSM or the RCSM decides"},"who":{"role":"secondLevel"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务核对毛利","en":"Country finance checks the margin"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"区域销售总监对大区价格负责","en":"The RSD answers for the prices of the region"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqPricing","name":{"zh":"总部定价","en":"HQ pricing"},"rule":{"zh":"毛利低于底线由总部定价终审","en":"Below the margin floor HQ pricing decides"},"who":{"role":"hqPricing"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"belowFloor = true"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('invoice_adjustment', 1, '调整发票', 'Invoice adjustment', 'new', '[
  {"key":"billing","name":{"zh":"开票专员","en":"Billing"},"rule":{"zh":"开票专员核对原发票","en":"Billing checks the original invoice"},"who":{"role":"billing"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务确认差额","en":"Country finance confirms the difference"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"tax","name":{"zh":"税务","en":"Tax"},"rule":{"zh":"税务确认税期与红字规则","en":"Tax confirms the tax period and the credit-note rules"},"who":{"role":"tax"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rcsm","name":{"zh":"区域渠道销售经理 RCSM","en":"RCSM"},"rule":{"zh":"授权表：T2 及以上需区域渠道销售经理","en":"Delegation of authority: RCSM from band T2"},"who":{"role":"rcsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rcsm\")"},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"授权表：T2 及以上需区域销售总监","en":"Delegation of authority: RSD from band T2"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"rsd\")"},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"授权表：T3 及以上需大区财务总监","en":"Delegation of authority: regional finance director from band T3"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"regionalFinance\")"},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部业务负责人","en":"Delegation of authority: HQ business owner in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqOwner\")"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"授权表：T4（大额、低于底线毛利、已关账期间或核销）需总部财务","en":"Delegation of authority: HQ finance in band T4 (large, below-floor margin, closed period or write-off)"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(levels, \"hqFinance\")"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('contract', 1, '合同审批', 'Contract', 'new', '[
  {"key":"channelManager","name":{"zh":"渠道经理","en":"Channel manager"},"rule":{"zh":"渠道经理对客户关系负责","en":"The channel manager answers for the customer"},"who":{"role":"channelManager"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rsd","name":{"zh":"区域销售总监 RSD","en":"RSD"},"rule":{"zh":"区域销售总监确认商务条款","en":"The RSD confirms the commercial terms"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"legal","name":{"zh":"法务","en":"Legal"},"rule":{"zh":"法务审核条款与签约主体","en":"Legal checks the terms and who signs"},"who":{"role":"legal"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"财务确认账期与额度","en":"Finance confirms payment terms and credit"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqOwner","name":{"zh":"总部业务负责人","en":"HQ business owner"},"rule":{"zh":"合同由总部业务负责人终审","en":"A contract ends at the HQ business owner"},"who":{"role":"hqOwner"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('recharge', 1, '充值', 'Recharge', 'new', '[
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务匹配银行流水","en":"Country finance matches the bank line"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"treasury","name":{"zh":"资金管理","en":"Treasury"},"rule":{"zh":"大额（T3 及以上）、第三方付款或由国家财务发起时需资金管理","en":"Treasury decides on large amounts (from band T3), on third-party payers and on what country finance raised itself"},"who":{"role":"treasury"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"bandNo >= 3 or thirdPartyPayer = true or list contains(drafterRoles, \"countryFinance\")"}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('price_application', 1, '价格申请', 'Price application', 'new', '[
  {"key":"manager","name":{"zh":"国家经理","en":"Country manager"},"rule":{"zh":"国家经理对本国价格负责","en":"The manager answers for the prices of the country"},"who":{"role":"manager"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rsm","name":{"zh":"区域销售经理 RSM","en":"RSM"},"rule":{"zh":"区域销售经理确认本地市场价格","en":"The RSM confirms the price for the local market"},"who":{"role":"rsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务核对毛利","en":"Country finance checks the margin"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('imei_transfer', 1, '串码调拨', 'IMEI transfer', 'new', '[
  {"key":"giverManager","name":{"zh":"调出方经理","en":"Giver''s manager"},"rule":{"zh":"调出方经理确认货在其手","en":"The giver''s manager confirms who holds the devices"},"who":{"role":"manager","of":"giver"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"receiver","name":{"zh":"调入方确认","en":"Receiver''s confirmation"},"rule":{"zh":"调入方确认接收","en":"The receiver confirms that it takes them"},"who":{"role":"channelManager","of":"receiver"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"rsm","name":{"zh":"区域销售经理 RSM","en":"RSM"},"rule":{"zh":"跨大区调拨需区域销售经理","en":"Across regions the RSM decides"},"who":{"role":"rsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"crossRegion = true"},
  {"key":"imeiAdmin","name":{"zh":"串码管理员","en":"IMEI administrator"},"rule":{"zh":"串码调整由串码管理员终审","en":"An adjustment ends at the IMEI administrator"},"who":{"role":"imeiAdmin"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"transferType = \"adjust\""}
]');
