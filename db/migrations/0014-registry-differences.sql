-- Which documents the nightly comparison of the registry found otherwise, and what of each: the figure of system health leads to them.
-- A document is named by its number, because a row of the registry may have had no document.
create table document_difference (
  at timestamptz not null,
  document_id bigint not null,
  document_type text not null,
  no text not null,
  fields text[] not null,
  constraint document_difference__pk primary key (at, document_id),
  constraint document_difference__fields check (cardinality(fields) > 0)
);
alter table document_comparison drop column numbers;
