-- Messages that could not be taken because of what they say. They wait for a person (docs/operations.md); all others go on.
create table outbox_aside (
  id bigint not null,
  topic text not null,
  payload jsonb not null,
  at timestamptz not null,
  reason text not null,
  set_aside_at timestamptz not null default now(),
  constraint outbox_aside__pk primary key (id)
);
