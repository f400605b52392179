-- How many units of a currency one unit of another is at the booking rates in force on a day: of the pair as it stands, turned round, or over a currency
-- that both have a rate to. Rates are only added, so what counted then is found again by when it was known. One statement, which PostgreSQL puts in place.
create function booking_rate(p_from text, p_to text, p_day date, p_known timestamptz default 'infinity') returns table (rate numeric)
language sql stable parallel safe as $$
  select round(q.rate, 14) from (
    select r.units as rate, r.valid_from as day, r.valid_from as other, 1 as way from currency_rate r
      where r.kind = 'booking' and r.currency_code = p_to and r.base_code = p_from and r.valid_from <= p_day and r.created_at <= p_known
    union all select 1 / r.units, r.valid_from, r.valid_from, 1 from currency_rate r
      where r.kind = 'booking' and r.currency_code = p_from and r.base_code = p_to and r.valid_from <= p_day and r.created_at <= p_known
    union all select r.units / d.units, r.valid_from, d.valid_from, 2 from currency_rate r
      join currency_rate d on d.kind = 'booking' and d.base_code = r.base_code and d.currency_code = p_from and d.valid_from <= p_day and d.created_at <= p_known
      where r.kind = 'booking' and r.currency_code = p_to and r.valid_from <= p_day and r.created_at <= p_known
  ) q order by q.way, q.day desc, q.other desc limit 1
$$;

-- What a product costs in an area at an instant, in the currency of a price: the cost in that currency, else the one in another currency that began last and
-- has a booking rate on the day of the area. `origin` is the cost and the rate that it was converted from, and null where nothing was converted.
create function price_cost_at(p_sku text, p_area int, p_currency text, p_at timestamptz, p_known timestamptz default 'infinity')
returns table (unit_cost numeric, floor_margin numeric, origin text) language sql stable parallel safe as $$
  select coalesce(own.unit_cost, other.unit_cost), coalesce(own.floor_margin, other.floor_margin), other.origin
  from (values (1)) line
  left join lateral (
    select c.unit_cost, c.floor_margin from price_cost_key q
    cross join lateral (
      select x.* from price_cost x where x.key_id = q.id and x.known_from <= p_known and (x.known_until is null or x.known_until > p_known) and x.valid_from <= p_at
      order by x.valid_from desc limit 1
    ) c
    where q.sku_code = p_sku and q.area_id = p_area and q.currency = p_currency and (c.valid_to is null or c.valid_to > p_at)
  ) own on true
  left join lateral (
    select round(c.unit_cost * u.rate, (select y.minor_digits from currency y where y.code = p_currency)) as unit_cost, c.floor_margin,
      c.unit_cost || ' ' || q.currency || ' × ' || trim_scale(u.rate) as origin
    from price_cost_key q
    join organisation o on o.id = q.scope_id
    cross join lateral (
      select x.* from price_cost x where x.key_id = q.id and x.known_from <= p_known and (x.known_until is null or x.known_until > p_known) and x.valid_from <= p_at
      order by x.valid_from desc limit 1
    ) c
    cross join lateral booking_rate(q.currency, p_currency, ((p_at at time zone 'UTC') + substr(o.timezone, 4)::interval)::date, p_known) u
    -- Within the join, so that a line with a cost of its own looks for no other.
    where own.unit_cost is null and q.sku_code = p_sku and q.area_id = p_area and q.currency <> p_currency and (c.valid_to is null or c.valid_to > p_at)
    order by c.valid_from desc, q.currency limit 1
  ) other on true
  where own.unit_cost is not null or other.unit_cost is not null
$$;

alter table price_review_line add column cost_origin text;

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
  left join lateral price_cost_at(r.sku_code, r.area_id, r.currency, r.valid_from) c on true
  where r.document_id = p_document;

  perform price_row_put(a.rows, a.modes, a.acts, a.lines, product_now(), a.actor, a.document_type, p_document, a.document_no, a.reason);
  delete from price_hold where document_id = p_document;
end $apply$;

-- Writes a feed into the list. Of lines that are about the same time the one that begins later holds, in whichever order they stand and in however
-- many feeds of one file; what stood before is ended for their time.
create or replace function price_feed_apply(p_document bigint) returns void language plpgsql set search_path to 'public' as $$
declare
  v_feed price_feed;
  v_zone text;
  v_file bigint[];
  v_set record;
