-- Imports: a file, its rows as they were read and mended, what each would do and did. A run is its person's alone;
-- its card in the download centre is a download_task of type 1, changed in the same transactions.
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
  -- While it is taken back: where it stands again if that is refused.
  prior_state text,
  mode text,
  version int not null default 0,
  -- Grows with every start of a phase; whoever works for an earlier one finds that he is no longer asked.
  start int not null default 0,
  attempts int not null default 0,
  -- Of the phase under way: since when, and how far it is.
  phase_at timestamptz not null,
  rows_done int not null default 0,
  rows_to_do int,
  -- How many rows there are of each kind; counted anew whenever rows are checked.
  rows_create int not null default 0,
  rows_update int not null default 0,
  rows_same int not null default 0,
  rows_bad int not null default 0,
  rows_removed int not null default 0,
  rows_applied int not null default 0,
  rows_undone int not null default 0,
  -- Titles that nothing was read from; why it failed: keys and parameters of texts.
  warnings jsonb not null default '[]',
  reason jsonb,
  result_url text,
  -- Idempotency keys: of the upload, and of the last call that changed it.
  upload_key text,
  last_key text,
  -- Of the call that set the phase going; its audit rows name it.
  request_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Sign of life of whoever works on it, by the database's clock.
  beat_at timestamptz not null default now(),
  -- File and rows are gone after their time; then it can no longer be taken back.
  purged_at timestamptz,
  constraint import_run__pk primary key (id),
  constraint import_run__task unique (task_id),
  constraint import_run__upload unique (user_id, upload_key),
  constraint import_run__language check (language in ('zh', 'en')),
  constraint import_run__mode check (mode in ('all', 'good')),
  constraint import_run__state check (
    state in ('reading', 'checked', 'running', 'stopped', 'done', 'failed', 'undoing', 'undone', 'discarded')
  )
);
create index import_run__mine on import_run (user_id, id desc);
create index import_run__same_file on import_run (kind, file_sha256);
create index import_run__at_work on import_run (beat_at) where state in ('reading', 'running', 'undoing');
create index import_run__kept on import_run (updated_at) where purged_at is null;

create table import_row (
  run_id bigint not null references import_run on delete cascade,
  -- As Excel numbers it, from 1.
  row int not null,
  -- As they stand in the file, by column; `kinds` names the cells that are no text, `edited` holds what the person made of them.
  texts jsonb not null,
  kinds jsonb,
  edited jsonb,
  -- What was read of them, where that is all good.
  parsed jsonb,
  -- create, update, same, bad, removed.
  action text not null,
  -- A bad row with a key is one whose key another row has.
  key text,
  before jsonb,
  after jsonb,
  basis jsonb,
  errors jsonb,
  warnings jsonb,
  constraint import_row__pk primary key (run_id, row),
  constraint import_row__action check (action in ('create', 'update', 'same', 'bad', 'removed'))
);
create index import_row__action on import_row (run_id, action, row);
create index import_row__key on import_row (run_id, key) where key is not null;

-- What was written of a row, and what it takes to take it back. Beside the row and not in it: narrow, and only ever added to.
create table import_applied (
  run_id bigint not null references import_run on delete cascade,
  row int not null,
  undo jsonb not null,
  applied_at timestamptz not null,
  undone_at timestamptz,
  constraint import_applied__pk primary key (run_id, row)
);
