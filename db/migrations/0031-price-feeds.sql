-- Price feeds: prices that came whole, by a file or from another system, and are in the list without an approval.
create table price_feed (
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
  source text,
  reference text,
  reason text,
  creator_role text,
  line_count int,
  constraint price_feed__pk primary key (id),
  constraint price_feed__no unique (no),
  constraint price_feed__source check (source in ('file', 'system')),
  constraint price_feed__state check (state in ('draft', 'applied', 'undone')),
  constraint price_feed_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index price_feed__drafter on price_feed (drafter_id, state, scope_id);
create index price_feed__number on price_feed (scope_id, no collate "C");
create index price_feed__scope on price_feed (scope_id, id);
-- The feeds of one file, and the message of another system that was taken before.
create index price_feed__reference on price_feed (reference, drafter_id);
create unique index price_feed__message on price_feed (drafter_id, reference) where source = 'system';

create table price_feed_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  source_row int,
  classification_code text,
  customer_code text,
  sku_code text not null,
  trade_term_code text not null,
  currency text not null,
  price numeric(20,2) not null,
  previous_price numeric(20,2),
  tax_mode text not null,
  tax_rate numeric(20,4),
  effective_from date not null,
  effective_to date,
  basis text,
  constraint price_feed_line__pk primary key (document_id, round, line_no),
  constraint price_feed_line__price check (price > (0)::numeric),
  constraint price_feed_line_document_id_fkey foreign key (document_id) references price_feed(id)
);
create index price_feed_line__customer on price_feed_line (customer_code) where customer_code is not null;

-- A key is found by its product: compared as they are, trade term and currency would have all keys of theirs read for each line where statistics lag behind.
-- The keys of a feed, made where they are missing and locked in the order of all writers of prices.
create function price_feed_keys(p_document bigint) returns void language plpgsql set search_path to 'public' as $$
begin
  insert into price_key (scope_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency)
  select distinct d.scope_id, d.area_id, l.classification_code, l.customer_code, l.sku_code, l.trade_term_code, l.currency
  from price_feed d join price_feed_line l on l.document_id = d.id and l.round = d.round where d.id = p_document order by 5, 2 on conflict do nothing;
  perform from price_key k where k.id in (
    select k.id from price_feed d join price_feed_line l on l.document_id = d.id and l.round = d.round
    join price_key k on k.sku_code = l.sku_code and k.area_id = d.area_id and k.party = price_party(l.customer_code, l.classification_code)
      and k.trade_term_code || '' = l.trade_term_code and k.currency || '' = l.currency
    where d.id = p_document) order by k.id for update;
end $$;

-- Writes a feed into the list. Of lines that are about the same time the one that begins later holds, in whichever order they stand and in however
-- many feeds of one file; what stood before is ended for their time.
create function price_feed_apply(p_document bigint) returns void language plpgsql set search_path to 'public' as $$
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
      (select c.unit_cost from price_cost_key q join price_cost c on c.key_id = q.id and c.known_until is null
         and tstzrange(c.valid_from, c.valid_to) @> day_begin(l.effective_from, v_zone)
       where q.sku_code = l.sku_code and q.area_id = v_feed.area_id and q.currency = l.currency) as cost
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

-- What stands in the way of taking a feed back: keys that another document changed since, or holds.
create function price_feed_in_the_way(p_document bigint) returns table (line_no int, sku_code text, document_no text, is_held boolean)
language sql stable set search_path to 'public' as $$
  select o.line_no, k.sku_code, coalesce(c.no, h.no), c.no is null
  from (select c.key_id, min(c.line_no) as line_no, max(c.id) as last from price_change c
    where c.document_type = 'priceFeed' and c.document_id = p_document and c.act = 'put' group by 1) o
  join price_key k on k.id = o.key_id
  left join lateral (select coalesce(c.document_no, c.document_type) as no from price_change c
    where c.key_id = o.key_id and c.id > o.last and (c.document_type = 'priceFeed' and c.document_id + 0 = p_document) is not true
      -- A feed that was taken back has left the key as it found it.
      and not exists (select from price_feed d where c.document_type = 'priceFeed' and d.id = c.document_id and d.state = 'undone')
    order by c.id limit 1) c on true
  left join lateral (select h.document_no as no from price_hold h where h.key_id = o.key_id limit 1) h on true
  where coalesce(c.no, h.no) is not null order by o.line_no
$$;

-- Takes a feed back: its rows are revoked, and what they had ended is restored, key by key as it stood before.
create function price_feed_undo(p_document bigint, p_actor int, p_reason text) returns void language plpgsql set search_path to 'public' as $$
declare
  v_no text;
  v_keys int[];
  v_own record;
  v_ended record;
begin
  select d.no into v_no from price_feed d where d.id = p_document;
  select array_agg(distinct c.key_id) into v_keys from price_change c where c.document_type = 'priceFeed' and c.document_id = p_document;
  perform from price_key k where k.id = any (v_keys) order by k.id for update;
  if exists (select from price_feed_in_the_way(p_document)) then
    raise exception 'another price document was faster' using errcode = 'KN001';
  end if;
  select array_agg(row(null, null, null, r.key_id, r.valid_from, r.valid_to, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      null, null, null, null, null)::price_row order by r.line_no, r.valid_from) as rows, array_agg('clear'::text) as modes, array_agg('revoke'::text) as acts,
    array_agg(r.line_no order by r.line_no, r.valid_from) as lines
  into v_own from price_row r
  where r.key_id = any (v_keys) and r.known_until is null and r.source_type = 'priceFeed' and r.source_id + 0 = p_document;
  select array_agg(row(null, r.row_id, (select max(x.version) + 1 from price_row x where x.key_id = r.key_id and x.row_id = r.row_id), r.key_id, r.valid_from,
      r.valid_to, null, null, null, r.scope_id, r.price, r.tax_mode, r.tax_rate, r.previous_price, r.cost_basis, r.margin, r.ladder, r.basis, r.associated_code,
      r.creator_role, r.source_type, r.source_id, r.source_no, r.line_no, null)::price_row order by r.key_id, r.valid_from) as rows,
    array_agg('temporary'::text) as modes, array_agg('restore'::text) as acts,
    array_agg((select min(c.line_no) from price_change c where c.before_id = r.id and c.document_type = 'priceFeed' and c.document_id + 0 = p_document)
      order by r.key_id, r.valid_from) as lines
  into v_ended from price_row r
  where r.key_id = any (v_keys)
    and exists (select from price_change c where c.before_id = r.id and c.document_type = 'priceFeed' and c.document_id + 0 = p_document)
    and not exists (select from price_change c where c.after_id = r.id and c.document_type = 'priceFeed' and c.document_id + 0 = p_document);
  -- Two sets: within one, rows of a key are written in the order of their beginnings.
  perform price_row_put(v_own.rows, v_own.modes, v_own.acts, v_own.lines, product_now(), p_actor, 'priceFeed', p_document, v_no, p_reason);
  perform price_row_put(v_ended.rows, v_ended.modes, v_ended.acts, v_ended.lines, product_now(), p_actor, 'priceFeed', p_document, v_no, p_reason);
end $$;

-- Systems that send prices: an account of such a system holds this role for the areas whose prices it may write.
insert into role (code, name_zh, name_en) values ('priceSystem', '价格来源系统', 'Source of Prices (a System)');
-- An installation that knows the right already gives no role it again (docs/decisions/088).
insert into role_right (role_code, right_code) values ('priceSystem', 'price.import');
