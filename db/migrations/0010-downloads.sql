-- The download centre: work that a person started and fetches later. Each task is its person's alone.
create table download_task (
  id bigint generated always as identity,
  user_id int not null references app_user,
  name text not null,
  -- On the wire as the spec numbers them: 1 import, 2 download; 1 processing, 2 success, 3 failed.
  type smallint not null constraint download_task__type check (type in (1, 2)),
  status smallint not null default 1 constraint download_task__status check (status in (1, 2, 3)),
  request jsonb not null,
  -- The same request of the same person runs once at a time: a repeated click finds the task that runs.
  request_hash text not null,
  -- Grows with every start. Whoever works for an earlier one finds that he is no longer asked.
  run int not null default 0,
  -- Starts since the person last asked; a task that ends its worker again and again is given up.
  attempts int not null default 0,
  rows_done int not null default 0,
  rows_total int,
  -- Why it failed: key and parameters of a text.
  result jsonb,
  file_key text,
  file_size bigint,
  -- Organisations whose rows the file may hold: who no longer sees them all no longer gets it.
  file_scope jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Sign of life of whoever works on it, by the database's clock.
  beat_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint download_task__pk primary key (id),
  constraint download_task__file check ((file_key is null) or (status = 2 and file_size is not null and expires_at is not null))
);
create index download_task__mine on download_task (user_id, id desc);
create unique index download_task__once on download_task (user_id, request_hash) where status = 1;
create index download_task__running on download_task (beat_at) where status = 1;
create index download_task__expiring on download_task (expires_at) where file_key is not null;
create unique index download_task__file_key on download_task (file_key) where file_key is not null;

-- A link to a file, made for one person of one session and good for a short time; only its hash is kept.
create table file_link (
  hash bytea not null,
  session_id bigint not null references session on delete cascade,
  file_key text not null,
  expires_at timestamptz not null,
  constraint file_link__pk primary key (hash)
);
create index file_link__session on file_link (session_id);
create index file_link__expires on file_link (expires_at);

-- Who sees country budgets may take them along, but for the team lead: a right of its own.
insert into role_right (role_code, right_code)
select code, 'budget.country.export' from role
 where code in ('channelManager', 'manager', 'rsm', 'rcsm', 'countryFinance', 'rsd', 'regionalFinance', 'hqBudget', 'hqPricing', 'hqFinance', 'auditor');
