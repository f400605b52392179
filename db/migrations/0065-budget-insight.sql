-- What a number is made of, as of any date; what moved on which day; and the checks of the ledger that finance can see.

-- The postings of an account are read in the index alone, in their order: to explain a number, and to replay all of them.
drop index ledger_posting__account;
create index ledger_posting__account on ledger_posting (ledger, account_id, journal_id, position) include (bucket, counter, amount);
-- Journals come in the order of time, nearly: a few pages say which blocks are of a day.
create index ledger_journal__at on ledger_journal using brin (at) with (pages_per_range = 16, autosummarize = on);

-- Budgets that no total tells apart, added up: a pool of a year, or the lines of an area that share all but project and sub business.
-- The amounts are those of all closed days; what came since is read from the postings.
create table budget_cell (
  id int generated always as identity,
  scope_id int not null,
  area_id int not null,
  level text not null constraint budget_cell__level check (level in ('pool', 'project', 'country')),
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
  constraint budget_cell__key unique (
    area_id, scope_id, level, year, month, country_code, project_pool_code, budget_dept_code, fsc_id, product_class, product_line_code, currency
  )
);
create index budget_cell__scope on budget_cell (scope_id, id);

-- What a cell's budgets moved on a day of their area, and the same by month; only what moved.
create table budget_turnover (
  span text not null constraint budget_turnover__span check (span in ('day', 'month')),
  day date not null,
  cell_id int not null references budget_cell,
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
  constraint budget_turnover__pk primary key (span, day, cell_id)
);

-- Up to when an area's days are added up; a day that is over for an hour gets no posting any more.
create table budget_closing (
  area_id int not null,
  -- The first day that is not; `closed_at` is its beginning in the area.
  closed_until date not null,
  closed_at timestamptz not null,
  constraint budget_closing__pk primary key (area_id)
);

-- A run of the ledger's checks, asked for by somebody or by the night, and what it found.
create table budget_check (
  id bigint generated always as identity,
  state text not null constraint budget_check__state check (state in ('asked', 'running', 'done', 'failed')),
  asked_by int references app_user,
  asked_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Until then the run belongs to the worker that took it; `attempt` is its number.
  leased_until timestamptz,
  attempt int not null default 0,
  -- Per check: how far it is, how long it took, how many differences there are, and the first of them.
  steps jsonb not null default '[]',
  differences int,
  reason text,
  constraint budget_check__pk primary key (id)
);
create unique index budget_check__night on budget_check (asked_at) where asked_by is null;
create index budget_check__open on budget_check (id) where state in ('asked', 'running');

-- Finance looks at the checks and asks for them; whoever may see budgets sees the pictures of them.
insert into role_right (role_code, right_code)
select distinct role_code, r.right_code from role_right, (values ('budget.check.view'), ('budget.check.run')) as r (right_code)
where role_code in ('countryFinance', 'regionalFinance', 'hqFinance', 'hqBudget') and role_right.right_code = 'budget.country.view'
union select 'auditor', 'budget.check.view';
