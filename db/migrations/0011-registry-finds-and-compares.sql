-- What people call a thing, as text in which a word is found by an index of trigrams (decision 039): of documents that have a name, of schemes,
-- people, accounts and stores. The registry of documents keeps the name of those that have one; the indexes hold no other document.
alter table document add column name text;
alter table document add column search text generated always as (case when name is null then null else search_of(variadic array[no, name]) end) stored;
update document d set name = a.name from scheme_application a where a.id = d.document_id and a.name is not null;
create index document__named on document (document_id) where name is not null;
create index document__search on document using gin (search gin_trgm_ops) where name is not null;

alter table scheme add column search text generated always as (search_of(variadic array[no, name])) stored not null;
create index scheme__search on scheme using gin (search gin_trgm_ops);
create index scheme__scope_no on scheme (scope_id, no);

alter table person add column search text generated always as (search_of(variadic array[code, name_zh, name_en])) stored not null;
create index person__search on person using gin (search gin_trgm_ops);

alter table store add column search text generated always as (search_of(variadic array[code, name_zh, name_en, city])) stored not null;
create index store__search on store using gin (search gin_trgm_ops);

alter table app_user add column search text generated always as (search_of(variadic array[account, name_zh, name_en])) stored not null;
create index app_user__search on app_user using gin (search gin_trgm_ops);
create index app_user__scope_account on app_user (scope_id, account);
drop index app_user__scope;

-- What the nightly comparison of the registry with the documents of every type found and mended.
create table document_comparison (
  at timestamptz not null,
  differences int not null,
  numbers text[] not null,
  constraint document_comparison__pk primary key (at)
);
