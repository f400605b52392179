-- What the records of the product are called: the rows stand for definitions, and are written by every start.
create table record_kind (
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  constraint record_kind__pk primary key (code)
);

-- Other systems. What they are signed and asked with stands in the environment: here is only what it is called there.
create table external_system (
  code text not null,
  name_zh text not null,
  name_en text not null,
  type text not null,
  base_address text not null,
  secret_name text not null,
  token_name text,
  query_path text,
  timeout_seconds int not null,
  enabled boolean not null default true,
  -- The person of the product who stands for it in the audit; made when it first writes. He can never sign in.
  user_id int references app_user,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint external_system__pk primary key (code),
  constraint external_system__id unique (id),
  constraint external_system__type check (type in ('erp', 'wms', 'idc', 'finance', 'other')),
  constraint external_system__timeout check (timeout_seconds between 1 and 60)
);

-- One record of ours, one direction, one system.
create table sync_setting (
  code text not null,
  name_zh text not null,
  name_en text not null,
  record_code text not null references record_kind,
  direction text not null,
  system_code text not null references external_system,
  path text not null,
  organisation_id int references organisation,
  schedule text,
  timezone text,
  paging text,
  page_size int,
  mapping text,
  attempts int not null,
  back_off_seconds int not null,
  dead_after_hours int not null,
  enabled boolean not null default true,
  -- Kept by the runs, beside the record: nobody's version changes when a key moves.
  last_key text,
  next_run_at timestamptz,
  -- The schedule that next_run_at was reckoned from.
  planned_by text,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint sync_setting__pk primary key (code),
  constraint sync_setting__id unique (id),
  constraint sync_setting__direction check (direction in ('outbound', 'inbound')),
  constraint sync_setting__paging check (paging in ('cursor', 'updatedSince')),
  constraint sync_setting__policy check (attempts between 1 and 50 and back_off_seconds between 1 and 3600 and dead_after_hours between 1 and 720)
);
create index sync_setting__record on sync_setting (record_code) where enabled and direction = 'outbound';
create index sync_setting__system on sync_setting (system_code);

-- A version of a record that a system is told: the spec's words for pushes (section 4), domain.md 7.4.
create table sync_push (
  id bigint generated always as identity,
  -- What the receiver knows it by, at every attempt.
  message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  setting_code text not null references sync_setting,
  record_id bigint not null,
  record_key text not null,
  record_version int not null,
  act text not null,
  scope_id int,
  state text not null default 'pendingPushed',
  -- What is sent, letter for letter the same at every attempt; made at the first.
  body text,
  -- Grows with every attempt: who works on an earlier one finds that it is no longer his.
  run int not null default 0,
  -- Attempts since it was last asked for, and when that was.
  attempts int not null default 0,
  asked_at timestamptz not null,
  -- Who did something by hand; null: nobody, the change itself asked for it.
  asked_by int references app_user,
  -- Whether somebody may have had it: then it is asked for by its id before it is sent again.
  is_unsure boolean not null default false,
  next_attempt_at timestamptz,
  last_error jsonb,
  reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sync_push__pk primary key (id),
  constraint sync_push__message unique (message_id),
  constraint sync_push__once unique (setting_code, record_id, record_version),
  constraint sync_push__act check (act in ('create', 'update', 'approve', 'enable', 'disable', 'delete')),
  constraint sync_push__state check (state in ('nonPush', 'pendingPushed', 'pushing', 'pushed', 'succeededPushed', 'failedPushed')),
  constraint sync_push__due check ((next_attempt_at is not null) = (state in ('pendingPushed', 'pushing', 'pushed')))
);
create index sync_push__due on sync_push (next_attempt_at) where state in ('pendingPushed', 'pushing', 'pushed');
create index sync_push__open on sync_push (setting_code, record_id, id)
  where state in ('pendingPushed', 'pushing', 'pushed', 'failedPushed');
create index sync_push__failed on sync_push (setting_code) where state = 'failedPushed';
create index sync_push__newest on sync_push (created_at, id);
create index sync_push__scope on sync_push (scope_id, id);

-- One run of a setting: rows fetched, all rows told anew, or a trial.
create table sync_run (
  id bigint generated always as identity,
  setting_code text not null references sync_setting,
  kind text not null,
  trigger text not null,
  -- Null: the schedule.
  started_by int references app_user,
  state text not null default 'pending',
  -- Grows with every claim: who worked on it before finds that it is no longer his.
  claim int not null default 0,
  attempts int not null default 0,
  -- When it is due; while it runs, when it counts as lost. Null once it is over for good.
  due_at timestamptz,
  is_stopping boolean not null default false,
  first_key text,
  last_key text,
  rows_read int not null default 0,
  rows_written int not null default 0,
  rows_unchanged int not null default 0,
  rows_refused int not null default 0,
  last_error jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  constraint sync_run__pk primary key (id),
  constraint sync_run__kind check (kind in ('pull', 'fill', 'ping')),
  constraint sync_run__trigger check (trigger in ('schedule', 'manual')),
  constraint sync_run__state check (state in ('pending', 'processing', 'succeeded', 'pullFail', 'pushFail', 'stopped'))
);
-- One run of a setting at a time, whoever wants another.
create unique index sync_run__one on sync_run (setting_code) where state in ('pending', 'processing') and kind <> 'ping';
create index sync_run__due on sync_run (due_at) where due_at is not null;
create index sync_run__newest on sync_run (created_at, id);
create index sync_run__setting on sync_run (setting_code, id);

-- Rows of a run that were not taken, each with its reasons: nothing that another system said is lost.
create table sync_refused (
  run_id bigint not null references sync_run on delete cascade,
  position int not null,
  record_key text,
  row jsonb not null,
  reasons jsonb not null,
  constraint sync_refused__pk primary key (run_id, position)
);

-- Administrators keep systems and settings and run them by hand; auditors read.
insert into role_right (role_code, right_code)
select 'itAdmin', 'integration.' || r.record || '.' || v.verb
from (values ('system'), ('setting')) as r (record), (values ('view'), ('edit'), ('export'), ('import')) as v (verb);
insert into role_right (role_code, right_code) values
  ('itAdmin', 'integration.sync.run'), ('itAdmin', 'integration.log.view'), ('itAdmin', 'integration.log.export');
insert into role_right (role_code, right_code)
select 'auditor', r.code
from (values ('integration.system.view'), ('integration.system.export'), ('integration.setting.view'), ('integration.setting.export'),
  ('integration.log.view'), ('integration.log.export')) as r (code);
