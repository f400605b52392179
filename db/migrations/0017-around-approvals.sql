-- What stands around the engine: what a reader saw before he opened the newest round, facts that let an approval stand,
-- and reads that stay quick over a million finished approvals and ten thousand people.

alter table approval_look
  -- The difference stays on the page for as long as this round is the newest: opening it once must not take it away.
  add previous_round integer,
  add previous_at timestamptz,
  add constraint approval_look__previous check ((previous_round is null) = (previous_at is null) and previous_round < round);

alter table approval_instance
  -- Hash of each fact that a step of its template names in `keep`, as submitted: what a later round is compared with.
  add kept_facts jsonb;

-- Whom a person chose last, for each pick of people: acts that name nobody are not in it, so a decision pays nothing.
create index approval_act__picks on approval_act (actor_id, id desc)
  where act in ('transfer', 'delegate', 'addBefore', 'addAfter', 'circulate');

-- How long a template's steps take: its finished approvals, latest first.
create index approval_instance__finished on approval_instance (template_code, ended_at desc) where ended_at is not null;

-- Tasks that somebody holds in another's place: what comes back when that other is there again, and his digest.
create index approval_task__principal on approval_task (principal_id, ended_at desc) where principal_id is not null;

alter table approval_agent
  add revoked_by integer references app_user (id),
  add constraint approval_agent__revoked check ((revoked_at is null) = (revoked_by is null));
