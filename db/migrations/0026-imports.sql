-- Imports: a file, its rows as they were read and mended, what each would do and did. A run is its person's alone;
-- its card in the download centre is a download_task of type 1.
create table import_run (
  id bigint generated always as identity,
  task_id bigint not null references download_task,
  user_id int not null references app_user,
  kind text not null,
  -- What the whole run is about: the header of a document, the region of a list.
  params jsonb not null,
  language text not null,
  file_key text not null,
  file_name text not null,
  file_size int not null,
  -- Of the bytes as they came: the same file twice is noticed.
  file_sha256 text not null,
  state text not null,
  mode text,
  version int not null default 0,
  -- Grows with every start of a phase; whoever works for an earlier one finds that he is no longer asked.
  start int not null default 0,
  attempts int not null default 0,
  rows_done int not null default 0,
  rows_to_do int,
  -- Titles that nothing was read from; why it failed: keys and parameters of texts.
  warnings jsonb not null default '[]',
  reason jsonb,
  result_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Sign of life of whoever works on it, by the database's clock.
  beat_at timestamptz not null default now(),
  constraint import_run__pk primary key (id),
  constraint import_run__task unique (task_id),
  constraint import_run__language check (language in ('zh', 'en')),
  constraint import_run__mode check (mode in ('all', 'good')),
  constraint import_run__state check (
    state in ('reading', 'checked', 'running', 'stopped', 'done', 'failed', 'undoing', 'undone', 'discarded')
  )
);
create index import_run__mine on import_run (user_id, id desc);
create index import_run__same_file on import_run (kind, file_sha256);
create index import_run__at_work on import_run (beat_at) where state in ('reading', 'running', 'undoing');

create table import_row (
  run_id bigint not null references import_run on delete cascade,
  -- As Excel numbers it, from 1.
  row int not null,
  -- As they stand in the file, by column; `edited` holds what the person made of them.
  texts jsonb not null,
  edited jsonb,
  -- Null while it is not checked: create, update, same, bad, removed.
  action text,
  key text,
  before jsonb,
  after jsonb,
  basis jsonb,
  errors jsonb,
  warnings jsonb,
  applied_at timestamptz,
  undo jsonb,
  undone_at timestamptz,
  constraint import_row__pk primary key (run_id, row),
  constraint import_row__action check (action in ('create', 'update', 'same', 'bad', 'removed'))
);
create index import_row__action on import_row (run_id, action, row);
create index import_row__key on import_row (run_id, key) where key is not null;
