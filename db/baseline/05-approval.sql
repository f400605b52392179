-- Routes of approval, their instances and tasks.

-- Approval routes are data: a version is never changed once an instance has started with it.
create table approval_template (
  code text not null,
  version int not null,
  name_zh text not null,
  name_en text not null,
  steps jsonb not null,
  created_at timestamptz not null default product_now(),
  -- `close` is only for approvals of the new process (spec section 4).
  process text not null default 'new',
  note text,
  drafted_by int,
  published_by int,
  constraint approval_template__pk primary key (code, version),
  constraint approval_template__process check (process in ('old', 'new')),
  constraint approval_template__two_people check (drafted_by <> published_by),
  constraint approval_template_drafted_by_fkey foreign key (drafted_by) references app_user(id),
  constraint approval_template_published_by_fkey foreign key (published_by) references app_user(id)
);

create table approval_instance (
  document_id bigint not null,
  round int not null,
  document_type text not null,
  template_code text not null,
  template_version int not null,
  state text not null,
  drafter_id int not null,
  scope_id int not null,
  variables jsonb not null,
  steps jsonb not null,
  current_step int,
  content_hash text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- A link to an earlier round shows that round as it was submitted. Its lines are kept by round already; its header
  -- was the document's own, which the next draft or submit writes over. Rounds from before this have none.
  header jsonb,
  -- What lists show of it without opening the document: number, amount, currency, key facts (approval/engine.ts TaskSummary).
  summary jsonb,
  -- Hash of each fact that a step of its template names in `keep`, as submitted: what a later round is compared with.
  fingerprint jsonb,
  document_no text generated always as ((summary ->> 'no')) stored,
  amount numeric(20,2) generated always as (((summary ->> 'amount'))::numeric(20,2)) stored,
  currency text generated always as ((summary ->> 'currency')) stored,
  constraint approval_instance__pk primary key (document_id, round),
  -- An approval that has not ended runs; statements may say either.
  constraint approval_instance__ended check ((state = 'running') = (ended_at is null)),
  constraint approval_instance__state check (state in ('running', 'approved', 'rejected', 'returned', 'withdrawn', 'terminated')),
  constraint approval_instance__template foreign key (template_code, template_version) references approval_template(code, version)
) with (fillfactor=75);
create index approval_instance__drafter on approval_instance (drafter_id, started_at desc);
-- How long a template's steps take: its finished approvals, latest first.
create index approval_instance__finished on approval_instance (template_code, ended_at desc) where ended_at is not null;
create index approval_instance__no on approval_instance (document_no text_pattern_ops);
create index approval_instance__running on approval_instance (started_at) where state = 'running';
create index approval_instance__scope on approval_instance (scope_id, started_at desc);
-- All instances, the latest first; of one type; by the beginning of the number.
create index approval_instance__started on approval_instance (started_at desc, document_id desc);
create index approval_instance__type on approval_instance (document_type, started_at desc, document_id desc);

-- What happened to an instance, in order; append-only.
create table approval_act (
  id bigint generated always as identity not null,
  document_id bigint not null,
  round int not null,
  step int,
  actor_id int,
  act text not null,
  opinion text,
  content_hash text not null,
  at timestamptz not null,
  waited_since timestamptz,
  -- Null for what the clock did.
  task_id bigint,
  principal_id int,
  -- What the act was about: people, the step returned to, files (approval/approval-wire.ts ActDetail).
  detail jsonb not null default '{}'::jsonb,
  constraint approval_act__pk primary key (id),
  constraint approval_act__instance foreign key (document_id, round) references approval_instance(document_id, round),
  constraint approval_act_principal_id_fkey foreign key (principal_id) references app_user(id)
);
create index approval_act__document on approval_act (document_id, round, id);
-- Whom a person chose last, for each pick of people: acts that name nobody are not in it, so a decision pays nothing.
create index approval_act__picks on approval_act (actor_id, id desc) where act in ('transfer', 'delegate', 'addBefore', 'addAfter', 'circulate');

-- Who decides in a person's place while they are away, on which documents, and up to which amount.
create table approval_substitute (
  id bigint generated always as identity not null,
  principal_id int not null,
  substitute_id int not null,
  -- Null: all.
  document_types text[],
  organisation_id int,
  amount_limit numeric(20,2),
  currency text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text,
  created_by int not null,
  created_at timestamptz not null default product_now(),
  revoked_at timestamptz,
  revoked_by int,
  constraint approval_substitute__pk primary key (id),
  constraint approval_substitute__limit check (((amount_limit is null) = (currency is null)) and (amount_limit > (0)::numeric)),
  constraint approval_substitute__other check (principal_id <> substitute_id),
  constraint approval_substitute__period check (starts_at < ends_at),
  constraint approval_substitute__revoked check ((revoked_at is null) = (revoked_by is null)),
  constraint approval_substitute_substitute_id_fkey foreign key (substitute_id) references app_user(id),
  constraint approval_substitute_created_by_fkey foreign key (created_by) references app_user(id),
  constraint approval_substitute_organisation_id_fkey foreign key (organisation_id) references organisation(id),
  constraint approval_substitute_principal_id_fkey foreign key (principal_id) references app_user(id),
  constraint approval_substitute_revoked_by_fkey foreign key (revoked_by) references app_user(id)
);
create index approval_substitute__substitute on approval_substitute (substitute_id, ends_at) where revoked_at is null;
create index approval_substitute__principal on approval_substitute (principal_id, ends_at) where revoked_at is null;

