-- Schemes, from the application to their settlement.

-- An approved application, as its adjustments have made it. Its state is driven by its documents; nobody edits it.
create table scheme (
  id bigint not null,
  no text not null,
  version int not null,
  state text not null,
  scope_id int not null,
  area_id int not null,
  idc_code text not null,
  owner_id int not null,
  name text not null,
  scheme_type text not null,
  product_class text not null,
  currency text not null,
  start_date date not null,
  end_date date not null,
  claim_deadline date not null,
  settlement_period text not null,
  settlement_no text,
  rebate_type text not null,
  withhold_rate numeric(7,2) not null,
  direct_execution boolean not null,
  reference_date date,
  coverage_days int,
  approved_at timestamptz not null,
  -- The last day on which it may still be accrued and claimed: that of a termination, or its claim deadline.
  ends_on date not null,
  updated_at timestamptz not null,
  booking_activity boolean not null default false,
  stackable boolean not null default false,
  constraint scheme__pk primary key (id),
  constraint scheme__no unique (no),
  constraint scheme__days check ((start_date <= end_date) and (end_date <= claim_deadline)),
  constraint scheme__state check (state in ('effective', 'partialExecution', 'fullExecution', 'terminated', 'expired', 'closed')),
  constraint scheme_area_id_fkey foreign key (area_id) references area(id),
  constraint scheme_owner_id_fkey foreign key (owner_id) references app_user(id),
  constraint scheme_scope_id_fkey foreign key (scope_id) references organisation(id)
);
-- What is over is looked for every minute: among what is not closed, by its last day.
create index scheme__ending on scheme (ends_on, id) where state <> 'closed';
-- What runs, for the month-end run and for what expires.
create index scheme__running on scheme (area_id, ends_on) where state in ('effective', 'partialExecution');
create index scheme__scope on scheme (scope_id, id);

create table scheme_line (
  scheme_id bigint not null,
  line_no int not null,
  customer_code text,
  sku_code text,
  spu_code text,
  basis text not null,
  unit_amount numeric(20,2),
  rate_percent numeric(9,4),
  ladder_kind text,
  ladder text,
  planned_quantity int,
  remark text,
  channel_code text,
  store_code text,
  constraint scheme_line__pk primary key (scheme_id, line_no),
  constraint scheme_line__beneficiary check ((num_nonnulls(customer_code, channel_code) = 1) and ((store_code is null) or (customer_code is not null))),
  constraint scheme_line_scheme_id_fkey foreign key (scheme_id) references scheme(id)
);
create index scheme_line__channel on scheme_line (channel_code, scheme_id) where channel_code is not null;
create index scheme_line__customer on scheme_line (customer_code, scheme_id);

-- Which encumbrance of which budget pays for a line: the one that the application made, and those of adjustments and carry-overs. Amounts
-- stand with the budget (budget_encumbrance): committed, accrued, executed and released always add up to what was approved.
create table scheme_funding (
  scheme_id bigint not null,
  funding_no int not null,
  line_no int not null,
  document_id bigint not null,
  round int not null,
  encumbrance_line int not null,
  budget_code text not null,
  constraint scheme_funding__pk primary key (scheme_id, funding_no),
  constraint scheme_funding__encumbrance unique (document_id, round, encumbrance_line),
  constraint scheme_funding__line foreign key (scheme_id, line_no) references scheme_line(scheme_id, line_no),
  constraint scheme_funding_scheme_id_fkey foreign key (scheme_id) references scheme(id)
);

