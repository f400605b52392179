-- Whom a price is for, as one value: a customer or a classification, never both. Keys are compared by it with `=`, of which PostgreSQL knows how few rows it leaves; it took
-- `is not distinct from` on two columns for a single row, and compared each of 10,000 lines with each of the keys found. Rows have it too, so that the prices
-- of a classification or of a customer are read in the order in which they were entered.
create function price_party(p_customer text, p_classification text) returns text
language sql immutable parallel safe as $$ select case when num_nonnulls(p_customer, p_classification) = 1 then coalesce('customer:' || p_customer, 'class:' || p_classification) end $$;

alter table price_key add column party text not null generated always as (price_party(customer_code, classification_code)) stored;
alter table price_key drop constraint price_key__of;
alter table price_key add constraint price_key__of unique (sku_code, area_id, party, trade_term_code, currency);
-- Its beginning is that of the whole key now.
drop index price_key__sku;

alter table price_row add column party text;
update price_row r set party = k.party from price_key k where k.id = r.key_id;
alter table price_row alter column party set not null;
-- What a row has to be in force is in the index, so that rows which are not are passed without being read.
create index price_row__party on price_row (party, scope_id, known_from, id) include (valid_from, valid_to, known_until);
drop index price_row__known;
create index price_row__known on price_row (scope_id, known_from, id) include (valid_from, valid_to, known_until);

-- Writes a set of rows of price_row at once; generated, see src/kernel/engine/interval.
create or replace function price_row_put(
  p_rows price_row[], p_modes text[], p_acts text[], p_lines int[], p_at timestamptz, p_actor int,
  p_document_type text, p_document bigint, p_document_no text, p_reason text
) returns int language plpgsql set search_path = public as $put$
declare
  v_turns int[];
  v_ids bigint[];
  v_changes bigint[];
  v_touched bigint[];
  v_by int[];
begin
  if coalesce(cardinality(p_rows), 0) = 0 then
    return 0;
  end if;
  perform from price_key k where k.id in (select r.key_id from unnest(p_rows) r) order by k.id for update;

  select array_agg(t.turn order by t.n), array_agg(nextval('document_id') order by t.n), array_agg(nextval('document_id') order by t.n)
  into v_turns, v_ids, v_changes
  from (select n, (row_number() over (partition by key_id order by valid_from, n))::int as turn
    from unnest(p_rows) with ordinality as r (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, party, n)) t;

  for v_turn in 1 .. (select max(t) from unnest(v_turns) t) loop
    with asked as (
      select c.* from rows from (unnest(p_rows), unnest(p_modes), unnest(p_acts), unnest(v_turns)) with ordinality
        as c (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, party, mode, act, turn, n) where c.turn = v_turn
    ), ended as (
      update price_row r set known_until = p_at, ended_by = case when c.mode = 'clear' then c.act when c.act = 'extend' then 'extend' else 'cut' end
      from asked c
      where r.key_id = c.key_id and r.known_until is null
        and tstzrange(r.valid_from, r.valid_to) && tstzrange(c.valid_from, case when c.mode <> 'replace' then c.valid_to end)
      returning r.id, c.n
    )
    select array_agg(id order by id), array_agg(n::int order by id) into v_touched, v_by from ended;

    with asked as (
      select c.* from rows from (unnest(p_rows), unnest(p_modes), unnest(p_acts), unnest(p_lines), unnest(v_turns), unnest(v_ids), unnest(v_changes))
        with ordinality as c (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, party, mode, act, line, turn, new_id, change, n) where c.turn = v_turn
    ), written as (
      insert into price_row (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, party)
      select c.new_id, coalesce(c.row_id, c.new_id), coalesce(c.version, 1), c.key_id, c.valid_from, c.valid_to, p_at, c.scope_id, c.price, c.tax_mode, c.tax_rate, c.previous_price, c.cost_basis, c.margin, c.ladder, c.basis, c.associated_code, c.creator_role, c.source_type, c.source_id, c.source_no, c.line_no, k.party
      from asked c join price_key k on k.id = c.key_id where c.mode <> 'clear'
      returning id
    )
    insert into price_change (id, key_id, at, actor_id, act, before_id, after_id, document_type, document_id, document_no, line_no, reason)
    select c.change, c.key_id, p_at, p_actor, c.act, null, w.id, p_document_type, p_document, p_document_no, c.line, p_reason
    from asked c left join written w on w.id = c.new_id;

    with touched as materialized (
      select r.*, c.change, c.line, c.valid_from as cut_from, case when c.mode <> 'replace' then c.valid_to end as cut_to,
        case when r.valid_from < c.valid_from then nextval('document_id') end as head,
        case when c.mode <> 'replace' and c.valid_to is not null and coalesce(r.valid_to > c.valid_to, true) then nextval('document_id') end as tail
      from unnest(v_touched, v_by) as t (id, n)
      join price_row r on r.id = t.id
      join (select n, x.change, x.line, x.mode, x.valid_from, x.valid_to
        from rows from (unnest(p_rows), unnest(p_modes), unnest(p_lines), unnest(v_changes)) with ordinality
          as x (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, party, mode, line, change, n)) c on c.n = t.n
    ), heads as (
      insert into price_row (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, party)
      select head, row_id, version + 1, key_id, valid_from, cut_from, p_at, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, party from touched where head is not null
    ), tails as (
      insert into price_row (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, party)
      select tail, case when head is null then row_id else tail end, case when head is null then version + 1 else 1 end, key_id, cut_to, valid_to,
        p_at, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, party from touched where tail is not null
    )
    insert into price_change (id, parent_id, key_id, at, actor_id, act, before_id, after_id, document_type, document_id, document_no, line_no, reason)
    select nextval('document_id'), change, key_id, p_at, p_actor, case when head is null and tail is null then 'remove' else 'cut' end, id,
      coalesce(head, tail), p_document_type, p_document, p_document_no, line, p_reason from touched
    union all
    select nextval('document_id'), change, key_id, p_at, p_actor, 'split', null, tail, p_document_type, p_document, p_document_no, line, p_reason
    from touched where head is not null and tail is not null;
  end loop;
  return cardinality(p_rows);
