-- Side effects of documents towards other systems: a row each, written in the transaction that approves; workers do them
-- afterwards and may try again. Done once for each document, round, line and effect.
create table document_effect (
  id bigint generated always as identity,
  document_type text not null,
  document_id bigint not null,
  scope_id int not null references organisation,
  round int not null,
  -- Null: of the whole document.
  line int,
  effect text not null,
  -- The spec's words for pushes (section 4).
  state text not null default 'pendingPushed' constraint document_effect__state
    check (state in ('pendingPushed', 'pushing', 'succeededPushed', 'failedPushed', 'nonPush')),
  -- What is sent, letter for letter the same at every attempt; made at the first.
  body text,
  -- Grows with every attempt: who works on an earlier one finds that it is no longer his.
  run int not null default 0,
  -- Attempts since it was last asked for.
  attempts int not null default 0,
  -- When it is tried next; while an attempt is under way, when that one counts as lost. None once it is over.
  next_attempt_at timestamptz,
  -- Why the last attempt failed: key and parameters of a text.
  last_error jsonb,
  -- What the other system calls it.
  reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint document_effect__pk primary key (id),
  constraint document_effect__once unique nulls not distinct (document_id, round, line, effect),
  constraint document_effect__due check ((next_attempt_at is not null) = (state in ('pendingPushed', 'pushing')))
);
create index document_effect__due on document_effect (next_attempt_at) where state in ('pendingPushed', 'pushing');
create index document_effect__failed on document_effect (document_id) where state = 'failedPushed';
create index document_effect__scope on document_effect (scope_id, document_id);

-- Administrators watch over approvals and mend them; what they see of a document is still its own right's business.
insert into role_right (role_code, right_code) values ('itAdmin', 'approval.administer') on conflict do nothing;

-- Who sends a failed push of a country budget again: finance, and whoever owns the budgets.
insert into role_right (role_code, right_code)
select code, 'budget.country.retry' from role where code in ('countryFinance', 'regionalFinance', 'hqBudget', 'hqFinance');
