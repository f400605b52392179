-- Figures that cost more than a look-up, kept while the kind's change mark stands (law 12), as totals are.
create unlogged table list_figure (
  key text not null constraint list_figure__pk primary key,
  mark bigint not null,
  value jsonb not null,
  took_ms int not null,
  at timestamptz not null default now()
);

-- Whose documents, by state.
create index country_budget__drafter on country_budget (drafter_id, state, scope_id);
-- A number by its beginning, newest first, one probe for each organisation of the caller.
create index country_budget__number on country_budget (scope_id, no collate "C");
-- Documents that a person took part in.
create index approval_task__person on approval_task (user_id, document_id);
