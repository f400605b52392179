-- Long reviews: what price_request works out of a line (the instants of its days) is worked out once and not wherever it is named, and keys are
-- looked up one by one instead of by a hash of all keys of the table. A key that is there already takes no number of the sequence any more.
create or replace function price_hold_take(p_document bigint) returns void
language plpgsql set search_path = public set enable_hashjoin = off set enable_mergejoin = off as $hold$
begin
  insert into price_key (scope_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency)
  select distinct organisation_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency from price_request r
  where document_id = p_document and not exists (select from price_key k where k.sku_code = r.sku_code and k.area_id = r.area_id
    and k.party = price_party(r.customer_code, r.classification_code) and k.trade_term_code = r.trade_term_code and k.currency = r.currency)
  order by sku_code on conflict do nothing;
  perform from price_key k where k.id in (select k.id from price_request r join price_key k on k.sku_code = r.sku_code and k.area_id = r.area_id
    and k.party = price_party(r.customer_code, r.classification_code) and k.trade_term_code = r.trade_term_code and k.currency = r.currency
    where r.document_id = p_document) order by k.id for update;
  with r as materialized (select * from price_request where document_id = p_document)
  insert into price_hold (key_id, document_id, document_no, line_no, valid_from, valid_to)
  select k.id, r.document_id, r.document_no, r.line_no, r.valid_from, case when r.mode = 'temporary' then r.valid_to end
  from r join price_key k on k.sku_code = r.sku_code and k.area_id = r.area_id and k.party = price_party(r.customer_code, r.classification_code)
    and k.trade_term_code = r.trade_term_code and k.currency = r.currency;
  if exists (select from price_hold own join price_hold h on h.key_id = own.key_id and tstzrange(h.valid_from, h.valid_to) && tstzrange(own.valid_from, own.valid_to) and h.document_id <> p_document
      where own.document_id = p_document) then
    raise exception 'another price document was faster' using errcode = 'KN001';
  end if;
end $hold$;

create or replace function price_apply(p_document bigint) returns void
language plpgsql set search_path = public as $apply$
declare
  a record;
begin
  with r as materialized (select * from price_request where document_id = p_document)
  select array_agg(row(null, null, null, k.id, r.valid_from, r.valid_to, null, null, null, r.organisation_id, r.price, r.tax_mode, coalesce(r.tax_rate, 0),
      o.price, c.unit_cost, price_margin(r.price, r.tax_mode, r.tax_rate, c.unit_cost), r.ladder, r.basis, r.associated_code, r.creator_role,
      r.document_type, r.document_id, r.document_no, r.line_no, null)::price_row order by r.line_no) as rows,
    array_agg(r.mode order by r.line_no) as modes, array_agg('put'::text order by r.line_no) as acts, array_agg(r.line_no order by r.line_no) as lines,
    min(r.document_type) as document_type, min(r.document_no) as document_no, min(r.reason) as reason, min(r.actor_id) as actor
  into a
  from r
  join price_key k on k.sku_code = r.sku_code and k.area_id = r.area_id and k.party = price_party(r.customer_code, r.classification_code)
    and k.trade_term_code = r.trade_term_code and k.currency = r.currency
  left join price_row o on o.key_id = k.id and o.known_until is null and tstzrange(o.valid_from, o.valid_to) @> r.valid_from
  left join lateral price_cost_at(r.sku_code, r.area_id, r.currency, r.valid_from) c on true;

  perform price_row_put(a.rows, a.modes, a.acts, a.lines, product_now(), a.actor, a.document_type, p_document, a.document_no, a.reason);
  delete from price_hold where document_id = p_document;
end $apply$;
