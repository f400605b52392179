-- The audit says of every entry for whom it was done and from where, and keeps more than changes: calls that change something
-- without being a document or a record, attempts that were refused, and who read what is sensitive.
alter table audit_entry
  add column kind text not null default 'change',
  -- What people search by: the number of a document, the key of a record, the path of a call.
  add column subject text,
  -- Whom the actor stood in for: an agent for his principal, an administrator for the person whose view he opened.
  add column behalf_of_id int,
  add column address text,
  -- What the hash covers: 1 until this migration, 2 with the columns above.
  add column form smallint not null default 1,
  alter column actor_id drop not null,
  alter column document_type drop not null,
  alter column document_id drop not null,
  add constraint audit_entry__kind check (kind in ('change', 'call', 'refusal', 'read')),
  add constraint audit_entry__whole check (kind <> 'change' or (actor_id is not null and document_type is not null and document_id is not null));

-- Their hashes do not cover it: what was searched by its number before is found by it from now on.
alter table audit_entry disable trigger audit_entry__append_only;
update audit_entry set subject = coalesce(detail ->> 'key', detail ->> 'no') where detail ? 'key' or detail ? 'no';
alter table audit_entry enable trigger audit_entry__append_only;

-- Each answers one way to look for entries, the newest first; all but the subject and the request grow at their end.
create index audit_entry__at on audit_entry (at, id);
create index audit_entry__actor on audit_entry (actor_id, at, id);
create index audit_entry__behalf on audit_entry (behalf_of_id, at, id) where behalf_of_id is not null;
create index audit_entry__type on audit_entry (document_type, at, id);
create index audit_entry__kind on audit_entry (kind, at, id) where kind <> 'change';
create index audit_entry__subject on audit_entry (subject text_pattern_ops, at, id);
create index audit_entry__request on audit_entry (request_id);
create index audit_entry__address on audit_entry (address, at, id);

-- Seals are written in pieces of bounded size, and name what they hold: `leaves` is, entry by entry in order, its id and the
-- beginning of its hash, so that what is missing, new or out of its place is named and not only noticed.
drop index audit_entry__xid;
create index audit_entry__xid on audit_entry (xid, id);
alter table audit_seal
  add column form smallint not null default 1,
  -- The last entry that the seal holds.
  add column last_xid xid8,
  add column last_id bigint,
  add column leaves bytea,
  add constraint audit_seal__whole check (form = 1 or (last_xid is not null and last_id is not null and leaves is not null));

-- What was told outside of the newest seal, and where: told once, and never taken back.
create table audit_head (
  id bigint not null generated always as identity,
  seal_id bigint not null,
  target text not null,
  at timestamptz not null,
  constraint audit_head__pk primary key (id),
  constraint audit_head__told unique (target, seal_id)
);
create trigger audit_head__append_only before update or delete or truncate on audit_head
  for each statement execute function refuse_change();

-- An import writes long after its call.
alter table import_run add column address text;

insert into role_right (role_code, right_code)
select code, 'auditing.entries.' || act from role, (values ('view'), ('export')) a (act) where code in ('itAdmin', 'auditor');
