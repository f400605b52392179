-- One push may have several receivers, each with a state of its own: the prices of a review are told to its data centre (docs/decisions/135).
alter table document_effect add column receiver text not null default '';
alter table document_effect drop constraint document_effect__once;
alter table document_effect add constraint document_effect__once unique nulls not distinct (document_id, round, line, effect, receiver);
-- From which cost and booking rate the margin of a special price was computed, where the cost is in another currency (docs/decisions/133).
alter table scheme_special_price_line add column cost_origin text;
-- People are told when what a document was made from has changed: the price cut of an application was taken back.
alter table notification drop constraint notification__kind;
alter table notification add constraint notification__kind check (kind in ('task', 'approved', 'partiallyApproved', 'reduced', 'rejected', 'returned', 'withdrawn', 'terminated', 'copied', 'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver', 'failToOccupy', 'failToRelease', 'checkDifference', 'used', 'prepared', 'accountChanged', 'sessionsEnded', 'viewedAs', 'accessAsked', 'reachChanged', 'publishAsked', 'announced', 'importEnded', 'basisChanged'));
-- When a line of an approved price review ends by now: as it was approved ($3), or as acts on the review ended or extended it since.
create function price_line_ends(p_document bigint, p_sku text, p_ends timestamptz, p_zone text) returns timestamptz
language plpgsql stable set search_path to 'public' as $$
declare
  v_act record;
  v_ends timestamptz := coalesce(p_ends, 'infinity');
begin
  for v_act in
    select a.action, day_begin((a.input ->> 'day')::date + 1, p_zone) as ends from document_act a
    where a.document_id = p_document and a.action in ('endEarly', 'extend')
      and (coalesce(a.input ->> 'skuCodes', '') = '' or p_sku = any (string_to_array(a.input ->> 'skuCodes', ' ')))
    order by a.seq
  loop
    v_ends := case v_act.action when 'extend' then greatest(v_ends, v_act.ends) else least(v_ends, v_act.ends) end;
  end loop;
  return nullif(v_ends, 'infinity');
end $$;

-- What would stand of keys in a time if one document had never set a price there: of all that others set and that was not taken back, the last one that is about
-- the instant. Who replaced for good left nothing after their own last day. `source` is the row that it comes from.
create function price_without(p_document bigint, p_keys int[], p_times tstzmultirange[]) returns table (source bigint, valid_from timestamptz, valid_to timestamptz)
language sql stable set search_path to 'public' as $$
  with asked as materialized (
    select a.key_id, a.free, o.timezone as zone, k.sku_code
    from unnest(p_keys, p_times) as a (key_id, free) join price_key k on k.id = a.key_id join organisation o on o.id = k.scope_id
  ), set as (
    select a.key_id, a.free, c.id, w.id as source, coalesce(v.mode, q.mode, 'temporary') as mode, w.valid_from as begins,
      case when v.id is null then w.valid_to else price_line_ends(v.id, a.sku_code, w.valid_to, a.zone) end as ends
    from asked a join price_change c on c.key_id = a.key_id and c.parent_id is null and c.act in ('put', 'move') and c.document_id is distinct from p_document
    join price_row w on w.id = c.after_id
    left join price_review v on c.document_type = 'priceReview' and v.id = c.document_id
    left join price_application q on c.document_type = 'priceApplication' and q.id = c.document_id
    where not exists (select from price_change x where x.key_id = c.key_id and x.id > c.id and x.parent_id is null and x.act = 'revoke'
      and x.document_type = c.document_type and x.document_id = c.document_id and x.line_no is not distinct from c.line_no)
  ), said as (
    select s.key_id, s.free, s.id, s.source, tstzrange(s.begins, case when s.mode = 'temporary' then s.ends end) as about, tstzrange(s.begins, s.ends) as held
    from set s where s.ends is null or s.ends > s.begins
    union all
    -- What went to another classification left nothing in this one.
    select a.key_id, a.free, c.id, null, tstzrange(coalesce(h.valid_to, b.valid_from), b.valid_to), null
    from asked a join price_change c on c.key_id = a.key_id and c.parent_id is null and c.act = 'move' and c.after_id is null
    join price_change m on m.parent_id = c.id and m.before_id is not null join price_row b on b.id = m.before_id left join price_row h on h.id = m.after_id
  ), last as (
    select s.*, range_agg(s.about) over (partition by s.key_id order by s.id desc rows between unbounded preceding and 1 preceding) as later from said s
  )
  select l.source, lower(p), upper(p) from last l
  cross join lateral unnest(l.free * tstzmultirange(l.held) - coalesce(l.later, '{}'::tstzmultirange)) as p
  where l.source is not null
