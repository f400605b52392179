-- Only a review that says so writes into the past: of all others a line whose first day is over when the last person approves begins on the day of that
-- approval, in the zone of its area. The approval writes its document first, so `updated_at` is its instant here; at the submit nothing begins earlier.
create or replace view price_request as
select 'priceReview'::text as document_type, d.id as document_id, d.no as document_no, d.round, l.line_no, d.scope_id as organisation_id, d.area_id, d.classification_code,
  d.customer_code, d.trade_term_code, d.currency, d.basis, d.associated_code, d.creator_role, d.tax_mode, d.tax_rate, d.mode, l.sku_code, l.price, l.ladder,
  d.reason, d.updated_by as actor_id,
  greatest(day_begin(coalesce(l.line_from, d.effective_from), o.timezone), case when d.retro is distinct from 'yes'
    then day_begin(((d.updated_at at time zone 'UTC') + substr(o.timezone, 4)::interval)::date, o.timezone) end) as valid_from,
  day_begin(coalesce(l.line_to, d.effective_to) + 1, o.timezone) as valid_to, coalesce(d.retro = 'yes', false) as retro
from price_review d join organisation o on o.id = d.scope_id join price_review_line l on l.document_id = d.id and l.round = d.round
union all
select 'priceApplication'::text, d.id, d.no, d.round, l.line_no, d.scope_id, d.area_id, d.classification_code,
  d.customer_code, d.trade_term_code, d.currency, d.basis, null::text, d.creator_role, d.tax_mode, d.tax_rate, d.mode, l.sku_code, l.price, null::text,
  d.reason, d.updated_by,
  greatest(day_begin(d.effective_from, o.timezone), day_begin(((d.updated_at at time zone 'UTC') + substr(o.timezone, 4)::interval)::date, o.timezone)),
  day_begin(d.effective_to + 1, o.timezone), false
from price_application d join organisation o on o.id = d.scope_id join price_application_line l on l.document_id = d.id and l.round = d.round;
