-- Negative redemption (domain.md 2.12): what was paid to a customer and should not have been is taken back.

create table scheme_negative_redemption (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_negative_redemption__state
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
  recovery text,
  posting_date date,
  reason text,
  source text,
  operating_unit_code text,
  closed_period text,
  total_amount numeric(20,2),
  constraint scheme_negative_redemption__pk primary key (id),
  constraint scheme_negative_redemption__no unique (no)
);
create index scheme_negative_redemption__scope on scheme_negative_redemption (scope_id, id);
create index scheme_negative_redemption__drafter on scheme_negative_redemption (drafter_id, state, scope_id);
create index scheme_negative_redemption__number on scheme_negative_redemption (scope_id, no collate "C");
create index scheme_negative_redemption__scheme on scheme_negative_redemption (scheme_no, customer_code);

create table scheme_negative_redemption_line (
  document_id bigint not null references scheme_negative_redemption,
  round int not null,
  line_no int not null,
  settled_line text not null,
  funding_no int,
  budget_code text,
  executed_net numeric(20,2),
  amount numeric(20,2) not null constraint scheme_negative_redemption_line__amount check (amount > 0),
  recovery_reason text not null,
  imeis text,
  remark text,
  constraint scheme_negative_redemption_line__pk primary key (document_id, round, line_no)
);
-- What was taken back of a line of an execution, `SE26110001/1`.
create index scheme_negative_redemption_line__settled on scheme_negative_redemption_line (settled_line);

insert into role_right (role_code, right_code)
select r, 'scheme.negativeRedemption.view' from unnest(array['channelManager', 'manager', 'tl', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance',
  'firstLevel', 'secondLevel', 'marketing', 'businessFinance', 'financeManager', 'settlementFinance', 'hqBudget', 'hqFinance', 'hqOwner', 'auditor']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.negativeRedemption.approve' from unnest(array['rsm', 'rsd', 'regionalFinance', 'settlementFinance', 'hqFinance', 'hqOwner']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.negativeRedemption.export' from unnest(array['channelManager', 'manager', 'rsm', 'rcsm', 'rsd', 'countryFinance', 'regionalFinance',
  'businessFinance', 'financeManager', 'settlementFinance', 'hqBudget', 'hqFinance', 'auditor']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.negativeRedemption.submit' from unnest(array['channelManager', 'businessFinance']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.negativeRedemption.retry' from unnest(array['countryFinance', 'hqFinance', 'businessFinance']) r;
