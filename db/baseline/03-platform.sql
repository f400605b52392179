-- The audit, the outbox, settings, files, notifications, exports, imports and what lists keep.

-- Files that people attach to a document or to an opinion. The bytes are in the files store under `attachments/<key>`;
-- the row says whose they are, and so who may read them.
create table attachment (
  -- Random, unguessable: knowing one is still no right to read it.
  key text not null,
  uploader_id int not null,
  -- As the uploader's device called it, cleaned of what a name must not hold.
  name text not null,
  -- By its content, never by its name.
  media_type text not null,
  -- Null until the last byte arrived: a row is there before its bytes, so that nothing lies in the store unaccounted for.
  size int,
  sha256 text,
  created_at timestamptz not null,
  -- What it belongs to, once an action has named it. A document's file may be in several of its rounds.
  purpose text,
  document_type text,
  document_id bigint,
  -- Of an opinion: the round it was given in.
  round int,
  bound_at timestamptz,
  -- Taken out of a draft again; it may be put back until it is swept.
  released_at timestamptz,
  -- Nobody may name it any more; its bytes go next, then the row.
  removed_at timestamptz,
  -- A picture is written anew before it is kept: `sha256` is of what is kept, `source_sha256` of what was handed in. By the
  -- second the same file is noticed when its uploader brings it again.
  source_sha256 text,
  -- A picture of a record is an attachment of its own kind and keeps a fingerprint of how it looks (docs/decisions/040).
  picture_hash bigint,
  picture_bands int[] generated always as (
case
    when (picture_hash is not null) then array[((picture_hash & (65535)::bigint))::integer, ((((picture_hash >> 16) & (65535)::bigint))::integer + 65536), ((((picture_hash >> 32) & (65535)::bigint))::integer + 131072), ((((picture_hash >> 48) & (65535)::bigint))::integer + 196608)]
    else null::integer[]
end) stored,
  constraint attachment__pk primary key (key),
  constraint attachment__bound check (((purpose is null) = (document_id is null)) and ((purpose is null) = (document_type is null)) and ((purpose is null) = (bound_at is null)) and ((purpose is null) or ((size is not null) and (removed_at is null)))),
  constraint attachment__key check (key ~ '^[0-9a-f]{40}$'),
  constraint attachment__purpose check (purpose in ('document', 'opinion', 'record')),
  constraint attachment__round check ((purpose = 'opinion') = (round is not null)),
  constraint attachment__whole check (((size is null) = (sha256 is null)) and ((size is null) = (source_sha256 is null))),
  constraint attachment_uploader_id_fkey foreign key (uploader_id) references app_user(id)
);
create index attachment__content on attachment (source_sha256) where purpose = 'record';
create index attachment__document on attachment (document_id) where document_id is not null;
-- Of files that documents were handed in with: the same content, whoever brought it.
create index attachment__document_content on attachment (source_sha256) where purpose = 'document';
create index attachment__kept_content on attachment (sha256) where purpose = 'record';
create index attachment__looks on attachment using gin (picture_bands) where purpose = 'record';
create index attachment__same on attachment (uploader_id, source_sha256) where source_sha256 is not null;
create index attachment__unbound on attachment (uploader_id, created_at) where document_id is null;

-- Who uploaded, bound, released and removed what; it outlives the file.
create table attachment_event (
  id bigint generated always as identity not null,
  key text not null,
  event text not null,
  -- Null where the clock did it.
  actor_id int,
  at timestamptz not null,
  document_type text,
  document_id bigint,
  -- Name, size and hash, where the event brings them.
  detail jsonb not null default '{}'::jsonb,
  constraint attachment_event__pk primary key (id),
  constraint attachment_event__event check (event in ('upload', 'bind', 'release', 'remove', 'sweep')),
  constraint attachment_event_actor_id_fkey foreign key (actor_id) references app_user(id)
);
create index attachment_event__document on attachment_event (document_id) where document_id is not null;
create index attachment_event__key on attachment_event (key);

