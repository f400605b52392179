-- What ends or changes a scheme before its time: reversals of withholds, terminations, adjustments (domain.md 2.6, 2.8, 2.9).

create table scheme_reversal (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_reversal__state
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
  withhold_no text,
  scope text,
  mode text,
  posting_date date,
  reason text,
  source text,
  total_amount numeric(20,2),
  original_closed text,
  constraint scheme_reversal__pk primary key (id),
  constraint scheme_reversal__no unique (no)
);
create index scheme_reversal__scope on scheme_reversal (scope_id, id);
create index scheme_reversal__drafter on scheme_reversal (drafter_id, state, scope_id);
create index scheme_reversal__number on scheme_reversal (scope_id, no collate "C");
create index scheme_reversal__scheme on scheme_reversal (scheme_no);

create table scheme_reversal_line (
  document_id bigint not null references scheme_reversal,
  round int not null,
  line_no int not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  amount numeric(20,2) not null constraint scheme_reversal_line__amount check (amount > 0),
  accrued_amount numeric(20,2),
  open_amount numeric(20,2),
  remark text,
  constraint scheme_reversal_line__pk primary key (document_id, round, line_no)
);
create index scheme_reversal__withhold on scheme_reversal (withhold_no);

create table scheme_terminal (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_terminal__state
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
  termination_date date,
  posting_date date,
  disposition text,
  reason text,
  source text,
  total_amount numeric(20,2),
  kept_amount numeric(20,2),
  constraint scheme_terminal__pk primary key (id),
  constraint scheme_terminal__no unique (no)
);
create index scheme_terminal__scope on scheme_terminal (scope_id, id);
create index scheme_terminal__drafter on scheme_terminal (drafter_id, state, scope_id);
create index scheme_terminal__number on scheme_terminal (scope_id, no collate "C");
create index scheme_terminal__scheme on scheme_terminal (scheme_no);

create table scheme_terminal_line (
  document_id bigint not null references scheme_terminal,
  round int not null,
  line_no int not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  keep_amount numeric(20,2),
  open_committed numeric(20,2),
  open_accrued numeric(20,2),
  amount numeric(20,2),
  remark text,
  constraint scheme_terminal_line__pk primary key (document_id, round, line_no)
);

create table scheme_adjust (
  id bigint not null,
  no text not null,
  state text not null constraint scheme_adjust__state
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
  new_start_date date,
  new_end_date date,
  new_claim_deadline date,
  new_withhold_rate numeric(7,2),
  reason text,
  source text,
  direction text,
  old_total numeric(20,2),
  new_total numeric(20,2),
  total_amount numeric(20,2),
  constraint scheme_adjust__pk primary key (id),
  constraint scheme_adjust__no unique (no)
);
create index scheme_adjust__scope on scheme_adjust (scope_id, id);
create index scheme_adjust__drafter on scheme_adjust (drafter_id, state, scope_id);
create index scheme_adjust__number on scheme_adjust (scope_id, no collate "C");
create index scheme_adjust__scheme on scheme_adjust (scheme_no);

create table scheme_adjust_line (
  document_id bigint not null references scheme_adjust,
  round int not null,
  line_no int not null,
  kind text not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  committed_amount numeric(20,2),
  amount numeric(20,2) constraint scheme_adjust_line__amount check (amount > 0),
  new_budget_code text,
  available_amount numeric(20,2),
  unit_amount numeric(20,2),
  rate_percent numeric(9,4),
  ladder_kind text,
  ladder text,
  old_terms text,
  remark text,
  constraint scheme_adjust_line__pk primary key (document_id, round, line_no)
);

-- Whoever sees withholds sees what follows; finance undoes what it accrued, the line that raised a scheme ends and changes it.
insert into role_right (role_code, right_code)
select r.role_code, replace(r.right_code, '.withhold.', '.' || d || '.') from role_right r, unnest(array['reversal', 'terminal', 'adjust']) d
where r.right_code in ('scheme.withhold.view', 'scheme.withhold.approve', 'scheme.withhold.export', 'scheme.withhold.retry');
insert into role_right (role_code, right_code)
select role_code, 'scheme.reversal.submit' from role_right where right_code = 'scheme.withhold.submit';
insert into role_right (role_code, right_code)
select r.role_code, 'scheme.' || d || '.submit' from role_right r, unnest(array['terminal', 'adjust']) d where r.right_code = 'scheme.application.submit';