begin
  select * into v_feed from price_feed where id = p_document;
  select o.timezone into v_zone from organisation o where o.id = v_feed.scope_id;
  select array_agg(d.id) into v_file from price_feed d
  where d.id = p_document or (d.reference = v_feed.reference and d.drafter_id = v_feed.drafter_id and d.state = 'applied');
  perform price_feed_keys(p_document);
  if exists (
    select from price_feed_line l
    join price_key k on k.sku_code = l.sku_code and k.area_id = v_feed.area_id and k.party = price_party(l.customer_code, l.classification_code)
      and k.trade_term_code || '' = l.trade_term_code and k.currency || '' = l.currency
    join price_hold h on h.key_id = k.id
      and tstzrange(h.valid_from, h.valid_to) && tstzrange(day_begin(l.effective_from, v_zone), day_begin(l.effective_to + 1, v_zone))
    where l.document_id = p_document and l.round = v_feed.round
  ) then
    raise exception 'another price document was faster' using errcode = 'KN001';
  end if;
  with asked as materialized (
    select l.*, k.id as key_id, day_begin(l.effective_from, v_zone) as begins, day_begin(l.effective_to + 1, v_zone) as ends,
      (select r.price from price_row r where r.key_id = k.id and r.known_until is null
         and not coalesce(r.source_type = 'priceFeed' and r.source_id + 0 = any (v_file), false)
         and tstzrange(r.valid_from, r.valid_to) @> day_begin(l.effective_from, v_zone)) as previous,
      (select c.unit_cost from price_cost_at(l.sku_code, v_feed.area_id, l.currency, day_begin(l.effective_from, v_zone)) c) as cost
    from price_feed_line l
    join price_key k on k.sku_code = l.sku_code and k.area_id = v_feed.area_id and k.party = price_party(l.customer_code, l.classification_code)
      and k.trade_term_code || '' = l.trade_term_code and k.currency || '' = l.currency
    where l.document_id = p_document and l.round = v_feed.round
  ), later as (
    select a.*, range_agg(tstzrange(a.begins, a.ends)) over (partition by a.key_id order by a.begins rows between 1 following and unbounded following) as beside
    from asked a
  ), pieces as (
    select a.*, lower(p) as lo, upper(p) as hi from later a
    cross join lateral (
      select range_agg(tstzrange(r.valid_from, r.valid_to)) as before from price_row r
      where r.key_id = a.key_id and r.known_until is null and r.source_type = 'priceFeed' and r.source_id + 0 = any (v_file)
        and (select min(f.valid_from) from price_row f where f.key_id = r.key_id and f.source_type = 'priceFeed' and f.source_id + 0 = r.source_id
          and f.line_no = r.line_no) > a.begins
    ) t
    cross join lateral unnest(tstzmultirange(tstzrange(a.begins, a.ends)) - coalesce(a.beside, '{}'::tstzmultirange)
      - coalesce(t.before, '{}'::tstzmultirange)) as p
  )
  select array_agg(row(null, null, null, p.key_id, p.lo, p.hi, null, null, null, v_feed.scope_id, p.price, p.tax_mode, coalesce(p.tax_rate, 0), p.previous,
      p.cost, price_margin(p.price, p.tax_mode, p.tax_rate, p.cost), null, p.basis, null, v_feed.creator_role, 'priceFeed', p_document, v_feed.no,
      p.line_no, null)::price_row order by p.line_no, p.lo) as rows,
    array_agg('temporary'::text) as modes, array_agg('put'::text) as acts, array_agg(p.line_no order by p.line_no, p.lo) as lines
  into v_set from pieces p;
  perform price_row_put(v_set.rows, v_set.modes, v_set.acts, v_set.lines, product_now(), v_feed.updated_by, 'priceFeed', p_document, v_feed.no, v_feed.reason);
end $$;

-- People are told that an import which they started has ended.
alter table notification drop constraint notification__kind;
alter table notification add constraint notification__kind check (kind in ('task', 'approved', 'partiallyApproved', 'reduced', 'rejected', 'returned', 'withdrawn', 'terminated', 'copied', 'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver', 'failToOccupy', 'failToRelease', 'checkDifference', 'used', 'prepared', 'accountChanged', 'sessionsEnded', 'viewedAs', 'accessAsked', 'reachChanged', 'publishAsked', 'announced', 'importEnded'));
