-- Other systems, what is told to them and fetched from them.

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
  -- The account that stands for the system in the audit; made when it first writes. It can never sign in.
  user_id int,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint external_system__pk primary key (code),
  constraint external_system__id unique (id),
  constraint external_system__timeout check ((timeout_seconds >= 1) and (timeout_seconds <= 60)),
  constraint external_system__type check (type in ('erp', 'wms', 'idc', 'finance', 'other')),
  constraint external_system_user_id_fkey foreign key (user_id) references app_user(id)
);

-- One record of ours, one direction, one system.
create table sync_setting (
  code text not null,
  name_zh text not null,
  name_en text not null,
  record_code text not null,
  direction text not null,
  system_code text not null,
  path text not null,
  organisation_id int,
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
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint sync_setting__pk primary key (code),
  constraint sync_setting__id unique (id),
  constraint sync_setting__direction check (direction in ('outbound', 'inbound')),
  constraint sync_setting__paging check (paging in ('cursor', 'updatedSince')),
  constraint sync_setting__policy check (((attempts >= 1) and (attempts <= 50)) and ((back_off_seconds >= 1) and (back_off_seconds <= 3600)) and ((dead_after_hours >= 1) and (dead_after_hours <= 720))),
  constraint sync_setting_organisation_id_fkey foreign key (organisation_id) references organisation(id),
  constraint sync_setting_record_code_fkey foreign key (record_code) references record_kind(code),
  constraint sync_setting_system_code_fkey foreign key (system_code) references external_system(code)
);
create index sync_setting__record on sync_setting (record_code) where enabled and (direction = 'outbound');
create index sync_setting__system on sync_setting (system_code);

-- A version of a record that a system is told: the spec's words for pushes (section 4), domain.md 7.4.
create table sync_push (
  id bigint generated always as identity not null,
  -- What the receiver knows it by, at every attempt.
  message_id text not null default ('msg_' || replace((gen_random_uuid())::text, '-', '')),
  setting_code text not null,
  record_id bigint not null,
  record_key text not null,
  record_version int not null,
  act text not null,
  scope_id int,
  state text not null default 'pendingPushed',
  -- What is sent, letter for letter the same at every attempt; made at the first.
  body text,
  -- Grows with every attempt: a worker of an earlier attempt sees by it that another has taken over.
  run int not null default 0,
  -- Attempts since it was last asked for, and when that was.
  attempts int not null default 0,
  asked_at timestamptz not null,
  -- Who did something by hand; null: nobody, the change itself asked for it.
  requested_by int,
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
  constraint sync_push__due check ((next_attempt_at is not null) = (state in ('pendingPushed', 'pushing', 'pushed'))),
  constraint sync_push__state check (state in ('nonPush', 'pendingPushed', 'pushing', 'pushed', 'succeededPushed', 'failedPushed')),
  constraint sync_push_requested_by_fkey foreign key (requested_by) references app_user(id),
  constraint sync_push_setting_code_fkey foreign key (setting_code) references sync_setting(code)
);
create index sync_push__due on sync_push (next_attempt_at) where state in ('pendingPushed', 'pushing', 'pushed');
create index sync_push__failed on sync_push (setting_code) where state = 'failedPushed';
create index sync_push__newest on sync_push (created_at, id);
create index sync_push__open on sync_push (setting_code, record_id, id) where state in ('pendingPushed', 'pushing', 'pushed', 'failedPushed');
create index sync_push__scope on sync_push (scope_id, id);

-- One run of a setting: rows fetched, all rows told anew, or a trial.
create table sync_run (
  id bigint generated always as identity not null,
  setting_code text not null,
  kind text not null,
  trigger text not null,
  -- Null: the schedule.
  started_by int,
  state text not null default 'pending',
  -- Grows with every claim: a worker of an earlier claim sees by it that another has taken over.
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
  constraint sync_run__state check (state in ('pending', 'processing', 'succeeded', 'pullFail', 'pushFail', 'stopped')),
  constraint sync_run__trigger check (trigger in ('schedule', 'manual')),
  constraint sync_run_setting_code_fkey foreign key (setting_code) references sync_setting(code),
  constraint sync_run_started_by_fkey foreign key (started_by) references app_user(id)
);
create index sync_run__due on sync_run (due_at) where due_at is not null;
create index sync_run__newest on sync_run (created_at, id);
-- One run of a setting at a time, whoever wants another.
create unique index sync_run__one on sync_run (setting_code) where (state in ('pending', 'processing')) and (kind <> 'ping');
create index sync_run__setting on sync_run (setting_code, id);

-- Rows of a run that were refused, each with its reasons, so that nothing that another system sent is lost.
create table sync_refused (
  run_id bigint not null,
  position int not null,
  record_key text,
  row jsonb not null,
  reasons jsonb not null,
  constraint sync_refused__pk primary key (run_id, "position"),
  constraint sync_refused_run_id_fkey foreign key (run_id) references sync_run(id) on delete cascade
);
