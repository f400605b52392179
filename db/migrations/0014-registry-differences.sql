-- The documents whose row in the registry was wrong when the nightly comparison ran, with the columns that differed: the figure of system
-- health counts them and leads to their list. The number is kept, because a row of the registry may have had no document.
create table document_difference (
  at timestamptz not null,
  document_id bigint not null,
  document_type text not null,
  no text not null,
  fields text[] not null,
  constraint document_difference__pk primary key (at, document_id),
  constraint document_difference__fields check (cardinality(fields) > 0)
);
-- What a comparison found stands in the other table: this one says when it ran.
alter table document_comparison drop column numbers, drop column differences;
