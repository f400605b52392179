-- Price applications: a local request for prices that do not exist or must differ, with the quotes of competitors that it rests on.
create table price_application (
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
  title text,
  classification_code text,
  customer_code text,
  trade_term_code text,
  currency text,
  basis text,
  tax_mode text,
  tax_rate numeric(20,4),
  mode text,
  effective_from date,
  effective_to date,
  market text,
  expected_volume int,
  reason text,
  creator_role text,
  price_cut_percent numeric(20,2),
  authority text,
  constraint price_application__pk primary key (id),
  constraint price_application__no unique (no),
  constraint price_application__state check (state in ('draft', 'underApproval', 'inReview', 'approved', 'rejected', 'cancelled')),
  constraint price_application__authority check (authority in ('within', 'beyond')),
  constraint price_application_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index price_application__drafter on price_application (drafter_id, state, scope_id);
create index price_application__number on price_application (scope_id, no collate "C");
create index price_application__scope on price_application (scope_id, id);
create index price_application__customer on price_application (customer_code) where customer_code is not null;

create table price_application_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  sku_code text not null,
  price numeric(20,2) not null,
  expected_quantity int,
  previous_price numeric(20,2),
  change_percent numeric(20,2),
  margin numeric(20,2),
  remark text,
  constraint price_application_line__pk primary key (document_id, round, line_no),
  constraint price_application_line__price check (price > (0)::numeric),
  constraint price_application_line_document_id_fkey foreign key (document_id) references price_application(id)
);

create table price_application_quotes (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  competitor text not null,
  product text not null,
  quoted numeric(20,2) not null,
  quote_currency text not null,
  seen_on date not null,
  remark text,
  constraint price_application_quotes__pk primary key (document_id, round, line_no),
  constraint price_application_quotes__quoted check (quoted > (0)::numeric),
  constraint price_application_quotes_document_id_fkey foreign key (document_id) references price_application(id)
);

-- A review that an application beyond the local authority became.
alter table price_review add application_no text;
create index price_review__application on price_review (application_no) where application_no is not null;

create or replace view price_request as
select 'priceReview'::text as document_type, d.id as document_id, d.no as document_no, d.round, l.line_no, d.scope_id as organisation_id, d.area_id, d.classification_code,
  d.customer_code, d.trade_term_code, d.currency, d.basis, d.associated_code, d.creator_role, d.tax_mode, d.tax_rate, d.mode, l.sku_code, l.price, l.ladder,
  d.reason, d.updated_by as actor_id, day_begin(coalesce(l.line_from, d.effective_from), o.timezone) as valid_from,
  day_begin(coalesce(l.line_to, d.effective_to) + 1, o.timezone) as valid_to
from price_review d join organisation o on o.id = d.scope_id join price_review_line l on l.document_id = d.id and l.round = d.round
union all
select 'priceApplication'::text, d.id, d.no, d.round, l.line_no, d.scope_id, d.area_id, d.classification_code,
  d.customer_code, d.trade_term_code, d.currency, d.basis, null::text, d.creator_role, d.tax_mode, d.tax_rate, d.mode, l.sku_code, l.price, null::text,
  d.reason, d.updated_by, day_begin(d.effective_from, o.timezone), day_begin(d.effective_to + 1, o.timezone)
from price_application d join organisation o on o.id = d.scope_id join price_application_line l on l.document_id = d.id and l.round = d.round;
