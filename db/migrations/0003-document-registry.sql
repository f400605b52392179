-- All documents of every type, one row each: kept by the statements that write documents, so that a number, or a person's documents, are found
-- in one place however many types there are (decision 104).
create table document (
  document_id bigint not null,
  document_type text not null,
  no text not null,
  scope_id integer not null,
  drafter_id integer not null,
  state text not null,
  round integer not null,
  customer_code text,
  updated_at timestamptz not null,
  constraint document__pk primary key (document_id),
  constraint document__no unique (no)
);
insert into document (document_id, document_type, no, scope_id, drafter_id, state, round, customer_code, updated_at)
select id, 'budgetSetting', no, scope_id, drafter_id, state, round, null, updated_at from budget_setting
union all select id, 'budgetTransfer', no, scope_id, drafter_id, state, round, null, updated_at from budget_transfer
union all select id, 'budgetYearEnd', no, scope_id, drafter_id, state, round, null, updated_at from budget_year_end
union all select id, 'countryBudget', no, scope_id, drafter_id, state, round, null, updated_at from country_budget
union all select id, 'poolBudget', no, scope_id, drafter_id, state, round, null, updated_at from pool_budget
union all select id, 'recordChange', no, scope_id, drafter_id, state, round, null, updated_at from record_change
union all select id, 'schemeAdjust', no, scope_id, drafter_id, state, round, null, updated_at from scheme_adjust
union all select id, 'schemeAdjustInvoice', no, scope_id, drafter_id, state, round, customer_code, updated_at from scheme_adjust_invoice
union all select id, 'schemeAnnualCarryover', no, scope_id, drafter_id, state, round, null, updated_at from scheme_annual_carryover
union all select id, 'schemeApplication', no, scope_id, drafter_id, state, round, null, updated_at from scheme_application
union all select id, 'schemeClawback', no, scope_id, drafter_id, state, round, customer_code, updated_at from scheme_clawback
union all select id, 'schemeExecute', no, scope_id, drafter_id, state, round, customer_code, updated_at from scheme_execute
union all select id, 'schemeReceivablesAdjustment', no, scope_id, drafter_id, state, round, customer_code, updated_at from scheme_receivables_adjustment
union all select id, 'schemeReversal', no, scope_id, drafter_id, state, round, null, updated_at from scheme_reversal
union all select id, 'schemeSpecialPrice', no, scope_id, drafter_id, state, round, customer_code, updated_at from scheme_special_price
union all select id, 'schemeTermination', no, scope_id, drafter_id, state, round, null, updated_at from scheme_termination
union all select id, 'schemeWithhold', no, scope_id, drafter_id, state, round, null, updated_at from scheme_withhold;
create index document__mine on document (drafter_id, document_type);
create index document__scope on document (scope_id, document_type, no collate "C");
