-- What a session tells of itself, how lately its person proved who he is, and looking at the product as another person.

alter table session
  -- When the person last signed in at the provider, by the provider's clock; null where it did not say.
  add column auth_at timestamptz,
  add column address text,
  add column device text,
  -- Who looks, where the session shows the product as another person sees it: it reads, and ends with the one it came from.
  add column viewer jsonb,
  add column parent_id bigint references session on delete cascade,
  drop constraint session__kind,
  add constraint session__kind check (kind in ('sso', 'chat', 'view')),
  add constraint session__viewer check ((kind = 'view') = (viewer is not null) and (kind = 'view') = (parent_id is not null));
create index session__parent on session (parent_id) where parent_id is not null;

alter table ticket add column auth_at timestamptz;

-- A person who is signed in proves it once more: the provider is asked for a fresh sign-in.
alter table sign_in_attempt add column step_up boolean not null default false;

-- Counts sessions that ended, so that a process that keeps something open for one learns of it by reading one row.
create table session_epoch (
  only_row boolean not null default true,
  ended bigint not null default 0,
  constraint session_epoch__pk primary key (only_row),
  constraint session_epoch__one check (only_row)
);
insert into session_epoch default values;
create function bump_session_epoch() returns trigger
language plpgsql as $$
begin
  update session_epoch set ended = ended + 1;
  return null;
end $$;
create trigger session__ended after delete on session
  for each statement execute function bump_session_epoch();