$$;

-- An act on an approved price review, as one set. What comes back where a price is taken away is what would stand there without the review: always for one
-- that is revoked, which gives back the time after its last day too, and where the review was temporary for one that ends early. Where another document
-- was faster the action reads again.
create or replace function price_act(p_document bigint, p_act text, p_skus text[], p_day date, p_now timestamptz, p_actor int, p_reason text) returns void
language plpgsql set search_path = public as $act$
declare
  a record;
  v_no text;
begin
  perform from price_key k where k.id in (select r.key_id from price_acted(p_document, p_act, p_skus, p_day, p_now) r) order by k.id for update;
  if p_act = 'extend' and exists (select from price_in_the_way(p_document, p_skus, p_day, p_now)) then
    raise exception 'another price document was faster' using errcode = 'KN001';
  end if;
  select d.no into v_no from price_review d where d.id = p_document;

  with document as (
    select d.mode, day_begin(p_day + 1, o.timezone) as ends from price_review d join organisation o on o.id = d.scope_id where d.id = p_document
  ), taken as materialized (
    select r.*, d.ends, d.mode, case p_act when 'endEarly' then greatest(r.valid_from, d.ends) else r.valid_from end as cut_from
    from price_acted(p_document, p_act, p_skus, p_day, p_now) r, document d
  ), free as (
    select t.key_id, min(t.line_no) as line,
      range_agg(tstzrange(t.cut_from, case when t.mode = 'temporary' then t.valid_to end)) - coalesce((
        select range_agg(tstzrange(r.valid_from, r.valid_to)) from price_row r
        where r.key_id = t.key_id and r.known_until is null and r.id not in (select x.id from taken x where x.key_id = t.key_id)), '{}'::tstzmultirange) as free
    from taken t where p_act = 'revoke' or (p_act = 'endEarly' and t.mode = 'temporary') group by t.key_id
  ), back as (
    select w as put_aside, n.valid_from as from_at, n.valid_to as to_at, f.line,
      -- A price that comes back in pieces is the same price in its first one.
      row_number() over (partition by w.row_id order by n.valid_from) as piece,
      (select max(v.version) from price_row v where v.key_id = w.key_id and v.row_id = w.row_id) as version
    from price_without(p_document, array(select f.key_id from free f order by f.key_id), array(select f.free from free f order by f.key_id)) n
    join price_row w on w.id = n.source join free f on f.key_id = w.key_id
  ), acts as (
    select 1 as turn, t.line_no as line, case p_act when 'extend' then 'temporary' else 'clear' end as mode,
      case p_act when 'endEarly' then 'end' else p_act end as act,
      row(null, case p_act when 'extend' then t.row_id end, case p_act when 'extend' then t.version + 1 end, t.key_id, t.cut_from,
        case p_act when 'extend' then t.ends else t.valid_to end, null, null, null, t.scope_id, t.price, t.tax_mode, t.tax_rate, t.previous_price,
        t.cost_basis, t.margin, t.ladder, t.basis, t.associated_code, t.creator_role, t.source_type, t.source_id, t.source_no, t.line_no, null)::price_row as changed
    from taken t
    union all
    select 2, b.line, 'temporary', 'restore',
      row(null, case when b.piece = 1 then (b.put_aside).row_id end, case when b.piece = 1 then b.version + 1 end, (b.put_aside).key_id, b.from_at, b.to_at, null,
        null, null, (b.put_aside).scope_id, (b.put_aside).price, (b.put_aside).tax_mode, (b.put_aside).tax_rate, (b.put_aside).previous_price,
        (b.put_aside).cost_basis, (b.put_aside).margin, (b.put_aside).ladder, (b.put_aside).basis, (b.put_aside).associated_code, (b.put_aside).creator_role,
        (b.put_aside).source_type, (b.put_aside).source_id, (b.put_aside).source_no, (b.put_aside).line_no, null)::price_row
    from back b
  )
  select array_agg(c.changed order by c.line, (c.changed).valid_from) filter (where c.turn = 1) as own_rows,
    array_agg(c.mode order by c.line, (c.changed).valid_from) filter (where c.turn = 1) as own_modes,
    array_agg(c.act order by c.line, (c.changed).valid_from) filter (where c.turn = 1) as own_acts,
    array_agg(c.line order by c.line, (c.changed).valid_from) filter (where c.turn = 1) as own_lines,
    array_agg(c.changed order by c.line, (c.changed).valid_from) filter (where c.turn = 2) as back_rows,
    array_agg(c.mode order by c.line, (c.changed).valid_from) filter (where c.turn = 2) as back_modes,
    array_agg(c.act order by c.line, (c.changed).valid_from) filter (where c.turn = 2) as back_acts,
    array_agg(c.line order by c.line, (c.changed).valid_from) filter (where c.turn = 2) as back_lines
  into a from acts c;
  if a.own_rows is null then
    raise exception 'another price document was faster' using errcode = 'KN001';
  end if;
  -- Two sets: within one, rows of a key are written in the order of their beginnings.
  perform price_row_put(a.own_rows, a.own_modes, a.own_acts, a.own_lines, product_now(), p_actor, 'priceReview', p_document, v_no, p_reason);
  perform price_row_put(a.back_rows, a.back_modes, a.back_acts, a.back_lines, product_now(), p_actor, 'priceReview', p_document, v_no, p_reason);
