-- Budgets of projects beside those of countries, new money of headquarters through a pool to them, and the pools' own documents
-- (domain.md sections 2.2, 2.3 and 3).

alter table country_budget add level text, add funded_by text;
update country_budget set level = 'country', funded_by = case apply_type when 'grant' then 'pool' end;

-- A project budget is of no country.
alter table country_budget_line alter country_code drop not null;
alter table budget_transfer_line alter country_code drop not null;

create table pool_budget (
  id bigint not null,
  no text not null,
  state text not null constraint pool_budget__state
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
  apply_type text,
  idc_code text,
  area_id int,
  year int,
  currency text,
  reason text,
  total_amount numeric(20,2),
  constraint pool_budget__pk primary key (id),
  constraint pool_budget__no unique (no)
);
create index pool_budget__scope on pool_budget (scope_id, id);
create index pool_budget__drafter on pool_budget (drafter_id, state, scope_id);
create index pool_budget__number on pool_budget (scope_id, no collate "C");

create table pool_budget_line (
  document_id bigint not null references pool_budget,
  round int not null,
  line_no int not null,
  project_pool_code text not null,
  amount numeric(20,2) not null constraint pool_budget_line__amount check (amount > 0),
  available_amount numeric(20,2),
  remark text,
  constraint pool_budget_line__pk primary key (document_id, round, line_no)
);

-- Whoever sees budgets sees the pools that they are drawn from; headquarters and regional finance ask for pools' money, headquarters decides.
insert into role_right (role_code, right_code)
select role_code, replace(right_code, 'budget.country.', 'budget.pool.') from role_right
where right_code in ('budget.country.view', 'budget.country.export');
insert into role_right (role_code, right_code)
select role.code, 'budget.pool.' || w.verb from (values ('submit', '{hqBudget,regionalFinance}'::text[]),
  ('approve', '{hqBudget,hqFinance}'::text[]), ('retry', '{hqBudget,hqFinance}'::text[])) w (verb, roles)
join role on role.code = any (w.roles);

insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('budget_country', 3, '国家预算申请', 'Country budget application', 'new', '[
  {"key":"manager","name":{"zh":"国家经理","en":"Country manager"},"rule":{"zh":"国家经理对本国预算负责","en":"The manager answers for the budget of the country"},"who":{"role":"manager"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720},
  {"key":"regionalFinance","name":{"zh":"区域财务","en":"Regional finance"},"rule":{"zh":"区域财务核对预算池与用途","en":"Regional finance checks the pool and the purpose"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720},
  {"key":"rsd","name":{"zh":"区域销售总监","en":"RSD"},"rule":{"zh":"区域销售总监平衡各国预算","en":"The RSD weighs the budgets of the countries"},"who":{"role":"rsd"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720},
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"下达与追加必须由总部终审","en":"What adds to a budget always ends at HQ"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720,"when":"applyType != \"revoke\""}
]');
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('budget_pool', 1, '预算池申请', 'Pool budget application', 'new', '[
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"区域提出的预算池申请由总部预算负责人审核","en":"What a region asks for its pools is weighed by the HQ budget owner"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720,"when":"not(list contains(drafterRoles, \"hqBudget\"))"},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"预算池资金由总部财务终审","en":"Money of pools always ends at HQ finance"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":240,"escalateAfterHours":720}
]');