-- The delegation of authority (domain.md section 2): which levels decide up to which amount. One row is one whole table.
create table approval_band (
  version int not null,
  -- Amounts are compared in this currency, at the rate of the document's year.
  currency text not null,
  -- In order: code, upTo (null: no limit), levels (codes of roles), raisedWhen (a FEEL condition, or none).
  bands jsonb not null,
  note text,
  drafted_by int,
  published_by int,
  created_at timestamptz not null default product_now(),
  constraint approval_band__pk primary key (version),
  constraint approval_band__two_people check (drafted_by <> published_by),
  constraint approval_band_currency_fkey foreign key (currency) references currency(code),
  constraint approval_band_drafted_by_fkey foreign key (drafted_by) references app_user(id),
  constraint approval_band_published_by_fkey foreign key (published_by) references app_user(id)
);

-- Circulated to: a right to read and a mark when it was read, never a decision.
create table approval_copy (
  id bigint generated always as identity not null,
  document_id bigint not null,
  round int not null,
  user_id int not null,
  -- Null where the route itself sends the copy.
  sender_id int,
  message text,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint approval_copy__pk primary key (id),
  constraint approval_copy__once unique (document_id, round, user_id),
  constraint approval_copy__instance foreign key (document_id, round) references approval_instance(document_id, round),
  constraint approval_copy_sender_id_fkey foreign key (sender_id) references app_user(id),
  constraint approval_copy_user_id_fkey foreign key (user_id) references app_user(id)
);
create index approval_copy__person on approval_copy (user_id, id desc);
create index approval_copy__unread on approval_copy (user_id) where read_at is null;

-- What a person last saw of a document: later rounds show them what changed since.
create table approval_read_receipt (
  document_id bigint not null,
  user_id int not null,
  round int not null,
  content_hash text not null,
  looked_at timestamptz not null,
  -- The difference stays on the page for as long as this round is the newest: opening it once must not take it away.
  previous_round int,
  previous_at timestamptz,
  constraint approval_read_receipt__pk primary key (document_id, user_id),
  constraint approval_read_receipt__previous check (((previous_round is null) = (previous_at is null)) and (previous_round < round)),
  constraint approval_read_receipt_user_id_fkey foreign key (user_id) references app_user(id)
);

-- What a person keeps beside a running approval until they act: an opinion half written, people chosen for a later step.
create table approval_note (
  document_id bigint not null,
  round int not null,
  user_id int not null,
  variables jsonb not null,
  updated_at timestamptz not null default product_now(),
  constraint approval_note__pk primary key (document_id, round, user_id),
  constraint approval_note__size check (octet_length((variables)::text) <= 16384),
  constraint approval_note__instance foreign key (document_id, round) references approval_instance(document_id, round),
  constraint approval_note_user_id_fkey foreign key (user_id) references app_user(id)
);

-- One person's task. `title` and the rest of `summary` are what a task list shows without opening the document.
create table approval_task (
  id bigint generated always as identity not null,
  document_id bigint not null,
  round int not null,
  document_type text not null,
  step int not null,
  user_id int not null,
  state text not null,
  decision text,
  opinion text,
  summary jsonb not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- step: of the route; transfer: handed on for good; delegate: asked for an opinion, comes back; before, after: a signer
  -- who was added; escalated: the superior of who let the time pass.
  kind text not null default 'step',
  -- The task that asked for it.
  parent_id bigint,
  -- For whom the holder stands in, while that person is away.
  principal_id int,
  -- The step was returned over: its decisions count no more, and its people may decide again.
  voided boolean not null default false,
  remind_at timestamptz,
  reminded_at timestamptz,
  escalate_at timestamptz,
  escalated_at timestamptz,
  constraint approval_task__pk primary key (id),
  constraint approval_task__decision check (decision in ('agree', 'reject', 'return', 'transfer', 'answer')),
  constraint approval_task__kind check (kind in ('step', 'transfer', 'delegate', 'before', 'after', 'escalated')),
  -- waiting: for signers asked before it, or for a delegate's opinion.
  constraint approval_task__state check (state in ('open', 'waiting', 'done', 'cancelled')),
  constraint approval_task__instance foreign key (document_id, round) references approval_instance(document_id, round),
  constraint approval_task_principal_id_fkey foreign key (principal_id) references app_user(id)
);
create index approval_task__document on approval_task (document_id, round);
create index approval_task__done on approval_task (user_id, ended_at desc, id desc) where state = 'done';
create index approval_task__escalate on approval_task (escalate_at) where (state = 'open') and (escalated_at is null);
-- A person acts once on a document's round, whatever the order of events.
create unique index approval_task__once on approval_task (document_id, round, user_id) where (decision in ('agree', 'reject', 'return')) and (not voided);
create index approval_task__open on approval_task (user_id, id) where state = 'open';
-- The search by number asks each type of document for those that somebody takes part in, the newest first.
create index approval_task__part on approval_task (user_id, document_type, document_id);
-- Tasks that a substitute holds: they return when the principal is back, and appear in the principal's digest.
create index approval_task__principal on approval_task (principal_id, ended_at desc) where principal_id is not null;
create index approval_task__remind on approval_task (remind_at) where (state = 'open') and (reminded_at is null);
-- What somebody holds in another's place now: looked through every minute for what comes back.
create index approval_task__stood_in on approval_task (principal_id) where (principal_id is not null) and (state = 'open');
-- Tasks whose holder asked somebody first.
create index approval_task__waiting on approval_task (user_id, id) where state = 'waiting';

create trigger approval_act__append_only before delete or update or truncate on approval_act for each statement execute function refuse_change();
create trigger approval_band__append_only before delete or update or truncate on approval_band for each statement execute function refuse_change();
create trigger approval_template__append_only before delete or update or truncate on approval_template for each statement execute function refuse_change();