-- Append-only. Each row carries the hash of the row before it of the same document.
create table audit_entry (
  id bigint generated always as identity not null,
  xid xid8 not null default pg_current_xact_id(),
  document_type text,
  document_id bigint,
  action text not null,
  actor_id int,
  at timestamptz not null,
  from_state text,
  to_state text,
  detail jsonb not null,
  request_id text not null,
  previous_hash bytea,
  hash bytea not null,
  -- The audit says of every entry for whom it was done and from where, and keeps more than changes: calls that change something
  -- without being a document or a record, attempts that were refused, and who read what is sensitive.
  kind text not null default 'change',
  -- What people search by: the number of a document, the key of a record, the path of a call.
  subject text,
  -- Whom the actor stood in for: a substitute for their principal, an administrator for the person whose view they opened.
  behalf_of_id int,
  address text,
  -- What the hash covers: 1 without the columns above, 2 with them.
  form smallint not null default 1,
  constraint audit_entry__pk primary key (id),
  constraint audit_entry__kind check (kind in ('change', 'call', 'refusal', 'read')),
  constraint audit_entry__whole check ((kind <> 'change') or ((actor_id is not null) and (document_type is not null) and (document_id is not null)))
);
create index audit_entry__actor on audit_entry (actor_id, document_type, kind, at, id);
create index audit_entry__actor_address on audit_entry (actor_id, address, document_type, kind, at, id);
create index audit_entry__address on audit_entry (address, document_type, kind, at, id);
-- Each answers one way to look for entries, the newest first; all but the subject and the request grow at their end.
create index audit_entry__at on audit_entry (at, id);
create index audit_entry__behalf on audit_entry (behalf_of_id, at, id) where behalf_of_id is not null;
create index audit_entry__document on audit_entry (document_id, id);
create index audit_entry__request on audit_entry (request_id, at, id);
create index audit_entry__subject on audit_entry (subject text_pattern_ops, at, id);
create index audit_entry__type on audit_entry (document_type, kind, at, id);
-- The checkpointer looks every minute for the rows since its last checkpoint: without an index it reads every row there ever was.
create index audit_entry__xid on audit_entry (xid, id);

-- What was told outside of the newest checkpoint, and where: told once, and never taken back.
create table audit_anchor (
  id bigint generated always as identity not null,
  checkpoint_id bigint not null,
  target text not null,
  at timestamptz not null,
  constraint audit_anchor__pk primary key (id),
  constraint audit_anchor__told unique (target, checkpoint_id)
);

-- The checkpointer chains closed batches of audit rows; xid_below is the horizon it had reached.
create table audit_checkpoint (
  id bigint generated always as identity not null,
  xid_below xid8 not null,
  entries int not null,
  previous_hash bytea,
  hash bytea not null,
  at timestamptz not null default product_now(),
  form smallint not null default 3,
  -- The last entry that the checkpoint holds.
  last_xid xid8,
  last_id bigint,
  leaves bytea,
  constraint audit_checkpoint__pk primary key (id),
  -- A checkpoint is of form 3: its entries in the order of their numbers.
  constraint audit_checkpoint__by_number check (form = 3),
  constraint audit_checkpoint__whole check ((form = 1) or ((last_xid is not null) and (last_id is not null) and (leaves is not null)))
);
-- The checkpoint without entries from which everything is checkpointed anew where older checkpoints are wrong (decision 076): there is at most one.
create unique index audit_checkpoint__anew on audit_checkpoint (entries) where (form = 3) and (entries = 0);

-- When a kind of list last changed; a cached total is true while its mark stands.
create table change_mark (
  kind text not null,
  mark bigint not null default 0,
  constraint change_mark__pk primary key (kind)
);

-- What a round was submitted with, in the order of the form.
create table document_attachment (
  document_id bigint not null,
  round int not null,
  position smallint not null,
  key text not null,
  constraint document_attachment__pk primary key (document_id, round, "position"),
  constraint document_attachment__once unique (document_id, round, key),
  constraint document_attachment_key_fkey foreign key (key) references attachment(key)
);
create index document_attachment__key on document_attachment (key);

