-- Changes of master data by approval.

-- Changes of master data that go through an approval: of any record, a line for each field (docs/decisions/037).
create table record_change (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  change_kind text,
  record_kind text,
  record_key text,
  organisation_code text,
  reason text,
  constraint record_change__pk primary key (id),
  constraint record_change__no unique (no),
  constraint record_change__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint record_change_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index record_change__drafter on record_change (drafter_id, state, scope_id);
create index record_change__number on record_change (scope_id, no collate "C");
-- What a writer of the record, and whoever asks for another change of it, looks for.
create index record_change__open on record_change (record_kind, record_key) where state = 'underApproval';
create index record_change__scope on record_change (scope_id, id);

create table record_change_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  field text not null,
  old_value text,
  value text,
  constraint record_change_line__pk primary key (document_id, round, line_no),
  constraint record_change_line_document_id_fkey foreign key (document_id) references record_change(id)
);
