-- What happened to whom, how he is told outside the pages, and what he wants of it (docs/decisions/026).

-- Where mail goes. Several accounts may share a mailbox.
alter table app_user
  add email text,
  add constraint app_user__email check (email ~ '^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$' and length(email) <= 254);

-- One row a person and notice, seen by that person alone; removed after a time (NOTIFICATION_DAYS).
create table notification (
  id bigint generated always as identity,
  user_id int not null references app_user,
  kind text not null,
  document_type text not null,
  document_id bigint not null,
  round int not null,
  no text not null,
  task_id bigint,
  -- Null for what the clock did.
  actor_id int references app_user,
  -- The beginning of what the actor wrote.
  opinion text,
  at timestamptz not null,
  read_at timestamptz,
  constraint notification__pk primary key (id),
  constraint notification__kind check (kind in ('task', 'approved', 'rejected', 'returned', 'withdrawn', 'terminated', 'copied',
    'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver'))
);
create index notification__person on notification (user_id, id desc);
create index notification__unread on notification (user_id, id desc) where read_at is null;
-- Who acts on a document has read what was said of it.
create index notification__document on notification (document_id, user_id) where read_at is null;
create index notification__age on notification (at);

-- One message to one person by one channel. Its id is what the outside knows it by, however often it is tried.
create table notification_delivery (
  id uuid not null default gen_random_uuid(),
  user_id int not null references app_user,
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
  constraint notification_delivery__kind check (kind in ('notices', 'digest', 'test')),
  constraint notification_delivery__state check (state in ('gathering', 'sending', 'sent', 'failed', 'dropped')),
  constraint notification_delivery__ended check ((ended_at is not null) = (state in ('sent', 'failed', 'dropped')))
);
-- Of one person and channel one message gathers at a time.
create unique index notification_delivery__gathering on notification_delivery (user_id, channel)
  where state = 'gathering' and kind = 'notices';
create index notification_delivery__due on notification_delivery (due_at) where state in ('gathering', 'sending');
create index notification_delivery__failed on notification_delivery (ended_at) where state = 'failed';
create index notification_delivery__ended on notification_delivery (ended_at);
create index notification_delivery__person on notification_delivery (user_id, created_at);

create table notification_delivery_item (
  delivery_id uuid not null references notification_delivery on delete cascade,
  notification_id bigint not null references notification on delete cascade,
  constraint notification_delivery_item__pk primary key (delivery_id, notification_id)
);
create index notification_delivery_item__notification on notification_delivery_item (notification_id);

-- What a person wants; who has no row has the defaults (kernel/notify/settings.ts).
create table notification_setting (
  user_id int not null references app_user,
  -- By kind and channel, where it differs from the default: {"copied": {"mail": false}}.
  kinds jsonb not null default '{}',
  -- Null: the zone of the organisation.
  zone text,
  quiet boolean not null default false,
  quiet_from text not null default '20:00',
  quiet_until text not null default '08:00',
  -- 1 is Monday. The digest comes on these days.
  weekdays int[] not null default '{1,2,3,4,5}',
  -- All of the other days is quiet as well.
  quiet_other_days boolean not null default false,
  digest_time text not null default '08:30',
  next_digest_at timestamptz not null,
  last_digest_at timestamptz,
  updated_at timestamptz not null,
  constraint notification_setting__pk primary key (user_id),
  constraint notification_setting__zone check (zone ~ '^UTC[+-](0\d|1[0-4]):[0-5]\d$'),
  constraint notification_setting__clock check (
    quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$' and quiet_until ~ '^([01]\d|2[0-3]):[0-5]\d$' and digest_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint notification_setting__weekdays check (cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]),
  constraint notification_setting__size check (octet_length(kinds::text) <= 4096)
);
create index notification_setting__digest on notification_setting (next_digest_at);
