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
select r, 'approval.task.view' from unnest(array['firstLevel', 'marketing', 'businessFinance', 'financeManager', 'settlementFinance',
  'arAccountant', 'billing', 'tax', 'legal', 'treasury', 'hqOwner', 'imeiAdmin']) r;

insert into approval_band (version, currency, bands) values (1, 'USD', '[
  {"code": "T1", "upTo": "10000.00", "levels": ["firstLevel", "rsm", "countryFinance"]},
  {"code": "T2", "upTo": "50000.00", "levels": ["firstLevel", "rsm", "countryFinance", "rcsm", "rsd"]},
  {"code": "T3", "upTo": "200000.00", "levels": ["firstLevel", "rsm", "countryFinance", "rcsm", "rsd", "regionalFinance"]},
  {"code": "T4", "upTo": null, "levels": ["firstLevel", "rsm", "countryFinance", "rcsm", "rsd", "regionalFinance", "hqOwner", "hqFinance"],
   "raisedWhen": "belowFloor = true or closedPeriod = true or writeOff = true"}
]');