end $act$;

-- Prices of later documents that an extension would run into, also those that came from another classification, and documents in approval that hold the
-- same time.
create or replace function price_in_the_way(p_document bigint, p_skus text[], p_day date, p_now timestamptz) returns table (sku_code text, document_no text, is_held boolean)
language sql stable set search_path = public as $way$
  select k.sku_code, w.no, w.held from price_acted(p_document, 'extend', p_skus, p_day, p_now) r
  join price_key k on k.id = r.key_id
  join organisation o on o.id = r.scope_id
  cross join lateral (
    select x.source_no as no, false as held from price_row x
    where x.key_id = r.key_id and x.known_until is null and tstzrange(x.valid_from, x.valid_to) && tstzrange(r.valid_to, day_begin(p_day + 1, o.timezone))
      and exists (select from price_change later join price_change own on own.key_id = later.key_id
        where later.key_id = r.key_id and later.document_id = x.source_id and later.act in ('put', 'move')
          and own.document_id = p_document and own.act = 'put' and later.id > own.id)
    union all
    select h.document_no, true from price_hold h
    where h.key_id = r.key_id and h.document_id <> p_document and tstzrange(h.valid_from, h.valid_to) && tstzrange(r.valid_to, day_begin(p_day + 1, o.timezone))
  ) w order by k.sku_code, w.held
$way$;
-- Why an import writes rows that ask for a reason, in the words of the person who confirmed them.
alter table import_run add column confirmation text;
-- The floor at the time of the submit beside the margin, as reviews have it: an approver sees that a price lies below it.
alter table price_application_line add column floor_margin numeric(20,2);
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
