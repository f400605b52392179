-- What is changed by two people is one thing for every kind of setting: it was made for the routes of approvals.
alter table approval_setting rename to setting;
alter table setting rename constraint approval_setting__pk to setting__pk;
alter table setting rename constraint approval_setting__id to setting__id;
alter table setting drop constraint approval_setting__kind;

alter table approval_draft rename to setting_draft;
alter table setting_draft rename constraint approval_draft__pk to setting_draft__pk;
alter table setting_draft rename constraint approval_draft__size to setting_draft__size;
alter table setting_draft drop constraint approval_draft__kind;
-- Everybody who worked on it: none of them may publish it.
alter table setting_draft add column editors integer[] not null default '{}';
update setting_draft set editors = array(select distinct e from unnest(array[created_by, edited_by]) e);

-- Published contents of kinds that have no table of their own; the newest version of a key counts. Those delivered with the product
-- were drafted and published by nobody.
create table setting_version (
  kind text not null,
  key text not null,
  version integer not null,
  content jsonb not null,
  note text,
  drafted_by integer references app_user (id),
  published_by integer references app_user (id),
  at timestamptz not null default now(),
  constraint setting_version__pk primary key (kind, key, version),
  constraint setting_version__from_one check (version > 0),
  constraint setting_version__two_people check (drafted_by <> published_by),
  constraint setting_version__people_or_none check ((drafted_by is null) = (published_by is null))
);
create trigger setting_version__append_only before update or delete or truncate on setting_version
  for each statement execute function refuse_change();
