-- The whole approval engine: kinds of task, acts with what they were about, people one passes work to, copies, agents, looks.

-- Lines of people: a superior is whom an overdue task moves up to; a head is whom a step may name.
alter table app_user
  add superior_id integer references app_user (id),
  add constraint app_user__not_own_superior check (superior_id <> id);
alter table organisation add head_id integer references app_user (id);

alter table approval_instance
  -- What lists show of it without opening the document: number, amount, currency, key facts (approval/engine.ts TaskSummary).
  add summary jsonb,
  drop constraint approval_instance__state,
  add constraint approval_instance__state
    check (state in ('running', 'approved', 'rejected', 'returned', 'withdrawn', 'terminated'));
update approval_instance i set summary = t.summary
from (select distinct on (document_id, round) document_id, round, summary from approval_task order by document_id, round, id) t
where t.document_id = i.document_id and t.round = i.round;

create index approval_instance__drafter on approval_instance (drafter_id, started_at desc);
create index approval_instance__scope on approval_instance (scope_id, started_at desc);
create index approval_instance__running on approval_instance (started_at) where state = 'running';
-- History of a template's steps, for how long each usually takes.
create index approval_instance__template on approval_instance (template_code, started_at desc);

alter table approval_task
  -- step: of the route; transfer: handed on for good; delegate: asked for an opinion, comes back; before, after: a signer
  -- who was added; escalated: the superior of who let the time pass.
  add kind text not null default 'step',
  add constraint approval_task__kind check (kind in ('step', 'transfer', 'delegate', 'before', 'after', 'escalated')),
  -- The task that asked for it.
  add parent_id bigint,
  -- For whom the holder stands in, while that person is away.
  add principal_id integer references app_user (id),
  -- The step was returned over: its decisions count no more, and its people may decide again.
  add voided boolean not null default false,
  add remind_at timestamptz,
  add reminded_at timestamptz,
  add escalate_at timestamptz,
  add escalated_at timestamptz,
  drop constraint approval_task__state,
  -- waiting: for signers asked before it, or for a delegate's opinion.
  add constraint approval_task__state check (state in ('open', 'waiting', 'done', 'cancelled')),
  drop constraint approval_task__decision,
  add constraint approval_task__decision check (decision in ('agree', 'reject', 'return', 'transfer', 'answer'));

drop index approval_task__once;
create unique index approval_task__once on approval_task (document_id, round, user_id)
  where decision in ('agree', 'reject', 'return') and not voided;
create index approval_task__remind on approval_task (remind_at) where state = 'open' and reminded_at is null;
create index approval_task__escalate on approval_task (escalate_at) where state = 'open' and escalated_at is null;

alter table approval_act
  -- Null for what the clock did.
  alter actor_id drop not null,
  add task_id bigint,
  add principal_id integer references app_user (id),
  -- What the act was about: people, the step returned to, files (approval/approval-wire.ts ActDetail).
  add detail jsonb not null default '{}';

-- Circulated to: a right to read and a mark when it was read, never a decision.
create table approval_copy (
  id bigint generated always as identity,
  document_id bigint not null,
  round integer not null,
  user_id integer not null references app_user (id),
  -- Null where the route itself sends the copy.
  sender_id integer references app_user (id),
  message text,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint approval_copy__pk primary key (id),
  constraint approval_copy__once unique (document_id, round, user_id),
  constraint approval_copy__instance foreign key (document_id, round) references approval_instance (document_id, round)
);
create index approval_copy__person on approval_copy (user_id, id desc);

-- Who decides in somebody's place while he is away, of what, and up to which amount.
create table approval_agent (
  id bigint generated always as identity,
  principal_id integer not null references app_user (id),
  agent_id integer not null references app_user (id),
  -- Null: all.
  document_types text[],
  organisation_id integer references organisation (id),
  amount_limit numeric(20, 2),
  currency text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text,
  created_by integer not null references app_user (id),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint approval_agent__pk primary key (id),
  constraint approval_agent__other check (principal_id <> agent_id),
  constraint approval_agent__period check (starts_at < ends_at),
  constraint approval_agent__limit check ((amount_limit is null) = (currency is null) and amount_limit > 0)
);
create index approval_agent__principal on approval_agent (principal_id, ends_at) where revoked_at is null;
create index approval_agent__agent on approval_agent (agent_id, ends_at) where revoked_at is null;

-- What a person last saw of a document: later rounds show him what changed since.
create table approval_look (
  document_id bigint not null,
  user_id integer not null references app_user (id),
  round integer not null,
  content_hash text not null,
  looked_at timestamptz not null,
  constraint approval_look__pk primary key (document_id, user_id)
);

-- What a person keeps beside a running approval until he acts: an opinion half written, people chosen for a later step.
create table approval_note (
  document_id bigint not null,
  round integer not null,
  user_id integer not null references app_user (id),
  variables jsonb not null,
  updated_at timestamptz not null default now(),
  constraint approval_note__pk primary key (document_id, round, user_id),
  constraint approval_note__instance foreign key (document_id, round) references approval_instance (document_id, round),
  constraint approval_note__size check (octet_length(variables::text) <= 16384)
);