end $put$;

-- Holds the keys of a document's lines. Where another document was faster the action reads again, and the rules name it.
create or replace function price_hold_take(p_document bigint) returns void language plpgsql set search_path = public as $hold$
begin
  insert into price_key (scope_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency)
  select distinct organisation_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency from price_request where document_id = p_document
  order by sku_code on conflict do nothing;
  perform from price_key k where k.id in (select k.id from price_request r join price_key k on k.sku_code = r.sku_code and k.area_id = r.area_id
    and k.party = price_party(r.customer_code, r.classification_code) and k.trade_term_code = r.trade_term_code and k.currency = r.currency
    where r.document_id = p_document) order by k.id for update;
  insert into price_hold (key_id, document_id, document_no, line_no, valid_from, valid_to)
  select k.id, r.document_id, r.document_no, r.line_no, r.valid_from, case when r.mode = 'temporary' then r.valid_to end
  from price_request r join price_key k on k.sku_code = r.sku_code and k.area_id = r.area_id and k.party = price_party(r.customer_code, r.classification_code)
    and k.trade_term_code = r.trade_term_code and k.currency = r.currency
  where r.document_id = p_document;
  if exists (select from price_hold own join price_hold h on h.key_id = own.key_id and tstzrange(h.valid_from, h.valid_to) && tstzrange(own.valid_from, own.valid_to) and h.document_id <> p_document
      where own.document_id = p_document) then
    raise exception 'another price document was faster' using errcode = 'KN001';
  end if;
end $hold$;

-- Writes the rows of an approved document: previous price, cost and margin are those of the moment of its approval.
create or replace function price_apply(p_document bigint) returns void language plpgsql set search_path = public as $apply$
declare
  a record;
begin
  select array_agg(row(null, null, null, k.id, r.valid_from, r.valid_to, null, null, null, r.organisation_id, r.price, r.tax_mode, coalesce(r.tax_rate, 0),
      o.price, c.unit_cost, price_margin(r.price, r.tax_mode, r.tax_rate, c.unit_cost), r.ladder, r.basis, r.associated_code, r.creator_role,
      r.document_type, r.document_id, r.document_no, r.line_no, null)::price_row order by r.line_no) as rows,
    array_agg(r.mode order by r.line_no) as modes, array_agg('put'::text order by r.line_no) as acts, array_agg(r.line_no order by r.line_no) as lines,
    min(r.document_type) as document_type, min(r.document_no) as document_no, min(r.reason) as reason, min(r.actor_id) as actor
  into a
  from price_request r
  join price_key k on k.sku_code = r.sku_code and k.area_id = r.area_id and k.party = price_party(r.customer_code, r.classification_code)
    and k.trade_term_code = r.trade_term_code and k.currency = r.currency
  left join price_row o on o.key_id = k.id and o.known_until is null and tstzrange(o.valid_from, o.valid_to) @> r.valid_from
  left join price_cost_key ck on ck.sku_code = r.sku_code and ck.area_id = r.area_id and ck.currency = r.currency
  left join price_cost c on c.key_id = ck.id and c.known_until is null and tstzrange(c.valid_from, c.valid_to) @> r.valid_from
  where r.document_id = p_document;

  perform price_row_put(a.rows, a.modes, a.acts, a.lines, product_now(), a.actor, a.document_type, p_document, a.document_no, a.reason);
  delete from price_hold where document_id = p_document;
