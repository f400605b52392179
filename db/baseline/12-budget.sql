-- Pools, budgets, what spends them, periods and year ends.

-- One account: a pool of an area and year, a country budget line, or the source that funds pools. Narrow and roomy, so that
-- a posting rewrites it in place; what an account is about stands in budget_pool, budget_line and budget_source.
create table budget_account (
  id bigint not null default nextval('budget_account_id'::regclass),
  currency text not null,
  mode text not null default 'absolute',
  avl numeric(20,2) not null default 0,
  hld numeric(20,2) not null default 0,
  occ numeric(20,2) not null default 0,
  cmt numeric(20,2) not null default 0,
  acr numeric(20,2) not null default 0,
  exe numeric(20,2) not null default 0,
  granted numeric(20,2) not null default 0,
  revoked numeric(20,2) not null default 0,
  transferred_in numeric(20,2) not null default 0,
  transferred_out numeric(20,2) not null default 0,
  carried_in numeric(20,2) not null default 0,
  carried_out numeric(20,2) not null default 0,
  lapsed numeric(20,2) not null default 0,
  distributed numeric(20,2) not null default 0,
  -- Percent of the current amount that an account in absolute mode may overdraw.
  tolerance numeric(5,2) not null default 0,
  fxv numeric(20,2) not null default 0,
  revalued numeric(20,2) not null default 0,
  constraint budget_account__pk primary key (id),
  constraint budget_account__current check (((((((avl + hld) + occ) + cmt) + acr) + exe) + fxv) = ((((((((granted + transferred_in) + carried_in) + revalued) - revoked) - transferred_out) - carried_out) - lapsed) - distributed)),
  constraint budget_account__mode check (mode in ('absolute', 'advisory', 'tracking')),
  constraint budget_account__tolerance check ((tolerance >= (0)::numeric) and (tolerance <= (100)::numeric))
) with (fillfactor=50);
-- Few accounts are not controlled absolutely; the list finds them by this. The mode of an account changes by a document alone, so that
-- postings do not touch the index.
create index budget_account__mode on budget_account (mode, id) where mode <> 'absolute';

create table budget_business (
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint budget_business__pk primary key (code),
  constraint budget_business__id unique (id)
);