create table scheme_withhold (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  scheme_no text,
  idc_code text,
  area_id int,
  currency text,
  kind text,
  year int,
  month int,
  posting_date date,
  owner_account text,
  reason text,
  source text,
  total_amount numeric(20,2),
  scheme_type text,
  constraint scheme_withhold__pk primary key (id),
  constraint scheme_withhold__no unique (no),
  constraint scheme_withhold__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_withhold_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_withhold__drafter on scheme_withhold (drafter_id, state, scope_id);
-- Of a draft nothing but its JSON is there.
create index scheme_withhold__month_end on scheme_withhold (((draft ->> 'schemeNo'))) where (state = 'draft') and ((draft ->> 'source') = 'monthEnd');
create index scheme_withhold__number on scheme_withhold (scope_id, no collate "C");
create index scheme_withhold__of_scheme on scheme_withhold (scheme_no, id);
create index scheme_withhold__scheme on scheme_withhold (scheme_no, year, month);
create index scheme_withhold__scope on scheme_withhold (scope_id, id);

-- One regular accrual of a part of a scheme in a month: two that are handed in at once do not both stand.
create table scheme_accrual (
  scheme_id bigint not null,
  funding_no int not null,
  year int not null,
  month int not null,
  document_id bigint not null,
  constraint scheme_accrual__pk primary key (scheme_id, funding_no, year, month),
  constraint scheme_accrual__funding foreign key (scheme_id, funding_no) references scheme_funding(scheme_id, funding_no),
  constraint scheme_accrual_document_id_fkey foreign key (document_id) references scheme_withhold(id)
);
create index scheme_accrual__document on scheme_accrual (document_id);

create table scheme_adjust (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  scheme_no text,
  idc_code text,
  area_id int,
  currency text,
  new_start_date date,
  new_end_date date,
  new_claim_deadline date,
  new_withhold_rate numeric(7,2),
  reason text,
  source text,
  direction text,
  old_total numeric(20,2),
  new_total numeric(20,2),
  total_amount numeric(20,2),
  -- An adjustment that begins a scheme earlier goes through all levels, and the route of a termination may look at the type of its scheme.
  retroactive text,
  constraint scheme_adjust__pk primary key (id),
  constraint scheme_adjust__no unique (no),
  constraint scheme_adjust__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_adjust_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_adjust__drafter on scheme_adjust (drafter_id, state, scope_id);
create index scheme_adjust__number on scheme_adjust (scope_id, no collate "C");
create index scheme_adjust__of_scheme on scheme_adjust (scheme_no, id);
create index scheme_adjust__scope on scheme_adjust (scope_id, id);

create table scheme_adjust_invoice (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  idc_code text,
  area_id int,
  customer_code text,
  legal_entity_code text,
  operating_unit_code text,
  currency text,
  adjust_type text,
  category text,
  tax_regime text,
  scheme_no text,
  cost_bearing text,
  posting_date date,
  reason text,
  source text,
  total_amount numeric(20,2),
  net_effect numeric(20,2),
  closed_period text,
  constraint scheme_adjust_invoice__pk primary key (id),
  constraint scheme_adjust_invoice__no unique (no),
  constraint scheme_adjust_invoice__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_adjust_invoice_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_adjust_invoice__duplicate on scheme_adjust_invoice (customer_code, total_amount);
create index scheme_adjust_invoice__customer on scheme_adjust_invoice (customer_code, operating_unit_code);
create index scheme_adjust_invoice__drafter on scheme_adjust_invoice (drafter_id, state, scope_id);
create index scheme_adjust_invoice__number on scheme_adjust_invoice (scope_id, no collate "C");
create index scheme_adjust_invoice__of_scheme on scheme_adjust_invoice (scheme_no, id) where scheme_no is not null;
create index scheme_adjust_invoice__scope on scheme_adjust_invoice (scope_id, id);

create table scheme_adjust_invoice_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  invoice_line text not null,
  invoice_no text,
  invoice_line_no int,
  sku_code text,
  before_price numeric(20,2),
  before_quantity int,
  after_price numeric(20,2) not null,
  after_quantity int not null,
  tax_amount numeric(20,2),
  net_effect numeric(20,2),
  location_code text,
  sub_location text,
  funding_no int,
  budget_code text,
  remark text,
  constraint scheme_adjust_invoice_line__pk primary key (document_id, round, line_no),
  constraint scheme_adjust_invoice_line__price check (after_price > (0)::numeric),
  constraint scheme_adjust_invoice_line__quantity check (after_quantity >= 0),
  constraint scheme_adjust_invoice_line_document_id_fkey foreign key (document_id) references scheme_adjust_invoice(id)
);
create index scheme_adjust_invoice_line__invoice on scheme_adjust_invoice_line (upper(invoice_no));

create table scheme_adjust_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  kind text not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  committed_amount numeric(20,2),
  amount numeric(20,2),
  new_budget_code text,
  available_amount numeric(20,2),
  unit_amount numeric(20,2),
  rate_percent numeric(9,4),
  ladder_kind text,
  ladder text,
  old_terms text,
  remark text,
  sku_code text,
  spu_code text,
  new_customer_code text,
  new_sku_code text,
  new_spu_code text,
  channel_code text,
  store_code text,
  new_channel_code text,
  new_store_code text,
  constraint scheme_adjust_line__pk primary key (document_id, round, line_no),
  constraint scheme_adjust_line__amount check (amount > (0)::numeric),
  constraint scheme_adjust_line_document_id_fkey foreign key (document_id) references scheme_adjust(id)
);

create table scheme_annual_carryover (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  idc_code text,
  area_id int,
  kind text,
  from_year int,
  to_year int,
  cut_off_date date,
  currency text,
  run_no text,
  reason text,
  source text,
  total_amount numeric(20,2),
  constraint scheme_annual_carryover__pk primary key (id),
  constraint scheme_annual_carryover__no unique (no),
  constraint scheme_annual_carryover__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_annual_carryover_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_annual_carryover__drafter on scheme_annual_carryover (drafter_id, state, scope_id);
create index scheme_annual_carryover__number on scheme_annual_carryover (scope_id, no collate "C");
-- Which of them keep schemes from other documents.
create index scheme_annual_carryover__running on scheme_annual_carryover (id) where state = 'underApproval';
create index scheme_annual_carryover__scope on scheme_annual_carryover (scope_id, id);

create table scheme_annual_carryover_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  part text not null,
  scheme_no text,
  funding_no int,
  customer_code text,
  budget_code text,
  new_budget_code text,
  committed_amount numeric(20,2),
  accrued_amount numeric(20,2),
  option text not null,
  amount numeric(20,2),
  remark text,
  constraint scheme_annual_carryover_line__pk primary key (document_id, round, line_no),
  constraint scheme_annual_carryover_line__amount check (amount > (0)::numeric),
  constraint scheme_annual_carryover_line__option check (option in ('C1', 'C2', 'C3', 'A', 'C3A')),
  constraint scheme_annual_carryover_line_document_id_fkey foreign key (document_id) references scheme_annual_carryover(id)
);
create index scheme_annual_carryover_line__scheme on scheme_annual_carryover_line (scheme_no);

create table scheme_application (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  name text,
  scheme_type text,
  idc_code text,
  area_id int,
  product_class text,
  currency text,
  start_date date,
  end_date date,
  claim_deadline date,
  settlement_period text,
  settlement_no text,
  rebate_type text,
  withhold_rate numeric(7,2),
  direct_execution text,
  reference_date date,
  coverage_days int,
  expected_sales numeric(20,2),
  reason text,
  source text,
  total_amount numeric(20,2),
  expected_return numeric(20,2),
  retroactive text,
  -- Approvers may agree to less than is asked for (decision 070): what of a line stands, and of the document.
  approved_total numeric(20,2),
  booking_activity text,
  stackable text,
  constraint scheme_application__pk primary key (id),
  constraint scheme_application__no unique (no),
  constraint scheme_application__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_application_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_application__drafter on scheme_application (drafter_id, state, scope_id);
create index scheme_application__number on scheme_application (scope_id, no collate "C");
create index scheme_application__scope on scheme_application (scope_id, id);

create table scheme_application_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  customer_code text,
  sku_code text,
  spu_code text,
  basis text not null,
  unit_amount numeric(20,2),
  rate_percent numeric(9,4),
  ladder_kind text,
  ladder text,
  planned_quantity int,
  line_currency text,
  amount numeric(20,2) not null,
  budget_code text not null,
  available_amount numeric(20,2),
  remark text,
  stock_units int,
  approved_amount numeric(20,2),
  channel_code text,
  store_code text,
  constraint scheme_application_line__pk primary key (document_id, round, line_no),
  constraint scheme_application_line__amount check (amount > (0)::numeric),
  constraint scheme_application_line__approved check ((approved_amount >= (0)::numeric) and (approved_amount <= amount)),
  constraint scheme_application_line__stock_units check (stock_units >= 0),
  constraint scheme_application_line_document_id_fkey foreign key (document_id) references scheme_application(id)
);
create index scheme_application_line__duplicate on scheme_application_line (customer_code, amount);
create index scheme_application_line__duplicate_channel on scheme_application_line (channel_code, amount) where channel_code is not null;

create table scheme_execute (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  scheme_no text,
  idc_code text,
  area_id int,
  currency text,
  customer_code text,
  claim_period text,
  payout_type text,
  posting_date date,
  final_claim text,
  invoice_no text,
  invoice_date date,
  invoice_amount numeric(20,2),
  tax_mode text,
  rebate_expires_on date,
  audit_result text,
  reason text,
  source text,
  operating_unit_code text,
  payee_account text,
  claim_date date,
  closed_period text,
  total_amount numeric(20,2),
  approved_total numeric(20,2),
  constraint scheme_execute__pk primary key (id),
  constraint scheme_execute__no unique (no),
  constraint scheme_execute__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_execute_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_execute__duplicate on scheme_execute (customer_code, total_amount);
create index scheme_execute__drafter on scheme_execute (drafter_id, state, scope_id);
create index scheme_execute__invoice on scheme_execute (upper(invoice_no)) where invoice_no is not null;
create index scheme_execute__number on scheme_execute (scope_id, no collate "C");
create index scheme_execute__of_scheme on scheme_execute (scheme_no, id);
create index scheme_execute__scheme on scheme_execute (scheme_no, customer_code);
create index scheme_execute__scope on scheme_execute (scope_id, id);

-- A line of a scheme is claimed once for a customer and period: two that are handed in at once do not both stand.
create table scheme_claim (
  scheme_id bigint not null,
  line_no int not null,
  customer_code text not null,
  period text not null,
  document_id bigint not null,
  constraint scheme_claim__pk primary key (scheme_id, line_no, customer_code, period),
  constraint scheme_claim__line foreign key (scheme_id, line_no) references scheme_line(scheme_id, line_no),
  constraint scheme_claim_document_id_fkey foreign key (document_id) references scheme_execute(id)
);
create index scheme_claim__document on scheme_claim (document_id);

create table scheme_execute_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  store_code text,
  sku_code text,
  quantity int,
  imeis text,
  sales_documents text,
  claimed_amount numeric(20,2),
  amount numeric(20,2) not null,
  gst_amount numeric(20,2),
  tds_amount numeric(20,2),
  basis_units int,
  basis_amount numeric(20,2),
  settled_before numeric(20,2),
  calculated_amount numeric(20,2),
  remark text,
  approved_amount numeric(20,2),
  -- What a claim's line could take when it was handed in: free of the accrual, and of the commitment where that pays without one.
  free_accrued numeric(20,2),
  free_committed numeric(20,2),
  constraint scheme_execute_line__pk primary key (document_id, round, line_no),
  constraint scheme_execute_line__amount check (amount > (0)::numeric),
  constraint scheme_execute_line__approved check ((approved_amount >= (0)::numeric) and (approved_amount <= amount)),
  constraint scheme_execute_line_document_id_fkey foreign key (document_id) references scheme_execute(id)
);

create table scheme_clawback (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  scheme_no text,
  idc_code text,
  area_id int,
  currency text,
  customer_code text,
  recovery text,
  posting_date date,
  reason text,
  source text,
  operating_unit_code text,
  closed_period text,
  total_amount numeric(20,2),
  constraint scheme_clawback__pk primary key (id),
  constraint scheme_clawback__no unique (no),
  constraint scheme_clawback__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_clawback_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_clawback__duplicate on scheme_clawback (customer_code, total_amount);
create index scheme_clawback__drafter on scheme_clawback (drafter_id, state, scope_id);
create index scheme_clawback__number on scheme_clawback (scope_id, no collate "C");
create index scheme_clawback__of_scheme on scheme_clawback (scheme_no, id);
create index scheme_clawback__scheme on scheme_clawback (scheme_no, customer_code);
create index scheme_clawback__scope on scheme_clawback (scope_id, id);

create table scheme_clawback_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  settled_line text not null,
  funding_no int,
  budget_code text,
  executed_net numeric(20,2),
  amount numeric(20,2) not null,
  recovery_reason text not null,
  imeis text,
  remark text,
  constraint scheme_clawback_line__pk primary key (document_id, round, line_no),
  constraint scheme_clawback_line__amount check (amount > (0)::numeric),
  constraint scheme_clawback_line_document_id_fkey foreign key (document_id) references scheme_clawback(id)
);
-- What was taken back of a line of an execution, `SE26110001/1`.
create index scheme_clawback_line__settled on scheme_clawback_line (settled_line);

-- A payment that a document asks finance for: to the account that the customer's record had when it was handed in.
create table scheme_payment (
  document_id bigint not null,
  round int not null,
  scope_id int not null,
  customer_code text not null,
  operating_unit_code text not null,
  bank_name text not null,
  bank_account text not null,
  bank_holder text not null,
  bank_swift text,
  amount numeric(20,2) not null,
  currency text not null,
  asked_at timestamptz not null,
  constraint scheme_payment__pk primary key (document_id, round),
  constraint scheme_payment__amount check (amount > (0)::numeric),
  constraint scheme_payment_document_id_fkey foreign key (document_id) references scheme_execute(id),
  constraint scheme_payment_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_payment__scope on scheme_payment (scope_id, document_id);

create table scheme_receivables_adjustment (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  idc_code text,
  area_id int,
  customer_code text,
  operating_unit_code text,
  currency text,
  adjust_reason text,
  scheme_no text,
  cost_bearing text,
  tax_document text,
  posting_date date,
  reason text,
  source text,
  total_amount numeric(20,2),
  closed_period text,
  constraint scheme_receivables_adjustment__pk primary key (id),
  constraint scheme_receivables_adjustment__no unique (no),
  constraint scheme_receivables_adjustment__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_receivables_adjustment_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_receivables_adjustment__duplicate on scheme_receivables_adjustment (customer_code, total_amount);
-- What was lost of an item already, so that no write-off is hidden in small steps.
create index scheme_receivables_adjustment__customer on scheme_receivables_adjustment (customer_code, operating_unit_code);
create index scheme_receivables_adjustment__drafter on scheme_receivables_adjustment (drafter_id, state, scope_id);
create index scheme_receivables_adjustment__number on scheme_receivables_adjustment (scope_id, no collate "C");
create index scheme_receivables_adjustment__of_scheme on scheme_receivables_adjustment (scheme_no, id) where scheme_no is not null;
create index scheme_receivables_adjustment__scope on scheme_receivables_adjustment (scope_id, id);

create table scheme_receivables_adjustment_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  item_no text not null,
  item_kind text,
  open_amount numeric(20,2),
  direction text not null,
  amount numeric(20,2) not null,
  tax_amount numeric(20,2),
  to_customer_code text,
  funding_no int,
  budget_code text,
  remark text,
  constraint scheme_receivables_adjustment_line__pk primary key (document_id, round, line_no),
  constraint scheme_receivables_adjustment_line__amount check (amount > (0)::numeric),
  constraint scheme_receivables_adjustment_line__direction check (direction in ('decrease', 'increase', 'move')),
  constraint scheme_receivables_adjustment_line__receiver check ((direction = 'move') = (to_customer_code is not null)),
  constraint scheme_receivables_adjustment_line_document_id_fkey foreign key (document_id) references scheme_receivables_adjustment(id)
);
create index scheme_receivables_adjustment_line__item on scheme_receivables_adjustment_line (upper(item_no));

create table scheme_reversal (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  scheme_no text,
  idc_code text,
  area_id int,
  currency text,
  withhold_no text,
  scope text,
  mode text,
  posting_date date,
  reason text,
  source text,
  total_amount numeric(20,2),
  original_closed text,
  constraint scheme_reversal__pk primary key (id),
  constraint scheme_reversal__no unique (no),
  constraint scheme_reversal__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_reversal_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_reversal__drafter on scheme_reversal (drafter_id, state, scope_id);
create index scheme_reversal__number on scheme_reversal (scope_id, no collate "C");
create index scheme_reversal__of_scheme on scheme_reversal (scheme_no, id);
create index scheme_reversal__scope on scheme_reversal (scope_id, id);
create index scheme_reversal__withhold on scheme_reversal (withhold_no);

create table scheme_reversal_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  amount numeric(20,2) not null,
  accrued_amount numeric(20,2),
  open_amount numeric(20,2),
  remark text,
  constraint scheme_reversal_line__pk primary key (document_id, round, line_no),
  constraint scheme_reversal_line__amount check (amount > (0)::numeric),
  constraint scheme_reversal_line_document_id_fkey foreign key (document_id) references scheme_reversal(id)
);

-- What was settled for a customer and period, with all that it was calculated from, as it was agreed to: nothing recounts it.
create table scheme_settlement (
  document_id bigint not null,
  line_no int not null,
  round int not null,
  scope_id int not null,
  scheme_id bigint not null,
  scheme_line int not null,
  funding_no int not null,
  customer_code text not null,
  period text not null,
  first_day date not null,
  last_day date not null,
  basis text not null,
  unit_amount numeric(20,2),
  rate_percent numeric(9,4),
  ladder_kind text,
  ladder text,
  units int,
  volume_amount numeric(20,2),
  settled_before numeric(20,2),
  calculated_amount numeric(20,2),
  amount numeric(20,2) not null,
  currency text not null,
  settled_at timestamptz not null,
  constraint scheme_settlement__pk primary key (document_id, line_no),
  constraint scheme_settlement__amount check (amount > (0)::numeric),
  constraint scheme_settlement__funding foreign key (scheme_id, funding_no) references scheme_funding(scheme_id, funding_no),
  constraint scheme_settlement_document_id_fkey foreign key (document_id) references scheme_execute(id),
  constraint scheme_settlement_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_settlement__claim on scheme_settlement (scheme_id, scheme_line, customer_code);
create index scheme_settlement__scope on scheme_settlement (scope_id, document_id);

create table scheme_special_price (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  idc_code text,
  area_id int,
  customer_code text,
  end_customer_code text,
  trade_term_code text,
  currency text,
  valid_from date,
  valid_to date,
  funding text,
  settlement text,
  stackable text,
  reason text,
  source text,
  total_amount numeric(20,2),
  below_floor text,
  constraint scheme_special_price__pk primary key (id),
  constraint scheme_special_price__no unique (no),
  constraint scheme_special_price__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled', 'closed')),
  constraint scheme_special_price_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_special_price__duplicate on scheme_special_price (customer_code, total_amount);
create index scheme_special_price__customer on scheme_special_price (customer_code, valid_to);
create index scheme_special_price__drafter on scheme_special_price (drafter_id, state, scope_id);
create index scheme_special_price__number on scheme_special_price (scope_id, no collate "C");
create index scheme_special_price__scope on scheme_special_price (scope_id, id);

create table scheme_special_price_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  sku_code text not null,
  list_price numeric(20,2),
  special_price numeric(20,2) not null,
  quantity_cap int not null,
  line_currency text,
  unit_support numeric(20,2),
  total_support numeric(20,2),
  margin numeric(20,2),
  budget_code text,
  available_amount numeric(20,2),
  remark text,
  constraint scheme_special_price_line__pk primary key (document_id, round, line_no),
  constraint scheme_special_price_line__cap check (quantity_cap > 0),
  constraint scheme_special_price_line__price check (special_price > (0)::numeric),
  constraint scheme_special_price_line_document_id_fkey foreign key (document_id) references scheme_special_price(id)
);

create table scheme_termination (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  scheme_no text,
  idc_code text,
  area_id int,
  currency text,
  termination_date date,
  posting_date date,
  disposition text,
  reason text,
  source text,
  total_amount numeric(20,2),
  kept_amount numeric(20,2),
  scheme_type text,
  constraint scheme_termination__pk primary key (id),
  constraint scheme_termination__no unique (no),
  constraint scheme_termination__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint scheme_termination_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_termination__drafter on scheme_termination (drafter_id, state, scope_id);
create index scheme_termination__number on scheme_termination (scope_id, no collate "C");
create index scheme_termination__of_scheme on scheme_termination (scheme_no, id);
create index scheme_termination__scope on scheme_termination (scope_id, id);

create table scheme_termination_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  keep_amount numeric(20,2),
  open_committed numeric(20,2),
  open_accrued numeric(20,2),
  amount numeric(20,2),
  remark text,
  constraint scheme_termination_line__pk primary key (document_id, round, line_no),
  constraint scheme_termination_line_document_id_fkey foreign key (document_id) references scheme_termination(id)
);

-- Each version as it was agreed to: an adjustment adds one and overwrites none.
create table scheme_version (
  scheme_id bigint not null,
  version int not null,
  document_id bigint not null,
  document_type text not null,
  content jsonb not null,
  at timestamptz not null,
  constraint scheme_version__pk primary key (scheme_id, version),
  constraint scheme_version_scheme_id_fkey foreign key (scheme_id) references scheme(id)
);

create table scheme_withhold_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  funding_no int not null,
  customer_code text,
  budget_code text,
  basis_volume numeric(20,2),
  amount numeric(20,2) not null,
  accrued_amount numeric(20,2),
  withholdable_amount numeric(20,2),
  remark text,
  constraint scheme_withhold_line__pk primary key (document_id, round, line_no),
  constraint scheme_withhold_line__amount check (amount > (0)::numeric),
  constraint scheme_withhold_line_document_id_fkey foreign key (document_id) references scheme_withhold(id)
);

create table scheme_withhold_notice (
  id bigint generated always as identity not null,
  scope_id int not null,
  area_id int not null,
  year int not null,
  month int not null,
  told_at timestamptz not null,
  constraint scheme_withhold_notice__pk primary key (id),
  constraint scheme_withhold_notice__month unique (area_id, year, month),
  constraint scheme_withhold_notice__of_year check ((month >= 1) and (month <= 12)),
  constraint scheme_withhold_notice_area_id_fkey foreign key (area_id) references area(id),
  constraint scheme_withhold_notice_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index scheme_withhold_notice__scope on scheme_withhold_notice (scope_id, id);

-- A special price from the submit on, so that no two for the same thing at the same time are both asked for; it is effective once all
-- have agreed. Orders reserve units of it and invoices use them: never more than its cap.
create table special_price (
  id bigint not null default nextval('document_id'::regclass),
  scope_id int not null,
  document_id bigint not null,
  round int not null,
  line_no int not null,
  document_no text not null,
  customer_code text not null,
  end_customer_code text,
  trade_term_code text not null,
  currency text not null,
  sku_code text not null,
  price numeric(20,2) not null,
  unit_support numeric(20,2),
  quantity_cap int not null,
  reserved int not null default 0,
  used int not null default 0,
  settlement text not null,
  stackable boolean not null,
  valid_from date not null,
  valid_to date not null,
  state text not null,
  constraint special_price__pk primary key (id),
  constraint special_price__line unique (document_id, round, line_no),
  constraint special_price__cap check ((least(reserved, used) >= 0) and ((reserved + used) <= quantity_cap)),
  constraint special_price__price check (price > (0)::numeric),
  constraint special_price__state check (state in ('asked', 'effective', 'expired', 'closed')),
  -- Nobody may sell at two special prices on one day, whatever wrote them.
  constraint special_price__once exclude using gist (customer_code with =, trade_term_code with =, currency with =, sku_code with =, daterange(valid_from, valid_to, '[]') with &&) where (state in ('asked', 'effective')),
  constraint special_price_document_id_fkey foreign key (document_id) references scheme_special_price(id)
) with (fillfactor=80);
create index special_price__customer on special_price (customer_code);
create index special_price__due on special_price (valid_to, document_id) where state = 'effective';
create index special_price__end_customer on special_price (end_customer_code) where end_customer_code is not null;
create index special_price__no on special_price (document_no);
create index special_price__scope on special_price (scope_id, id);
create index special_price__sku on special_price (sku_code);

-- Price supports of these customers ($1) for these products, one after the other with what asks for special prices: both were read
-- before either was written.
create function price_support_ask(p_customers text[], p_channels text[], p_skus text[], p_spus text[], p_from date, p_to date, p_stackable boolean)
returns void language plpgsql set search_path = public as $ask$
begin
  perform pg_advisory_xact_lock(k) from (
    select distinct hashtextextended(kind || code, 0) as k from (
      select 'special_price ', unnest(p_customers) union select 'special_price of channel ', unnest(p_channels)
    ) asked (kind, code) where code is not null order by 1
  ) keys;
  if exists (select from unnest(p_customers, p_channels, p_skus, p_spus) w (customer, channel, sku, spu)
      join lateral (select w.customer where w.customer is not null union all select c.code from channel_customer c where c.channel_code = w.channel) m (code)
        on true
      join special_price s on s.customer_code = m.code and s.state in ('asked', 'effective')
        and s.valid_from <= p_to and s.valid_to >= p_from and not (s.stackable and p_stackable)
      join sku k on k.code = s.sku_code and (k.code = w.sku or w.sku is null and k.spu_code = w.spu)) then
    raise exception 'a special price was faster' using errcode = 'KN001';
  end if;
end $ask$;

-- Takes the days of each product for a form. Where another form was faster the action reads again, and the rules name it.
create function special_price_ask(p_document bigint, p_round int) returns void
language plpgsql set search_path = public as $ask$
declare
  d record;
begin
  select * into d from scheme_special_price where id = p_document;
  -- One after the other for a customer: an overlap is refused in words, not by the constraint.
  perform pg_advisory_xact_lock(k) from (
    select hashtextextended(kind || code, 0) as k from (
      select 'special_price ', d.customer_code union all select 'special_price of channel ', channel_code from channel_customer where code = d.customer_code
    ) asked (kind, code) order by 1
  ) keys;
  if exists (select from special_price s join scheme_special_price_line l on l.document_id = p_document and l.round = p_round
      and l.sku_code = s.sku_code
    where s.customer_code = d.customer_code and s.trade_term_code = d.trade_term_code and s.currency = d.currency
      and s.state in ('asked', 'effective') and s.valid_from <= d.valid_to and s.valid_to >= d.valid_from and s.document_id <> p_document) then
    raise exception 'another special price was faster' using errcode = 'KN001';
  end if;
  if exists (select from price_support w join sku k on w.sku_code = k.code or w.sku_code is null and w.spu_code = k.spu_code
      join scheme_special_price_line l on l.document_id = p_document and l.round = p_round and l.sku_code = k.code
    where w.customer_code = d.customer_code and w.start_date <= d.valid_to and w.end_date >= d.valid_from
      and not (w.stackable and coalesce(d.stackable = 'yes', false))) then
    raise exception 'a price support was faster' using errcode = 'KN001';
  end if;
  insert into special_price (scope_id, document_id, round, line_no, document_no, customer_code, end_customer_code, trade_term_code, currency,
    sku_code, price, unit_support, quantity_cap, settlement, stackable, valid_from, valid_to, state)
  select d.scope_id, p_document, p_round, l.line_no, d.no, d.customer_code, d.end_customer_code, d.trade_term_code, d.currency, l.sku_code,
    l.special_price, l.unit_support, l.quantity_cap, d.settlement, d.stackable = 'yes', d.valid_from, d.valid_to, 'asked'
  from scheme_special_price_line l where l.document_id = p_document and l.round = p_round;
end $ask$;

-- Every line of a price support, by each customer that it is for: the one that it names, or those of its channel (each way with an index
-- of its own). What it would be for by an adjustment in approval stands beside what it is for now.
create view price_support as
select s.no, l.customer_code, l.sku_code, l.spu_code, s.start_date, s.end_date, s.stackable
from scheme s join scheme_line l on l.scheme_id = s.id
where s.scheme_type = 'priceSupport' and l.customer_code is not null
union all
select s.no, c.code, l.sku_code, l.spu_code, s.start_date, s.end_date, s.stackable
from channel_customer c join scheme_line l on l.channel_code = c.channel_code join scheme s on s.id = l.scheme_id
where s.scheme_type = 'priceSupport'
union all
select d.no, l.customer_code, l.sku_code, l.spu_code, d.start_date, d.end_date, coalesce(d.stackable = 'yes', false)
from scheme_application d join scheme_application_line l on l.document_id = d.id and l.round = d.round
where d.scheme_type = 'priceSupport' and d.state = 'underApproval' and l.customer_code is not null
union all
select d.no, c.code, l.sku_code, l.spu_code, d.start_date, d.end_date, coalesce(d.stackable = 'yes', false)
from channel_customer c join scheme_application_line l on l.channel_code = c.channel_code
join scheme_application d on d.id = l.document_id and d.round = l.round
where d.scheme_type = 'priceSupport' and d.state = 'underApproval'
union all
select s.no, m.code, case when c.is_other then c.new_sku_code else l.sku_code end, case when c.is_other then c.new_spu_code else l.spu_code end,
  coalesce(d.new_start_date, s.start_date), coalesce(d.new_end_date, s.end_date), s.stackable
from scheme_adjust d join scheme s on s.no = d.scheme_no join scheme_line l on l.scheme_id = s.id
left join lateral (
  select a.new_customer_code, a.new_channel_code, a.new_sku_code, a.new_spu_code,
    num_nonnulls(a.new_customer_code, a.new_channel_code) > 0 as is_beneficiary, num_nonnulls(a.new_sku_code, a.new_spu_code) > 0 as is_other
  from scheme_adjust_line a join scheme_funding f on f.scheme_id = s.id and f.funding_no = a.funding_no and f.line_no = l.line_no
  where a.document_id = d.id and a.round = d.round and a.kind = 'scope' limit 1
) c on true
cross join lateral (
  select case when c.is_beneficiary then c.new_customer_code else l.customer_code end as customer,
    case when c.is_beneficiary then c.new_channel_code else l.channel_code end as channel
) w
cross join lateral (
  select w.customer as code where w.customer is not null union all select x.code from channel_customer x where x.channel_code = w.channel
) m
where s.scheme_type = 'priceSupport' and d.state = 'underApproval';

create trigger scheme_payment__append_only before delete or update or truncate on scheme_payment for each statement execute function refuse_change();
create trigger scheme_settlement__append_only before delete or update or truncate on scheme_settlement for each statement execute function refuse_change();
create trigger scheme_version__append_only before delete or update or truncate on scheme_version for each statement execute function refuse_change();
