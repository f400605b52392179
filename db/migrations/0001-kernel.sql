-- What every document stands on: numbers, repeated requests, audit, outbox, ledger, approvals.

-- One sequence for all documents, so that a document id alone names it everywhere (audit, journal, approval).
create sequence document_id;

-- A number series per prefix and period. A sequence, not a counter row: a row would serialise every commit.
create function next_document_number(p_prefix text, p_period text) returns text
language plpgsql as $$
declare
  v_sequence text := format('document_number_%s_%s', lower(p_prefix), p_period);
begin
  loop
    begin
      return p_prefix || p_period || lpad(nextval(v_sequence::regclass)::text, 5, '0');
    exception when undefined_table then
      begin
        execute format('create sequence if not exists %I', v_sequence);
      exception when unique_violation then
        null; -- another transaction made it in the same moment
      end;
    end;
  end loop;
end $$;

-- The first answer of an act, kept so that a repeat with the same key gets it again and changes nothing.
create table idempotency (
  actor_id int not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  constraint idempotency__pk primary key (actor_id, key)
);
create index idempotency__created on idempotency (created_at);

-- Append-only. Each row carries the hash of the row before it of the same document.
create table audit_entry (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  document_type text not null,
  document_id bigint not null,
  action text not null,
  actor_id int not null,
  at timestamptz not null,
  from_state text,
  to_state text,
  detail jsonb not null,
  request_id text not null,
  previous_hash bytea,
  hash bytea not null,
  constraint audit_entry__pk primary key (id)
);
create index audit_entry__document on audit_entry (document_id, id);

-- The sealer chains closed batches of audit rows; xid_below is the horizon it had reached.
create table audit_seal (
  id bigint generated always as identity,
  xid_below xid8 not null,
  entries int not null,
  previous_hash bytea,
  hash bytea not null,
  at timestamptz not null default now(),
  constraint audit_seal__pk primary key (id)
);

-- One row an action; a relay moves committed rows to jobs and change marks (nothing notifies inside a business transaction).
create table outbox (
  id bigint generated always as identity,
  topic text not null,
  payload jsonb not null,
  at timestamptz not null default now(),
  constraint outbox__pk primary key (id)
);

-- When a kind of list last changed; a cached total is true while its mark stands.
create table change_mark (
  kind text not null,
  mark bigint not null default 0,
  constraint change_mark__pk primary key (kind)
);

-- Totals of lists, shared by all processes. Losing it costs a count, so it is not logged.
create unlogged table list_total (
  key text not null,
  mark bigint not null,
  total int not null,
  at timestamptz not null default now(),
  constraint list_total__pk primary key (key)
);

-- Ledger: a journal is one action's postings; its key lets it be posted once.
create table ledger_journal (
  id bigint generated always as identity,
  document_type text not null,
  document_id bigint not null,
  round int not null,
  action text not null,
  sequence int not null,
  actor_id int not null,
  at timestamptz not null,
  constraint ledger_journal__pk primary key (id),
  constraint ledger_journal__key unique (document_id, round, action, sequence)
);

-- A positive amount is a debit (the bucket grows), a negative one a credit. A counter names why an account's current amount changed.
create table ledger_posting (
  journal_id bigint not null references ledger_journal,
  position int not null,
  ledger text not null,
  account_id bigint not null,
  bucket text not null,
  counter text,
  amount numeric(20,2) not null,
  currency text not null,
  document_line int,
  constraint ledger_posting__pk primary key (journal_id, position)
);
create index ledger_posting__account on ledger_posting (ledger, account_id, journal_id);

-- Money set aside by a document in approval, a row a line, resolved once.
create table ledger_reservation (
  id bigint generated always as identity,
  document_id bigint not null,
  round int not null,
  document_line int not null,
  ledger text not null,
  account_id bigint not null,
  bucket text not null,
  amount numeric(20,2) not null,
  currency text not null,
  opened_by bigint not null references ledger_journal,
  resolved_by bigint references ledger_journal,
  constraint ledger_reservation__pk primary key (id),
  constraint ledger_reservation__line unique (document_id, round, document_line),
  constraint ledger_reservation__amount check (amount > 0)
);
create index ledger_reservation__open on ledger_reservation (ledger, account_id) where resolved_by is null;

-- Approval routes are data: a version is never changed once an instance has started with it.
create table approval_template (
  code text not null,
  version int not null,
  name_zh text not null,
  name_en text not null,
  steps jsonb not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint approval_template__pk primary key (code, version)
);
create unique index approval_template__active on approval_template (code) where active;

create table approval_instance (
  document_id bigint not null,
  round int not null,
  document_type text not null,
  template_code text not null,
  template_version int not null,
  state text not null constraint approval_instance__state check (state in ('running', 'approved', 'rejected', 'withdrawn')),
  drafter_id int not null,
  scope_id int not null,
  variables jsonb not null,
  steps jsonb not null,
  current_step int,
  content_hash text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint approval_instance__pk primary key (document_id, round),
  constraint approval_instance__template foreign key (template_code, template_version) references approval_template
);

-- One person's task. `title` and the rest of `summary` are what a task list shows without opening the document.
create table approval_task (
  id bigint generated always as identity,
  document_id bigint not null,
  round int not null,
  document_type text not null,
  step int not null,
  user_id int not null,
  state text not null constraint approval_task__state check (state in ('open', 'done', 'cancelled')),
  decision text constraint approval_task__decision check (decision in ('agree', 'reject')),
  opinion text,
  summary jsonb not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint approval_task__pk primary key (id),
  constraint approval_task__instance foreign key (document_id, round) references approval_instance
);
create index approval_task__open on approval_task (user_id, id) where state = 'open';
create index approval_task__done on approval_task (user_id, ended_at desc) where state = 'done';
create index approval_task__document on approval_task (document_id, round);
-- A person acts once on a document's round, whatever the order of events.
create unique index approval_task__once on approval_task (document_id, round, user_id) where decision is not null;

-- What happened to an instance, in order; append-only.
create table approval_act (
  id bigint generated always as identity,
  document_id bigint not null,
  round int not null,
  step int,
  actor_id int not null,
  act text not null,
  opinion text,
  content_hash text not null,
  at timestamptz not null,
  waited_since timestamptz,
  constraint approval_act__pk primary key (id),
  constraint approval_act__instance foreign key (document_id, round) references approval_instance
);
create index approval_act__document on approval_act (document_id, round, id);

-- A guarded write that touches other rows than expected is an error, not a silence.
create function must_touch(p_touched bigint, p_expected bigint) returns void
language plpgsql as $$
begin
  if p_touched <> p_expected then
    raise exception 'a guarded write touched % rows instead of %', p_touched, p_expected using errcode = 'KN001';
  end if;
end $$;
