-- Files that people attach to a document or to an opinion. The bytes are in the files store under `attachments/<key>`;
-- the row says whose they are, and so who may read them.
create table attachment (
  -- Random, unguessable: knowing one is still no right to read it.
  key text not null,
  uploader_id integer not null references app_user (id),
  -- As the uploader's device called it, cleaned of what a name must not hold.
  name text not null,
  -- By its content, never by its name.
  media_type text not null,
  -- Null until the last byte arrived: a row is there before its bytes, so that nothing lies in the store unaccounted for.
  size integer,
  sha256 text,
  created_at timestamptz not null,
  -- What it belongs to, once an action has named it. A document's file may be in several of its rounds.
  purpose text,
  document_type text,
  document_id bigint,
  -- Of an opinion: the round it was given in.
  round integer,
  bound_at timestamptz,
  -- Taken out of a draft again; it may be put back until it is swept.
  released_at timestamptz,
  -- Nobody may name it any more; its bytes go next, then the row.
  removed_at timestamptz,
  constraint attachment__pk primary key (key),
  constraint attachment__key check (key ~ '^[0-9a-f]{40}$'),
  constraint attachment__purpose check (purpose in ('document', 'opinion')),
  constraint attachment__bound check (
    (purpose is null) = (document_id is null) and (purpose is null) = (document_type is null) and (purpose is null) = (bound_at is null)
    and (purpose is null or (size is not null and removed_at is null))
  ),
  constraint attachment__round check ((purpose = 'opinion') = (round is not null)),
  constraint attachment__whole check ((size is null) = (sha256 is null))
);
create index attachment__document on attachment (document_id) where document_id is not null;
create index attachment__unbound on attachment (uploader_id, created_at) where document_id is null;

-- What a round was submitted with, in the order of the form.
create table document_attachment (
  document_id bigint not null,
  round integer not null,
  position smallint not null,
  key text not null references attachment (key),
  constraint document_attachment__pk primary key (document_id, round, position),
  constraint document_attachment__once unique (document_id, round, key)
);
create index document_attachment__key on document_attachment (key);

-- Who uploaded, bound, released and removed what; it outlives the file.
create table attachment_event (
  id bigint generated always as identity,
  key text not null,
  event text not null,
  -- Null where the clock did it.
  actor_id integer references app_user (id),
  at timestamptz not null,
  document_type text,
  document_id bigint,
  -- Name, size and hash, where the event brings them.
  detail jsonb not null default '{}',
  constraint attachment_event__pk primary key (id),
  constraint attachment_event__event check (event in ('upload', 'bind', 'release', 'remove', 'sweep'))
);
create index attachment_event__key on attachment_event (key);
create index attachment_event__document on attachment_event (document_id) where document_id is not null;
create trigger attachment_event__append_only before update or delete or truncate on attachment_event
  for each statement execute function refuse_change();

-- A link is for one thing: to keep the file, or to look at it in the page.
alter table file_link add column purpose text not null default 'download',
  add constraint file_link__purpose check (purpose in ('download', 'preview'));