-- Side effects of documents towards other systems: a row each, written in the transaction that approves; workers do them
-- afterwards and may try again. Done once for each document, round, line and effect.
create table document_effect (
  id bigint generated always as identity not null,
  document_type text not null,
  document_id bigint not null,
  scope_id int not null,
  round int not null,
  -- Null: of the whole document.
  line int,
  effect text not null,
  -- The spec's words for pushes (section 4).
  state text not null default 'pendingPushed',
  -- What is sent, letter for letter the same at every attempt; made at the first.
  body text,
  -- Grows with every attempt: a worker of an earlier attempt sees by it that another has taken over.
  run int not null default 0,
  -- Attempts since it was last asked for.
  attempts int not null default 0,
  -- When it is tried next; while an attempt is under way, when that one counts as lost. None once it is over.
  next_attempt_at timestamptz,
  -- Why the last attempt failed: key and parameters of a text.
  last_error jsonb,
  -- What the other system calls it.
  reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint document_effect__pk primary key (id),
  constraint document_effect__once unique nulls not distinct (document_id, round, line, effect),
  constraint document_effect__due check ((next_attempt_at is not null) = (state in ('pendingPushed', 'pushing'))),
  constraint document_effect__state check (state in ('pendingPushed', 'pushing', 'succeededPushed', 'failedPushed', 'nonPush')),
  constraint document_effect_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index document_effect__due on document_effect (next_attempt_at) where state in ('pendingPushed', 'pushing');
create index document_effect__failed on document_effect (document_id) where state = 'failedPushed';
create index document_effect__scope on document_effect (scope_id, document_id);

-- What another system has confirmed of a reserve of ours: one row for each round of a document that such a system is asked
-- for. The reserve itself is the ledger's, inside the submit; a document without a row is Occupied from its submit on.
create table document_reserve (
  id bigint generated always as identity not null,
  document_type text not null,
  document_id bigint not null,
  scope_id int not null,
  round int not null,
  no text not null,
  -- Who looks after it: who raised the document.
  owner_id int not null,
  -- The spec's words (section 4); none: the other system holds nothing of it and need not be told.
  state text not null default 'occupying',
  -- Since when it is in this state.
  since timestamptz not null,
  -- What is said, letter for letter the same at every attempt; made at the first.
  body text,
  -- Grows with every attempt: a worker of an earlier attempt sees by it that another has taken over.
  run int not null default 0,
  -- Attempts since it was last asked for.
  attempts int not null default 0,
  -- An attempt is under way until then; what is older was lost with its process.
  lease_until timestamptz,
  next_attempt_at timestamptz,
  -- When it is given up and its owner told.
  deadline_at timestamptz not null,
  -- It may have arrived: the other system is asked by the key before it is told again.
  is_unsure boolean not null default false,
  -- Why the last attempt did not succeed: key and parameters of a text.
  last_error jsonb,
  -- What the other system calls it.
  reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint document_reserve__pk primary key (id),
  constraint document_reserve__round unique (document_id, round),
  constraint document_reserve__due check ((next_attempt_at is not null) = (state in ('occupying', 'releasing'))),
  constraint document_reserve__state check (state in ('occupying', 'occupied', 'failToOccupy', 'releasing', 'released', 'failToRelease', 'none')),
  constraint document_reserve_owner_id_fkey foreign key (owner_id) references app_user(id),
  constraint document_reserve_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index document_reserve__due on document_reserve (next_attempt_at) where state in ('occupying', 'releasing');
-- The repair board, and the filter of lists: what is not at rest is little.
create index document_reserve__open on document_reserve (scope_id, state) where state in ('occupying', 'failToOccupy', 'releasing', 'failToRelease');

-- The download centre: work that a person started and fetches later. Each task is its person's alone.
create table download_task (
  id bigint generated always as identity not null,
  user_id int not null,
  name text not null,
  -- On the wire as the spec numbers them: 1 import, 2 download; 1 processing, 2 success, 3 failed.
  type smallint not null,
  status smallint not null default 1,
  request jsonb not null,
  -- The same request of the same person runs once at a time: a repeated click finds the task that runs.
  request_hash text not null,
  -- Grows with every start: a worker of an earlier start sees by it that another has taken over.
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
  -- Exports: how long one runs, who still waits for it, and what its file needs of whoever fetches it.
  -- Of the run that is under way, by the product's clock: what remains of it, and when it has taken too long.
  started_at timestamptz,
  -- The last time that a polled call asked for it: who stopped asking and comes back wants the data of now.
  polled_at timestamptz,
  -- Rights of the columns that are in the file, beside those of its list.
  file_rights jsonb,
  -- A file may be fetched as long as its person still sees everything that they saw when it was made.
  file_limits jsonb,
  constraint download_task__pk primary key (id),
  constraint download_task__file check ((file_key is null) or ((status = 2) and (file_size is not null) and (expires_at is not null))),
  constraint download_task__status check (status in (1, 2, 3)),
  constraint download_task__type check (type in (1, 2)),
  constraint download_task_user_id_fkey foreign key (user_id) references app_user(id)
);
-- Tasks are forgotten after the window of the centre, and the card of an import with its run.
create index download_task__age on download_task (created_at);
create index download_task__expiring on download_task (expires_at) where file_key is not null;
create unique index download_task__file_key on download_task (file_key) where file_key is not null;
create index download_task__mine on download_task (user_id, id desc);
create unique index download_task__once on download_task (user_id, request_hash) where status = 1;
create index download_task__running on download_task (beat_at) where status = 1;

-- The first answer of an act, kept so that a repeat with the same key gets it again and changes nothing.
create table idempotency (
  actor_id int not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  constraint idempotency__pk primary key (actor_id, key)
);
create index idempotency__created on idempotency (created_at);

-- What was written of a row, and what it takes to take it back. Beside the row and not in it: narrow, and only ever added to.
create table import_applied (
  run_id bigint not null,
  row int not null,
  undo jsonb not null,
  applied_at timestamptz not null,
  undone_at timestamptz,
  made jsonb,
  constraint import_applied__pk primary key (run_id, "row")
);

create table import_row (
  run_id bigint not null,
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
  -- Rows of an import that become several documents: the part of the file that a row belongs to, and the document that got it.
  part text,
  constraint import_row__pk primary key (run_id, "row"),
  constraint import_row__action check (action in ('create', 'update', 'same', 'bad', 'removed'))
);
create index import_row__action on import_row (run_id, action, "row");
create index import_row__key on import_row (run_id, key) where key is not null;
-- What is wrong is looked for among few, however many are right.
create index import_row__wrong on import_row (run_id, "row") where errors is not null;

-- Imports: a file, its rows as they were read and mended, what each would do and did. A run is its person's alone;
-- its card in the download centre is a download_task of type 1, changed in the same transactions.
create table import_run (
  id bigint generated always as identity not null,
  task_id bigint not null,
  user_id int not null,
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
  -- Grows with every start of a phase: a worker of an earlier start sees by it that another has taken over.
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
  warnings jsonb not null default '[]'::jsonb,
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
  -- Whose organisations the rows of an import were read with: they are shown as long as the person still has all of them. Null where a run
  -- is older than this.
  scope jsonb,
  -- An import writes long after its call.
  address text,
  constraint import_run__pk primary key (id),
  constraint import_run__task unique (task_id),
  constraint import_run__upload unique (user_id, upload_key),
  constraint import_run__language check (language in ('zh', 'en')),
  constraint import_run__mode check (mode in ('all', 'good')),
  constraint import_run__state check (state in ('reading', 'checked', 'running', 'stopped', 'done', 'failed', 'undoing', 'undone', 'discarded')),
  constraint import_run_task_id_fkey foreign key (task_id) references download_task(id),
  constraint import_run_user_id_fkey foreign key (user_id) references app_user(id)
);
create index import_run__at_work on import_run (beat_at) where state in ('reading', 'running', 'undoing');
-- Whether a file of the store still belongs to a run, asked for a thousand at a time.
create index import_run__file on import_run (file_key) where purged_at is null;
create index import_run__kept on import_run (updated_at) where purged_at is null;
create index import_run__mine on import_run (user_id, id desc);
create index import_run__same_file on import_run (kind, file_sha256);

-- Figures that cost more than a look-up, kept while the kind's change mark stands (law 12), as totals are.
create unlogged table list_figure (
  key text not null,
  mark bigint not null,
  value jsonb not null,
  took_ms int not null,
  at timestamptz not null default now(),
  constraint list_figure__pk primary key (key)
);

-- Totals of lists, shared by all processes. Losing it costs a count, so it is not logged.
create unlogged table list_total (
  key text not null,
  mark bigint not null,
  total int not null,
  at timestamptz not null default now(),
  constraint list_total__pk primary key (key)
);

-- One row a person and notice, seen by that person alone; removed after a time (NOTIFICATION_DAYS).
create table notification (
  id bigint generated always as identity not null,
  user_id int not null,
  kind text not null,
  document_type text not null,
  document_id bigint not null,
  round int not null,
  no text not null,
  task_id bigint,
  -- Null for what the clock did.
  actor_id int,
  -- The beginning of what the actor wrote.
  opinion text,
  at timestamptz not null,
  read_at timestamptz,
  constraint notification__pk primary key (id),
  -- Finance is told of the withholds that a month's end has prepared: the notice is kept like any other.
  constraint notification__kind check (kind in ('task', 'approved', 'partiallyApproved', 'reduced', 'rejected', 'returned', 'withdrawn', 'terminated', 'copied', 'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver', 'failToOccupy', 'failToRelease', 'checkDifference', 'used', 'prepared', 'accountChanged', 'sessionsEnded', 'viewedAs', 'accessAsked', 'reachChanged')),
  constraint notification_actor_id_fkey foreign key (actor_id) references app_user(id),
  constraint notification_user_id_fkey foreign key (user_id) references app_user(id)
);
create index notification__age on notification (at);
-- Who acts on a document has read what was said of it.
create index notification__document on notification (document_id, user_id) where read_at is null;
create index notification__person on notification (user_id, id desc);
create index notification__unread on notification (user_id, id desc) where read_at is null;

-- One message to one person by one channel. Its id is what the outside knows it by, however often it is tried.
create table notification_delivery (
  id uuid not null default gen_random_uuid(),
  user_id int not null,
  channel text not null,
  kind text not null,
  -- gathering: takes more notices until it is due; sending: its content is closed, somebody sends it or will try again.
  state text not null default 'gathering',
  -- Of a digest: from when on it tells.
  since timestamptz,
  -- When it is sent, tried again, or, while somebody sends it, taken up by another.
  due_at timestamptz not null,
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint notification_delivery__pk primary key (id),
  constraint notification_delivery__channel check (channel in ('mail', 'chat')),
  constraint notification_delivery__ended check ((ended_at is not null) = (state in ('sent', 'failed', 'dropped'))),
  constraint notification_delivery__kind check (kind in ('notices', 'digest', 'test')),
  constraint notification_delivery__state check (state in ('gathering', 'sending', 'sent', 'failed', 'dropped')),
  constraint notification_delivery_user_id_fkey foreign key (user_id) references app_user(id)
);
create index notification_delivery__due on notification_delivery (due_at) where state in ('gathering', 'sending');
create index notification_delivery__ended on notification_delivery (ended_at);
create index notification_delivery__failed on notification_delivery (ended_at) where state = 'failed';
-- Of one person and channel one message gathers at a time.
create unique index notification_delivery__gathering on notification_delivery (user_id, channel) where (state = 'gathering') and (kind = 'notices');
create index notification_delivery__person on notification_delivery (user_id, created_at);

create table notification_delivery_item (
  delivery_id uuid not null,
  notification_id bigint not null,
  constraint notification_delivery_item__pk primary key (delivery_id, notification_id),
  constraint notification_delivery_item_delivery_id_fkey foreign key (delivery_id) references notification_delivery(id) on delete cascade,
  constraint notification_delivery_item_notification_id_fkey foreign key (notification_id) references notification(id) on delete cascade
);
create index notification_delivery_item__notification on notification_delivery_item (notification_id);

-- What a person wants; who has no row has the defaults (kernel/notify/settings.ts).
create table notification_setting (
  user_id int not null,
  -- By kind and channel, where it differs from the default: {"copied": {"mail": false}}.
  kinds jsonb not null default '{}'::jsonb,
  -- Null: the zone of the organisation.
  zone text,
  quiet boolean not null default false,
  quiet_from text not null default '20:00',
  quiet_until text not null default '08:00',
  -- 1 is Monday. The digest comes on these days.
  weekdays int[] not null default '{1,2,3,4,5}'::integer[],
  -- All of the other days is quiet as well.
  quiet_other_days boolean not null default false,
  digest_time text not null default '08:30',
  next_digest_at timestamptz not null,
  last_digest_at timestamptz,
  updated_at timestamptz not null,
  constraint notification_setting__pk primary key (user_id),
  constraint notification_setting__clock check ((quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$') and (quiet_until ~ '^([01]\d|2[0-3]):[0-5]\d$') and (digest_time ~ '^([01]\d|2[0-3]):[0-5]\d$')),
  constraint notification_setting__size check (octet_length((kinds)::text) <= 4096),
  constraint notification_setting__weekdays check (((cardinality(weekdays) >= 1) and (cardinality(weekdays) <= 7)) and (weekdays <@ array[1, 2, 3, 4, 5, 6, 7])),
  constraint notification_setting__zone check (zone ~ '^UTC[+-](0\d|1[0-4]):[0-5]\d$'),
  constraint notification_setting_user_id_fkey foreign key (user_id) references app_user(id)
);
create index notification_setting__digest on notification_setting (next_digest_at);

-- One row an action; a relay moves committed rows to jobs and change marks (nothing notifies inside a business transaction).
create table outbox (
  id bigint generated always as identity not null,
  topic text not null,
  payload jsonb not null,
  at timestamptz not null default now(),
  constraint outbox__pk primary key (id)
);

-- Messages that could not be taken because of what they say. They wait for a person (docs/operations.md); all others go on.
create table outbox_dead_letter (
  id bigint not null,
  topic text not null,
  payload jsonb not null,
  at timestamptz not null,
  reason text not null,
  set_aside_at timestamptz not null default product_now(),
  constraint outbox_dead_letter__pk primary key (id)
);

-- What the records of the product are called: the rows stand for definitions, and are written by every start.
create table record_kind (
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  constraint record_kind__pk primary key (code)
);

-- A view of a list: filters, order, page size, columns, density. A shared one is seen by those who see any of the organisations
-- that its owner sees (null: all of them); only its owner changes it.
create table saved_view (
  id bigint generated always as identity not null,
  owner_id int not null,
  list text not null,
  name text not null,
  is_shared boolean not null default false,
  shared_with int[],
  content jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  constraint saved_view__pk primary key (id),
  constraint saved_view__size check (octet_length((content)::text) <= 16384),
  constraint saved_view_owner_id_fkey foreign key (owner_id) references app_user(id)
);
create unique index saved_view__name on saved_view (owner_id, list, lower(name));
create index saved_view__shared on saved_view (list) where is_shared;

create table setting (
  kind text not null,
  key text not null,
  id bigint not null default nextval('document_id'::regclass),
  audit_hash bytea,
  constraint setting__pk primary key (kind, key),
  constraint setting__id unique (id)
);

create table setting_draft (
  kind text not null,
  key text not null,
  base_version int not null,
  content jsonb not null,
  note text not null default '',
  version int not null default 1,
  created_by int not null,
  created_at timestamptz not null,
  edited_by int not null,
  edited_at timestamptz not null,
  -- Everybody who worked on it: none of them may publish it.
  editors int[] not null default '{}'::integer[],
  -- A draft knows the content that it was begun from: what counts of roles and access is written by others than settings too.
  base_hash text,
  constraint setting_draft__pk primary key (kind, key),
  constraint setting_draft__size check (octet_length((content)::text) <= 131072),
  constraint approval_draft_created_by_fkey foreign key (created_by) references app_user(id),
  constraint approval_draft_edited_by_fkey foreign key (edited_by) references app_user(id)
);

-- Processes keep parameters, dictionaries and texts in memory: they ask for this number, and read anew where it has grown.
create table setting_epoch (
  only_one boolean not null default true,
  epoch bigint not null default 1,
  constraint setting_epoch__pk primary key (only_one),
  constraint setting_epoch__one check (only_one)
);

-- Published contents of kinds that have no table of their own; the newest version of a key counts. Those delivered with the product
-- were drafted and published by nobody.
create table setting_version (
  kind text not null,
  key text not null,
  version int not null,
  content jsonb not null,
  note text,
  drafted_by int,
  published_by int,
  at timestamptz not null default product_now(),
  constraint setting_version__pk primary key (kind, key, version),
  constraint setting_version__from_one check (version > 0),
  constraint setting_version__people_or_none check ((drafted_by is null) = (published_by is null)),
  constraint setting_version__two_people check (drafted_by <> published_by),
  constraint setting_version_drafted_by_fkey foreign key (drafted_by) references app_user(id),
  constraint setting_version_published_by_fkey foreign key (published_by) references app_user(id)
);

-- Small values by key: the columns and density of a list, the default view of a list.
create table user_preference (
  user_id int not null,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default product_now(),
  constraint user_preference__pk primary key (user_id, key),
  constraint user_preference__size check (octet_length((value)::text) <= 16384),
  constraint user_preference_user_id_fkey foreign key (user_id) references app_user(id)
);

-- A checkpoint gets its number from the checkpoint before it, and the sequence is moved on when the checkpoint is committed: were the number taken from the
-- sequence, a checkpoint that was rolled back would leave a gap, and verification would take the end of the chain for cut off.
create function audit_checkpointed(p_number bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  select setval(s.sequence, greatest(p_number, pg_sequence_last_value(s.sequence)))
  from (select pg_get_serial_sequence('public.audit_checkpoint', 'id')::regclass as sequence) s
$$;

-- A guarded write that touches other rows than expected is an error, not a silence.
create function must_touch(p_touched bigint, p_expected bigint) returns void
language plpgsql as $$
begin
  if p_touched <> p_expected then
    raise exception 'a guarded write touched % rows instead of %', p_touched, p_expected using errcode = 'KN001';
  end if;
end $$;

-- Numbers of documents come from sequences that are made when they are first needed. The application's role may make nothing,
-- so this is done as the owner; what it may be asked for is therefore checked.
create function next_document_number(p_prefix text, p_period text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_sequence text := format('document_number_%s_%s', lower(p_prefix), p_period);
begin
  if v_sequence !~ '^[a-z0-9_]{1,63}$' then
    raise exception 'no document is numbered % %', p_prefix, p_period using errcode = '22023';
  end if;
  loop
    begin
      return p_prefix || p_period || lpad(nextval(v_sequence::regclass)::text, 5, '0');
    exception when undefined_table then
      begin
        execute format('create sequence if not exists %I', v_sequence);
      exception when unique_violation then
        null; -- another transaction made it in the same moment
      end;
    end;
  end loop;
end $$;

-- The pattern that a keyword is looked for with: one or two letters or digits begin a word, anything else stands anywhere.
create function search_like(keyword text) returns text language sql immutable parallel safe as $$
  select case when t.given ~ '^[a-z0-9]{1,2}$' then '%^' || t.given || '%'
    else '%' || replace(replace(replace(public.search_encoded(t.given), '\', '\\'), '%', '\%'), '_', '\_') || '%' end
  from (select lower(btrim(keyword)) as given) t
$$;

create trigger attachment_event__append_only before delete or update or truncate on attachment_event for each statement execute function refuse_change();
create trigger audit_entry__append_only before delete or update or truncate on audit_entry for each statement execute function refuse_change();
create trigger audit_anchor__append_only before delete or update or truncate on audit_anchor for each statement execute function refuse_change();
create trigger audit_checkpoint__append_only before delete or update or truncate on audit_checkpoint for each statement execute function refuse_change();
create trigger setting_version__append_only before delete or update or truncate on setting_version for each statement execute function refuse_change();