end $apply$;

-- An act on an approved price review, as one set. What comes back where a price is taken away is what the review itself put aside: always for one that
-- is revoked, and where the review was temporary for one that ends early. Where another document was faster the action reads again.
create or replace function price_act(p_document bigint, p_act text, p_skus text[], p_day date, p_now timestamptz, p_actor int, p_reason text) returns void
language plpgsql set search_path = public as $act$
declare
  a record;
begin
  perform from price_key k where k.id in (select r.key_id from price_acted(p_document, p_act, p_skus, p_day, p_now) r) order by k.id for update;
  if p_act = 'extend' and exists (select from price_in_the_way(p_document, p_skus, p_day, p_now)) then
    raise exception 'another price document was faster' using errcode = 'KN001';
  end if;
  with document as (
    select d.no, d.mode, day_begin(p_day + 1, o.timezone) as ends from price_review d join organisation o on o.id = d.scope_id where d.id = p_document
  ), taken as (
    select r.*, d.ends, d.mode, case p_act when 'endEarly' then greatest(r.valid_from, d.ends) else r.valid_from end as cut_from
    from price_acted(p_document, p_act, p_skus, p_day, p_now) r, document d
  ), back as (
    -- What the review put aside, as far as it lies in the time that is taken away.
    select distinct on (t.id, b.id) b as put_aside, greatest(b.valid_from, t.cut_from) as from_at,
      nullif(least(coalesce(b.valid_to, 'infinity'), coalesce(t.valid_to, 'infinity')), 'infinity') as to_at,
      (select max(v.version) from price_row v where v.row_id = b.row_id) as version, t.line_no
    from taken t
    join price_change own on own.key_id = t.key_id and own.document_id = p_document and own.act = 'put'
    join price_change gone on gone.parent_id = own.id and gone.act in ('cut', 'remove')
    join price_row b on b.id = gone.before_id
    where p_act <> 'extend' and (p_act = 'revoke' or t.mode = 'temporary')
      and tstzrange(b.valid_from, b.valid_to) && tstzrange(t.cut_from, t.valid_to)
  ), acts as (
    select 1 as turn, t.line_no as line, case p_act when 'extend' then 'temporary' else 'clear' end as mode,
      case p_act when 'endEarly' then 'end' else p_act end as act,
      row(null, case p_act when 'extend' then t.row_id end, case p_act when 'extend' then t.version + 1 end, t.key_id, t.cut_from,
        case p_act when 'extend' then t.ends else t.valid_to end, null, null, null, t.scope_id, t.price, t.tax_mode, t.tax_rate, t.previous_price,
        t.cost_basis, t.margin, t.ladder, t.basis, t.associated_code, t.creator_role, t.source_type, t.source_id, t.source_no, t.line_no, null)::price_row as changed
    from taken t
    union all
    select 2, b.line_no, 'temporary', 'restore',
      row(null, (b.put_aside).row_id, b.version + 1, (b.put_aside).key_id, b.from_at, b.to_at, null, null, null, (b.put_aside).scope_id, (b.put_aside).price,
        (b.put_aside).tax_mode, (b.put_aside).tax_rate, (b.put_aside).previous_price, (b.put_aside).cost_basis, (b.put_aside).margin,
        (b.put_aside).ladder, (b.put_aside).basis, (b.put_aside).associated_code, (b.put_aside).creator_role, (b.put_aside).source_type,
        (b.put_aside).source_id, (b.put_aside).source_no, (b.put_aside).line_no,
        null)::price_row
    from back b
  )
  select array_agg(c.changed order by c.turn, c.line) as rows, array_agg(c.mode order by c.turn, c.line) as modes,
    array_agg(c.act order by c.turn, c.line) as acts, array_agg(c.line order by c.turn, c.line) as lines, (select no from document) as no
  into a from acts c;
  if a.rows is null then
    raise exception 'another price document was faster' using errcode = 'KN001';
  end if;
  perform price_row_put(a.rows, a.modes, a.acts, a.lines, product_now(), p_actor, 'priceReview', p_document, a.no, p_reason);
end $act$;
