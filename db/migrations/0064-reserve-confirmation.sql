-- What another system has confirmed of a reserve of ours: one row for each round of a document that such a system is asked
-- for. The reserve itself is the ledger's, inside the submit; a document without a row is Occupied from its submit on.
create table document_reserve (
  id bigint generated always as identity,
  document_type text not null,
  document_id bigint not null,
  scope_id int not null references organisation,
  round int not null,
  no text not null,
  -- Who looks after it: who raised the document.
  owner_id int not null references app_user,
  -- The spec's words (section 4); none: the other system holds nothing of it and need not be told.
  state text not null default 'occupying' constraint document_reserve__state
    check (state in ('occupying', 'occupied', 'failToOccupy', 'releasing', 'released', 'failToRelease', 'none')),
  -- Since when it is in this state.
  since timestamptz not null,
  -- What is said, letter for letter the same at every attempt; made at the first.
  body text,
  -- Grows with every attempt: who works on an earlier one finds that it is no longer his.
  run int not null default 0,
  -- Attempts since it was last asked for.
  attempts int not null default 0,
  -- An attempt is under way until then; what is older was lost with its process.
  lease_until timestamptz,
  next_attempt_at timestamptz,
  -- When it is given up and its owner told.
  deadline_at timestamptz not null,
  -- It may have arrived: the other system is asked by the key before it is told again.
  is_unsure boolean not null default false,
  -- Why the last attempt did not succeed: key and parameters of a text.
  last_error jsonb,
  -- What the other system calls it.
  reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint document_reserve__pk primary key (id),
  constraint document_reserve__round unique (document_id, round),
  constraint document_reserve__due check ((next_attempt_at is not null) = (state in ('occupying', 'releasing')))
);
create index document_reserve__due on document_reserve (next_attempt_at) where state in ('occupying', 'releasing');
-- The repair board, and the filter of lists: what is not at rest is little.
create index document_reserve__open on document_reserve (scope_id, state)
  where state in ('occupying', 'failToOccupy', 'releasing', 'failToRelease');

-- Who looks after them: finance, whoever owns the budgets, and the auditor with his eyes only.
insert into role_right (role_code, right_code)
select code, 'budget.reserve.view' from role where code in ('countryFinance', 'regionalFinance', 'hqBudget', 'hqFinance', 'auditor')
on conflict do nothing;
insert into role_right (role_code, right_code)
select code, 'budget.reserve.retry' from role where code in ('countryFinance', 'regionalFinance', 'hqBudget', 'hqFinance')
on conflict do nothing;

-- Whose people a distributor's staff are: they see that one customer, and nothing else of customers.
create table customer_staff (
  user_id int not null references app_user,
  -- No key of the customer's: whose customer is gone sees nothing.
  customer_code text not null,
  constraint customer_staff__pk primary key (user_id)
);
create index customer_staff__customer on customer_staff (customer_code);
insert into role_right (role_code, right_code) values ('distributor', 'customer.own.view');
