-- The line of each row is looked up by its key: joined, all lines of a long review were compared with all of its rows where PostgreSQL expects few.
create or replace function price_acted(p_document bigint, p_act text, p_skus text[], p_day date, p_now timestamptz) returns setof price_row
language sql stable set search_path = public as $acted$
  select r.* from price_review d
  join organisation o on o.id = d.scope_id
  join price_row r on r.source_id = d.id and r.source_type = 'priceReview' and r.known_until is null
  cross join lateral (select s.sku_code, s.line_from from price_review_line s where s.document_id = d.id and s.round = d.round and s.line_no = r.line_no offset 0) l
  where d.id = p_document and (p_skus is null or l.sku_code = any (p_skus)) and case p_act
    when 'revoke' then day_begin(coalesce(l.line_from, d.effective_from), o.timezone) > p_now
    when 'endEarly' then coalesce(r.valid_to > day_begin(p_day + 1, o.timezone), true)
    when 'extend' then r.valid_to > p_now and r.valid_to < day_begin(p_day + 1, o.timezone) and not exists (
      select from price_row x where x.key_id = r.key_id and x.source_id = d.id and x.known_until is null and x.valid_from > r.valid_from)
  end
$acted$;