-- A line is planned when an application first names it, and open once money was granted to it.
create table budget_line (
  id bigint not null default nextval('budget_account_id'::regclass),
  code text generated always as (('BL' || lpad((id)::text, 9, '0'))) stored not null,
  scope_id int not null,
  area_id int not null,
  state text not null default 'planned',
  year int not null,
  month int not null,
  country_code text not null,
  project_code text not null,
  project_pool_code text not null,
  budget_dept_code text not null,
  fsc_id text not null,
  sub_busi_code text not null,
  product_class text not null,
  product_line_code text not null,
  currency text not null,
  created_at timestamptz not null default product_now(),
  level text not null default 'country',
  -- The project budget that funds it; null: the pool of its key.
  parent_id bigint,
  owner_id int,
  valid_from date,
  valid_to date,
  constraint budget_line__pk primary key (id),
  constraint budget_line__code unique (code),
  constraint budget_line__key unique (area_id, year, month, project_pool_code, budget_dept_code, country_code, project_code, fsc_id, sub_busi_code, product_line_code, product_class, currency),
  -- A project budget is of no country.
  constraint budget_line__country check ((level = 'project') = (country_code = '')),
  constraint budget_line__level check (level in ('project', 'country')),
  constraint budget_line__month check ((month >= 1) and (month <= 12)),
  constraint budget_line__parent check ((level = 'country') or (parent_id is null)),
  constraint budget_line__product_class check (product_class in ('phone', 'iot')),
  constraint budget_line__state check (state in ('planned', 'open', 'closed')),
  constraint budget_line__valid check (valid_from < valid_to),
  constraint budget_line_owner_id_fkey foreign key (owner_id) references app_user(id),
  constraint budget_line_parent_id_fkey foreign key (parent_id) references budget_line(id),
  constraint budget_line_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index budget_line__country on budget_line (area_id, country_code, id);
-- The list of budget lines at a million rows: an index for each order it offers, and one for each filter that leaves
-- few rows. Every call is about one area, so the area leads. Filters that leave many rows (pool, department, class,
-- business type, product line) are checked while walking the index of the order. Not partial on the state: a line is
-- inserted as planned and opened by an update that would then have to touch every index.
create index budget_line__list on budget_line (area_id, id);
create index budget_line__parent on budget_line (parent_id) where parent_id is not null;
create index budget_line__period on budget_line (area_id, year, month, id);
create index budget_line__project on budget_line (area_id, project_code, id);
create index budget_line__scope on budget_line (scope_id, id);
create statistics budget_line__place (mcv) on scope_id, area_id, country_code, project_code from budget_line;
create statistics budget_line__product (mcv) on scope_id, area_id, product_class, product_line_code from budget_line;

-- What a line of a spending document took from a budget line, by the stage it is in, in the budget's currency and in the document's: the
-- same money as the stages of the budget line, by who spends it. The rows of a budget line add up to its buckets.
create table budget_encumbrance (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  document_type text not null,
  account_id bigint not null,
  currency text not null,
  document_currency text not null,
  -- Units of the budget's currency for one of the document's, as the reservation keeps it.
  rate numeric(28,14) not null,
  amount numeric(20,2) not null,
  occ numeric(20,2) not null,
  cmt numeric(20,2) not null default 0,
  acr numeric(20,2) not null default 0,
  exe numeric(20,2) not null default 0,
  -- Back to what is available.
  avl numeric(20,2) not null default 0,
  document_amount numeric(20,2) not null,
  document_occ numeric(20,2) not null,
  document_cmt numeric(20,2) not null default 0,
  document_acr numeric(20,2) not null default 0,
  document_exe numeric(20,2) not null default 0,
  document_avl numeric(20,2) not null default 0,
  -- `carried`: it went to the next year, where it stands under the document that carried it. `recovered`: part of what was executed; the
  -- books of its year are closed, so that it stays there, and headquarters has the money.
  carried numeric(20,2) not null default 0,
  document_carried numeric(20,2) not null default 0,
  recovered numeric(20,2) not null default 0,
  document_recovered numeric(20,2) not null default 0,
  -- What it was before, in the year before. `origin_year`: of which year it is the commitment, or the expense. `origin_stage`: it came with
  -- its budget, into this stage; without it, it was asked for anew.
  origin_document_id bigint,
  origin_round int,
  origin_line_no int,
  origin_year int,
  origin_stage text,
  constraint budget_encumbrance__pk primary key (document_id, round, line_no),
  constraint budget_encumbrance__amount check (amount > (0)::numeric),
  constraint budget_encumbrance__document check ((((((document_occ + document_cmt) + document_acr) + document_exe) + document_avl) + document_carried) = document_amount),
  constraint budget_encumbrance__origin_stage check (origin_stage in ('cmt', 'acr')),
  constraint budget_encumbrance__rate check (rate > (0)::numeric),
  -- What was recovered is looked at by budget_move, which says so as of every stage.
  constraint budget_encumbrance__recovered check ((recovered >= (0)::numeric) and (document_recovered >= (0)::numeric)),
  constraint budget_encumbrance__whole check ((((((occ + cmt) + acr) + exe) + avl) + carried) = amount),
  constraint budget_encumbrance__origin foreign key (origin_document_id, origin_round, origin_line_no) references budget_encumbrance(document_id, round, line_no),
  constraint budget_encumbrance_account_id_fkey foreign key (account_id) references budget_line(id)
) with (fillfactor=80);
create index budget_encumbrance__account on budget_encumbrance (account_id);

-- Each stage of an encumbrance is taken over the end of its year once: by a document in approval, or by one that went through, until it is
-- taken back as a whole.
create table budget_carry_over (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  origin_document_id bigint not null,
  origin_round int not null,
  origin_line_no int not null,
  stage text not null,
  option text not null,
  -- In the currency of the document that occupies.
  document_amount numeric(20,2) not null,
  -- What became of it: null while it is in approval and when it went through.
  given_back_by text,
  constraint budget_carry_over__pk primary key (document_id, round, line_no),
  constraint budget_carry_over__amount check (document_amount > (0)::numeric),
  constraint budget_carry_over__option check (((option in ('withBudget', 'newBudget', 'release')) and (stage = 'cmt')) or ((option in ('accrual', 'release')) and (stage = 'acr'))),
  constraint budget_carry_over__stage check (stage in ('cmt', 'acr')),
  constraint budget_carry_over__encumbrance foreign key (origin_document_id, origin_round, origin_line_no) references budget_encumbrance(document_id, round, line_no)
);
create unique index budget_carry_over__once on budget_carry_over (origin_document_id, origin_round, origin_line_no, stage) where given_back_by is null;

-- Budgets that no total tells apart, added up: a pool of a year, or the lines of an area that share all but project and sub business.
-- The amounts are those of all closed days; what came since is read from the postings.
create table budget_cell (
  id int generated always as identity not null,
  scope_id int not null,
  area_id int not null,
  level text not null,
  year int not null,
  -- 0: of a pool, which is of a year.
  month int not null,
  country_code text not null,
  project_pool_code text not null,
  budget_dept_code text not null,
  fsc_id text not null,
  product_class text not null,
  product_line_code text not null,
  currency text not null,
  lines int not null default 0,
  avl numeric(24,2) not null default 0,
  hld numeric(24,2) not null default 0,
  occ numeric(24,2) not null default 0,
  cmt numeric(24,2) not null default 0,
  acr numeric(24,2) not null default 0,
  exe numeric(24,2) not null default 0,
  fxv numeric(24,2) not null default 0,
  granted numeric(24,2) not null default 0,
  transferred_in numeric(24,2) not null default 0,
  carried_in numeric(24,2) not null default 0,
  revalued numeric(24,2) not null default 0,
  revoked numeric(24,2) not null default 0,
  transferred_out numeric(24,2) not null default 0,
  carried_out numeric(24,2) not null default 0,
  lapsed numeric(24,2) not null default 0,
  distributed numeric(24,2) not null default 0,
  constraint budget_cell__pk primary key (id),
  constraint budget_cell__key unique (area_id, scope_id, level, year, month, country_code, project_pool_code, budget_dept_code, fsc_id, product_class, product_line_code, currency),
  constraint budget_cell__level check (level in ('pool', 'project', 'country'))
);
create index budget_cell__scope on budget_cell (scope_id, id);

-- A run of the ledger's checks, asked for by somebody or by the night, and what it found.
create table budget_check (
  id bigint generated always as identity not null,
  state text not null,
  requested_by int,
  asked_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Until then the run belongs to the worker that took it; `attempt` is its number.
  leased_until timestamptz,
  attempt int not null default 0,
  -- Per check: how far it is, how long it took, how many differences there are, and the first of them.
  steps jsonb not null default '[]'::jsonb,
  differences int,
  reason text,
  constraint budget_check__pk primary key (id),
  constraint budget_check__state check (state in ('asked', 'running', 'done', 'failed')),
  constraint budget_check_requested_by_fkey foreign key (requested_by) references app_user(id)
);
create unique index budget_check__night on budget_check (asked_at) where requested_by is null;
create index budget_check__open on budget_check (id) where state in ('asked', 'running');

-- Up to when an area's days are added up; a day that is over for an hour gets no posting any more.
create table budget_closing (
  area_id int not null,
  -- The first day that is not; `closed_at` is its beginning in the area.
  closed_until date not null,
  closed_at timestamptz not null,
  constraint budget_closing__pk primary key (area_id)
);

create table budget_department (
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint budget_department__pk primary key (code),
  constraint budget_department__id unique (id)
);

-- A department may spend in several areas.
create table budget_department_area (
  area_id int not null,
  department_code text not null,
  constraint budget_department_area__pk primary key (area_id, department_code),
  constraint budget_department_area_area_id_fkey foreign key (area_id) references area(id),
  constraint budget_department_area_department_code_fkey foreign key (department_code) references budget_department(code)
);
create index budget_department_area__department on budget_department_area (department_code);

-- Locks of domain.md section 0: a document in approval keeps a part of what another document occupies for itself (a withhold keeps what it
-- will accrue, an execution what it will pay), so that two of them never ask for the same money. A lock moves nothing: the budget line
-- and the encumbrance stay as they are, and postings know nothing of it.
create table budget_encumbrance_lock (
  by_document_id bigint not null,
  by_round int not null,
  by_line int not null,
  document_id bigint not null,
  round int not null,
  line_no int not null,
  stage text not null,
  -- In the currency of the document that occupies: that is what the others ask for.
  document_amount numeric(20,2) not null,
  -- What the document did when it let go of it; null: it holds it still.
  resolved_by text,
  constraint budget_encumbrance_lock__pk primary key (by_document_id, by_round, by_line, document_id, round, line_no, stage),
  constraint budget_encumbrance_lock__amount check (document_amount > (0)::numeric),
  constraint budget_encumbrance_lock__stage check (stage in ('cmt', 'acr', 'exe')),
  constraint budget_encumbrance_lock__encumbrance foreign key (document_id, round, line_no) references budget_encumbrance(document_id, round, line_no)
);
create index budget_encumbrance_lock__open on budget_encumbrance_lock (document_id, round, line_no) where resolved_by is null;

-- What moved an encumbrance from one stage to another: the journal of that key posted it.
create table budget_encumbrance_move (
  id bigint generated always as identity not null,
  document_id bigint not null,
  round int not null,
  line_no int not null,
  by_document_id bigint not null,
  by_round int not null,
  by_action text not null,
  from_stage text not null,
  to_stage text not null,
  amount numeric(20,2) not null,
  document_amount numeric(20,2) not null,
  -- At the booking rate, where it was executed in another currency; the difference went to the pool.
  booked_amount numeric(20,2),
  constraint budget_encumbrance_move__pk primary key (id),
  constraint budget_encumbrance_move__amount check ((document_amount > (0)::numeric) and (amount >= (0)::numeric)),
  constraint budget_encumbrance_move__encumbrance foreign key (document_id, round, line_no) references budget_encumbrance(document_id, round, line_no)
);
create index budget_encumbrance_move__encumbrance on budget_encumbrance_move (document_id, round, line_no, id);

-- How far the books of an area's month are closed; a month without a row is open.
create table budget_period (
  id bigint not null default nextval('document_id'::regclass),
  scope_id int not null,
  area_id int not null,
  year int not null,
  month int not null,
  state text not null,
  version int not null default 1,
  audit_hash bytea,
  updated_at timestamptz not null,
  updated_by int not null,
  constraint budget_period__pk primary key (area_id, year, month),
  constraint budget_period__id unique (id),
  constraint budget_period__month check ((month >= 1) and (month <= 12)),
  constraint budget_period__state check (state in ('open', 'closing', 'closed')),
  constraint budget_period_area_id_fkey foreign key (area_id) references area(id),
  constraint budget_period_scope_id_fkey foreign key (scope_id) references organisation(id),
  constraint budget_period_updated_by_fkey foreign key (updated_by) references app_user(id)
);
create index budget_period__scope on budget_period (scope_id);

create table budget_pool (
  id bigint not null,
  scope_id int not null,
  area_id int not null,
  project_pool_code text not null,
  year int not null,
  currency text not null,
  owner_id int,
  valid_from date,
  valid_to date,
  constraint budget_pool__pk primary key (id),
  constraint budget_pool__key unique (area_id, project_pool_code, year, currency),
  constraint budget_pool__valid check (valid_from < valid_to),
  constraint budget_pool_id_fkey foreign key (id) references budget_account(id),
  constraint budget_pool_owner_id_fkey foreign key (owner_id) references app_user(id),
  constraint budget_pool_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index budget_pool__scope on budget_pool (scope_id);

-- How budgets and pools are controlled: the document that asks for a change.
create table budget_setting (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  target text,
  idc_code text,
  area_id int,
  year int,
  mode text,
  tolerance int,
  owner text,
  owner_account text,
  validity text,
  valid_from date,
  valid_to date,
  reason text,
  source text,
  constraint budget_setting__pk primary key (id),
  constraint budget_setting__no unique (no),
  constraint budget_setting__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint budget_setting_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index budget_setting__drafter on budget_setting (drafter_id, state, scope_id);
create index budget_setting__number on budget_setting (scope_id, no collate "C");
create index budget_setting__scope on budget_setting (scope_id, id);

create table budget_setting_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  target_code text not null,
  available_amount numeric(20,2),
  currency text,
  old_mode text,
  new_mode text,
  old_tolerance text,
  new_tolerance text,
  old_owner text,
  new_owner text,
  old_validity text,
  new_validity text,
  constraint budget_setting_line__pk primary key (document_id, round, line_no),
  constraint budget_setting_line_document_id_fkey foreign key (document_id) references budget_setting(id)
);

-- Where pool money comes from: HQ's yearly funding, an account that may go below zero.
create table budget_source (
  id bigint not null,
  year int not null,
  currency text not null,
  -- Headquarters' money of a year, and what of it lapsed.
  kind text not null default 'source',
  constraint budget_source__pk primary key (id),
  constraint budget_source__key unique (year, currency, kind),
  -- What is recovered of closed years, by the year that it comes back in.
  constraint budget_source__kind check (kind in ('source', 'lapsed', 'recovery')),
  constraint budget_source_id_fkey foreign key (id) references budget_account(id)
);

create table budget_transfer (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  level text,
  idc_code text,
  area_id int,
  to_idc_code text,
  to_area_id int,
  year int,
  month int,
  budget_dept_code text,
  project_pool_code text,
  product_class text,
  currency text,
  reason text,
  source text,
  total_amount numeric(20,2),
  constraint budget_transfer__pk primary key (id),
  constraint budget_transfer__no unique (no),
  constraint budget_transfer__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint budget_transfer_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index budget_transfer__drafter on budget_transfer (drafter_id, state, scope_id);
create index budget_transfer__number on budget_transfer (scope_id, no collate "C");
create index budget_transfer__scope on budget_transfer (scope_id, id);

create table budget_transfer_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  from_budget_code text not null,
  available_amount numeric(20,2),
  amount numeric(20,2) not null,
  country_code text,
  project_code text not null,
  fsc_id text not null,
  sub_busi_code text not null,
  product_line_code text not null,
  budget_code text,
  remark text,
  constraint budget_transfer_line__pk primary key (document_id, round, line_no),
  constraint budget_transfer_line__amount check (amount > (0)::numeric),
  constraint budget_transfer_line_document_id_fkey foreign key (document_id) references budget_transfer(id)
);
-- The transfers that gave from a budget.
create index budget_transfer_line__giver on budget_transfer_line (from_budget_code);

-- What a cell's budgets moved on a day of their area, and the same by month; only what moved.
create table budget_turnover (
  span text not null,
  day date not null,
  cell_id int not null,
  avl numeric(24,2) not null,
  hld numeric(24,2) not null,
  occ numeric(24,2) not null,
  cmt numeric(24,2) not null,
  acr numeric(24,2) not null,
  exe numeric(24,2) not null,
  fxv numeric(24,2) not null,
  granted numeric(24,2) not null,
  transferred_in numeric(24,2) not null,
  carried_in numeric(24,2) not null,
  revalued numeric(24,2) not null,
  revoked numeric(24,2) not null,
  transferred_out numeric(24,2) not null,
  carried_out numeric(24,2) not null,
  lapsed numeric(24,2) not null,
  distributed numeric(24,2) not null,
  constraint budget_turnover__pk primary key (span, day, cell_id),
  constraint budget_turnover__span check (span in ('day', 'month')),
  constraint budget_turnover_cell_id_fkey foreign key (cell_id) references budget_cell(id)
);

-- What becomes of what is left at the end of a year (domain.md section 2.10, the budget's side).
create table budget_year_end (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
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
  constraint budget_year_end__no unique (no),
  constraint budget_year_end__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint budget_year_end_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index budget_year_end__drafter on budget_year_end (drafter_id, state, scope_id);
create index budget_year_end__number on budget_year_end (scope_id, no collate "C");
create index budget_year_end__scope on budget_year_end (scope_id, id);
create index budget_year_end__year on budget_year_end (area_id, year);

-- Each budget and year once: what a run took to its end is not taken again until the run was undone.
create table budget_year_end_claim (
  account_id bigint not null,
  document_id bigint not null,
  constraint budget_year_end_claim__pk primary key (account_id),
  constraint budget_year_end_claim_account_id_fkey foreign key (account_id) references budget_account(id)
);
create index budget_year_end_claim__document on budget_year_end_claim (document_id);

create table budget_year_end_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  -- A budget, or a pool by its code.
  budget_code text not null,
  option text,
  amount numeric(20,2),
  level text,
  month int,
  country_code text,
  project_code text,
  remark text,
  constraint budget_year_end_line__pk primary key (document_id, round, line_no),
  constraint budget_year_end_line__amount check (amount > (0)::numeric),
  constraint budget_year_end_line_document_id_fkey foreign key (document_id) references budget_year_end(id)
);

-- Expense type of the shared-service centre: main / middle / sub level; the pair is what a budget line carries.
create table business_type (
  fsc_id text not null,
  sub_busi_code text not null,
  main_name_zh text not null,
  main_name_en text not null,
  mid_name_zh text not null,
  mid_name_en text not null,
  sub_name_zh text not null,
  sub_name_en text not null,
  enabled boolean not null default true,
  constraint business_type__pk primary key (fsc_id, sub_busi_code)
);

create table country_budget (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  -- What the drafter typed and has not submitted, as it is: nothing is lost because it is not valid yet.
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  apply_type text,
  idc_code text,
  area_id int,
  year int,
  month int,
  budget_dept_code text,
  project_pool_code text,
  product_class text,
  currency text,
  region_code text,
  reason text,
  source text,
  total_amount numeric(20,2),
  level text,
  funded_by text,
  constraint country_budget__pk primary key (id),
  constraint country_budget__no unique (no),
  constraint country_budget__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint country_budget_scope_id_fkey foreign key (scope_id) references organisation(id)
);
-- Whose documents, by state.
create index country_budget__drafter on country_budget (drafter_id, state, scope_id);
-- A number by its beginning, newest first, one probe for each organisation of the caller.
create index country_budget__number on country_budget (scope_id, no collate "C");
create index country_budget__pending on country_budget (project_pool_code, area_id, year) where state = 'underApproval';
create index country_budget__scope on country_budget (scope_id, id);

-- Lines of each round: what was submitted before stays readable after a rejected application is submitted again.
create table country_budget_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  country_code text,
  project_code text not null,
  fsc_id text not null,
  sub_busi_code text not null,
  product_line_code text not null,
  amount numeric(20,2) not null,
  available_amount numeric(20,2),
  budget_code text,
  remark text,
  constraint country_budget_line__pk primary key (document_id, round, line_no),
  constraint country_budget_line__amount check (amount > (0)::numeric),
  constraint country_budget_line_document_id_fkey foreign key (document_id) references country_budget(id)
);

create table pool_budget (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
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
  constraint pool_budget__no unique (no),
  constraint pool_budget__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint pool_budget_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index pool_budget__drafter on pool_budget (drafter_id, state, scope_id);
create index pool_budget__number on pool_budget (scope_id, no collate "C");
create index pool_budget__scope on pool_budget (scope_id, id);

create table pool_budget_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  project_pool_code text not null,
  amount numeric(20,2) not null,
  available_amount numeric(20,2),
  remark text,
  constraint pool_budget_line__pk primary key (document_id, round, line_no),
  constraint pool_budget_line__amount check (amount > (0)::numeric),
  constraint pool_budget_line_document_id_fkey foreign key (document_id) references pool_budget(id)
);

create table project_pool (
  id int not null,
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  constraint project_pool__pk primary key (id),
  constraint project_pool__code unique (code)
);

-- A project belongs to a country; one that names a pool can be funded from that pool only.
create table project (
  code text not null,
  name_zh text not null,
  name_en text not null,
  country_code text not null,
  pool_code text,
  enabled boolean not null default true,
  -- A record (decision 033): an id for its history, a version against lost updates, and the organisation that it belongs to. Organisation
  -- and person have no foreign key: the writer derives them from rows that have keys of their own, and two more checks a row would be half
  -- the time of an import.
  id bigint not null default nextval('document_id'::regclass),
  scope_id int not null,
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint project__pk primary key (code),
  constraint project__id unique (id),
  constraint project_country_code_fkey foreign key (country_code) references country(code),
  constraint project_pool_code_fkey foreign key (pool_code) references project_pool(code)
);
create index project__country on project (country_code, code);
create index project__pool on project (pool_code);
create index project__scope on project (scope_id, code);

-- Some pools are shared by areas; the money in them is per area, year and currency.
create table project_pool_area (
  area_id int not null,
  pool_code text not null,
  constraint project_pool_area__pk primary key (area_id, pool_code),
  constraint project_pool_area_area_id_fkey foreign key (area_id) references area(id),
  constraint project_pool_area_pool_code_fkey foreign key (pool_code) references project_pool(code)
);
create index project_pool_area__pool on project_pool_area (pool_code);

-- What went out of one year comes into the next one, with its amounts in both currencies and its rate: an encumbrance of the document that
-- carries it, on the budget of the next year. `p_account`: that budget.
create function budget_carry_in(
  p_by bigint, p_by_round int, p_action text, p_type text, p_by_line int[], p_account bigint[], p_document bigint[], p_round int[],
  p_line int[], p_stage text[], p_amount numeric[], p_document_amount numeric[]
) returns void
language plpgsql as $carry$
begin
  insert into budget_encumbrance (document_id, round, line_no, document_type, account_id, currency, document_currency, rate, amount, occ, cmt, acr,
    document_amount, document_occ, document_cmt, document_acr, origin_document_id, origin_round, origin_line_no, origin_year, origin_stage)
  select p_by, p_by_round, m.by_line, p_type, m.account, o.currency, o.document_currency, o.rate, m.amount, 0,
    case m.stage when 'cmt' then m.amount else 0 end, case m.stage when 'acr' then m.amount else 0 end,
    m.given, 0, case m.stage when 'cmt' then m.given else 0 end, case m.stage when 'acr' then m.given else 0 end,
    o.document_id, o.round, o.line_no,
    -- An accrual is the expense of the year in which it was made; a commitment keeps the year in which it was entered into.
    case when m.stage = 'acr' and o.origin_stage is distinct from 'acr' then l.year else coalesce(o.origin_year, l.year) end, m.stage
  from unnest(p_by_line, p_account, p_document, p_round, p_line, p_stage, p_amount, p_document_amount)
    m (by_line, account, document, round, line, stage, amount, given)
  join budget_encumbrance o on o.document_id = m.document and o.round = m.round and o.line_no = m.line
  join budget_line l on l.id = o.account_id;

  -- Nobody closes the month that it comes to.
  perform budget_hold_months(array_agg(p_by), array_agg(p_by_round), array_agg(m.by_line)) from unnest(p_by_line) m (by_line);

  insert into budget_encumbrance_move (document_id, round, line_no, by_document_id, by_round, by_action, from_stage, to_stage,
    amount, document_amount)
  select p_by, p_by_round, m.by_line, p_by, p_by_round, p_action, 'carried', m.stage, m.amount, m.given
  from unnest(p_by_line, p_stage, p_amount, p_document_amount) m (by_line, stage, amount, given);
end $carry$;

-- Nobody closes the month of a budget while something of it is moved or locked: who does waits here, or has closed it.
create function budget_hold_months(p_document bigint[], p_round int[], p_line int[]) returns void
language plpgsql as $hold$
begin
  perform pg_advisory_xact_lock_shared(k.area_id, k.key) from (
    select distinct l.area_id, l.year * 12 + l.month as key from unnest(p_document, p_round, p_line) m (document, round, line)
    join budget_encumbrance t on t.document_id = m.document and t.round = m.round and t.line_no = m.line
    join budget_line l on l.id = t.account_id order by 1, 2) k;
  if exists (select from unnest(p_document, p_round, p_line) m (document, round, line)
    join budget_encumbrance t on t.document_id = m.document and t.round = m.round and t.line_no = m.line
    join budget_line l on l.id = t.account_id
    join budget_period p on p.area_id = l.area_id and p.year = l.year and p.month = l.month and p.state = 'closed') then
    raise exception 'a month was closed meanwhile' using errcode = 'KN001';
  end if;
end $hold$;

-- What is locked of what was executed is recovered of a closed month too: nothing of the month changes by it.
create function budget_lock(
  p_by bigint, p_by_round int, p_by_line int[], p_document bigint[], p_round int[], p_line int[], p_stage text[], p_amount numeric[]
) returns void
language plpgsql as $lock$
declare
  o record;
begin
  perform budget_hold_months(array_agg(m.document), array_agg(m.round), array_agg(m.line))
  from unnest(p_document, p_round, p_line, p_stage) m (document, round, line, stage) where m.stage <> 'exe';

  perform from budget_encumbrance t
  join (select distinct m.* from unnest(p_document, p_round, p_line) m (document, round, line)) m
    on t.document_id = m.document and t.round = m.round and t.line_no = m.line
  order by t.document_id, t.round, t.line_no for no key update of t;

  select m.* into o from unnest(p_document, p_round, p_line) m (document, round, line)
  where not exists (select from budget_encumbrance t where t.document_id = m.document and t.round = m.round and t.line_no = m.line) limit 1;
  if found then
    raise exception 'line % of document % occupies nothing', o.line, o.document using errcode = 'LG003';
  end if;

  insert into budget_encumbrance_lock (by_document_id, by_round, by_line, document_id, round, line_no, stage, document_amount)
  select p_by, p_by_round, m.* from unnest(p_by_line, p_document, p_round, p_line, p_stage, p_amount) m (by_line, document, round, line, stage, amount);

  perform budget_refuse_locked(p_document, p_round, p_line);
end $lock$;

-- As it was; what is locked is looked at once for all that moved.
create function budget_move(
  p_by bigint, p_by_round int, p_action text, p_document bigint[], p_round int[], p_line int[], p_from text[], p_to text[],
  p_amount numeric[], p_document_amount numeric[], p_booked numeric[]
) returns void
language plpgsql as $move$
declare
  d record;
  o record;
begin
  perform budget_hold_months(array_agg(m.document), array_agg(m.round), array_agg(m.line))
  from unnest(p_document, p_round, p_line, p_to) m (document, round, line, goes) where m.goes <> 'headquarters';
  perform budget_unlock(p_by, p_by_round, p_action);

  for d in
    select m.document, m.round, m.line,
      sum(case 'occ' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as occ,
      sum(case 'cmt' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as cmt,
      sum(case 'acr' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as acr,
      sum(case 'exe' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as exe,
      sum(case 'avl' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as avl,
      sum(case 'carried' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as carried,
      sum(case 'headquarters' when m.goes then m.amount else 0 end) as recovered,
      sum(case 'occ' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_occ,
      sum(case 'cmt' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_cmt,
      sum(case 'acr' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_acr,
      sum(case 'exe' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_exe,
      sum(case 'avl' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_avl,
      sum(case 'carried' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_carried,
      sum(case 'headquarters' when m.goes then m.given else 0 end) as given_recovered
    from unnest(p_document, p_round, p_line, array(select case f.goes when 'headquarters' then 'headquarters' else f.leaves end
        from unnest(p_from, p_to) with ordinality f (leaves, goes, position) order by f.position), p_to, p_amount, p_document_amount)
      as m (document, round, line, leaves, goes, amount, given)
    group by 1, 2, 3 order by 1, 2, 3
  loop
    update budget_encumbrance t set occ = t.occ + d.occ, cmt = t.cmt + d.cmt, acr = t.acr + d.acr, exe = t.exe + d.exe, avl = t.avl + d.avl,
      carried = t.carried + d.carried, recovered = t.recovered + d.recovered,
      document_occ = t.document_occ + d.given_occ, document_cmt = t.document_cmt + d.given_cmt, document_acr = t.document_acr + d.given_acr,
      document_exe = t.document_exe + d.given_exe, document_avl = t.document_avl + d.given_avl,
      document_carried = t.document_carried + d.given_carried, document_recovered = t.document_recovered + d.given_recovered
    where t.document_id = d.document and t.round = d.round and t.line_no = d.line
    returning t.* into o;
    if not found then
      raise exception 'line % of document % occupies nothing', d.line, d.document using errcode = 'LG003';
    end if;
    if least(o.occ, o.cmt, o.acr, o.exe - o.recovered, o.avl, o.carried,
      o.document_occ, o.document_cmt, o.document_acr, o.document_exe - o.document_recovered, o.document_avl, o.document_carried) < 0 then
      raise exception 'line % of document % is not sufficient', d.line, d.document using errcode = 'LG001', detail = o.account_id || ':' ||
        case when least(o.occ, o.document_occ) < 0 then 'occ' when least(o.cmt, o.document_cmt) < 0 then 'cmt'
          when least(o.acr, o.document_acr) < 0 then 'acr' when least(o.exe, o.document_exe) < 0 then 'exe'
          when least(o.exe - o.recovered, o.document_exe - o.document_recovered) < 0 then 'exe'
          when least(o.avl, o.document_avl) < 0 then 'avl' else 'carried' end;
    end if;
    -- Each of several that took a part at once rounded it without knowing of the others: who takes the last part takes the rest.
    if (o.occ <> 0 and o.document_occ = 0) or (o.cmt <> 0 and o.document_cmt = 0) or (o.acr <> 0 and o.document_acr = 0)
      or (o.exe <> 0 and o.document_exe = 0) then
      raise exception 'line % of document % was moved meanwhile', d.line, d.document using errcode = 'KN001';
    end if;
  end loop;
  perform budget_refuse_locked(p_document, p_round, p_line);

  insert into budget_encumbrance_move (document_id, round, line_no, by_document_id, by_round, by_action, from_stage, to_stage,
    amount, document_amount, booked_amount)
  select m.document, m.round, m.line, p_by, p_by_round, p_action, m.leaves, m.goes, m.amount, m.given, m.booked
  from unnest(p_document, p_round, p_line, p_from, p_to, p_amount, p_document_amount, p_booked)
    as m (document, round, line, leaves, goes, amount, given, booked);
end $move$;

-- Whether any of these lines occupies less in a stage than is locked there. Their rows are held by the caller: this sees what everybody
-- locked who held them before.
create function budget_refuse_locked(p_document bigint[], p_round int[], p_line int[]) returns void
language plpgsql as $refuse$
declare
  o record;
begin
  select t.document_id, t.line_no, t.account_id, k.stage into o
  from (select distinct m.* from unnest(p_document, p_round, p_line) m (document, round, line)) m
  join budget_encumbrance t on t.document_id = m.document and t.round = m.round and t.line_no = m.line
  cross join lateral (
    select w.stage, sum(w.document_amount) as amount from budget_encumbrance_lock w
    where w.document_id = t.document_id and w.round = t.round and w.line_no = t.line_no and w.resolved_by is null group by 1
  ) k
  where k.amount > case k.stage when 'cmt' then t.document_cmt when 'acr' then t.document_acr else t.document_exe - t.document_recovered end
  limit 1;
  if found then
    raise exception 'line % of document % is locked', o.line_no, o.document_id using errcode = 'LG001', detail = o.account_id || ':' || o.stage;
  end if;
end $refuse$;

-- Lets go of all that a round of a document locked; what it let go of once is not its own any more.
create function budget_unlock(p_by bigint, p_by_round int, p_action text) returns void
language sql as $unlock$
  update budget_encumbrance_lock set resolved_by = p_action where by_document_id = p_by and by_round = p_by_round and resolved_by is null
$unlock$;

create trigger budget_encumbrance_move__append_only before delete or update or truncate on budget_encumbrance_move for each statement execute function refuse_change();
