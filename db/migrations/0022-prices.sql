-- Prices of the list: of one key (area, classification or customer, product, trade term, currency) no two are in force at one instant.
-- A key is a number, so that the constraint compares a number and a time.
create table price_key (
  id int generated always as identity,
  scope_id int not null,
  area_id int not null,
  classification_code text,
  customer_code text,
  sku_code text not null,
  trade_term_code text not null,
  currency text not null,
  constraint price_key__pk primary key (id),
  constraint price_key__of unique nulls not distinct (sku_code, area_id, customer_code, classification_code, trade_term_code, currency),
  constraint price_key__for check (num_nonnulls(classification_code, customer_code) = 1),
  constraint price_key_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index price_key__scope on price_key (scope_id, id);
create index price_key__customer on price_key (customer_code) where customer_code is not null;
create index price_key__classification on price_key (classification_code, sku_code) where classification_code is not null;

-- A row is never changed: what replaces a part of its time ends it (known_until) and writes the rest of it as a new version.
create table price_row (
  id bigint not null default nextval('document_id'::regclass),
  -- The same in all versions of a row.
  row_id bigint not null,
  version int not null,
  key_id int not null,
  valid_from timestamptz not null,
  -- Exclusive; without one it holds until something replaces it.
  valid_to timestamptz,
  known_from timestamptz not null,
  known_until timestamptz,
  ended_by text,
  -- That of the key, so that a list is read in its order.
  scope_id int not null,
  price numeric(20,2) not null,
  tax_mode text not null,
  tax_rate numeric(20,4) not null default 0,
  previous_price numeric(20,2),
  cost_basis numeric(20,2),
  -- In percent of the price without tax; null where the cost is unknown.
  margin numeric(20,2),
  -- Prices by the quantity of an order line, where they differ.
  ladder text,
  basis text,
  associated_code text,
  creator_role text,
  source_type text not null,
  source_id bigint,
  source_no text,
  line_no int,
  constraint price_row__pk primary key (id),
  constraint price_row__price check (price > (0)::numeric),
  constraint price_row__tax_mode check (tax_mode in ('exclusive', 'inclusive')),
  constraint price_row__time check (valid_from < valid_to),
  constraint price_row__once exclude using gist (key_id with =, tstzrange(valid_from, valid_to) with &&) where (known_until is null),
  constraint price_row_key_id_fkey foreign key (key_id) references price_key(id)
) with (fillfactor=90);
create index price_row__key on price_row (key_id, valid_from);
create index price_row__scope on price_row (scope_id, id) where known_until is null;
create index price_row__source on price_row (source_id) where source_id is not null;
create index price_row__known on price_row (scope_id, known_from);

-- What happened to rows: the rows that stand are these changes, replayed.
create table price_change (
  id bigint not null default nextval('document_id'::regclass),
  -- The change that this one followed from.
  parent_id bigint,
  key_id int not null,
  at timestamptz not null,
  actor_id int not null,
  act text not null,
  before_id bigint,
  after_id bigint,
  document_type text not null,
  document_id bigint,
  document_no text,
  line_no int,
  reason text,
  constraint price_change__pk primary key (id),
  constraint price_change__act check (act in ('put', 'end', 'revoke', 'extend', 'restore', 'move', 'cut', 'split', 'remove')),
  constraint price_change_parent_id_fkey foreign key (parent_id) references price_change(id),
  constraint price_change_key_id_fkey foreign key (key_id) references price_key(id),
  constraint price_change_before_id_fkey foreign key (before_id) references price_row(id),
  constraint price_change_after_id_fkey foreign key (after_id) references price_row(id)
);
create index price_change__key on price_change (key_id, id);
create index price_change__document on price_change (document_id) where document_id is not null;
create index price_change__parent on price_change (parent_id) where parent_id is not null;
create index price_change__before on price_change (before_id) where before_id is not null;
create index price_change__after on price_change (after_id) where after_id is not null;

create trigger price_change__append_only before delete or update or truncate on price_change for each statement execute function refuse_change();

-- Cost and floor of a product in an area, dated, apart from its prices: others see them and others enter them.
create table price_cost_key (
  id int generated always as identity,
  scope_id int not null,
  area_id int not null,
  sku_code text not null,
  currency text not null,
  constraint price_cost_key__pk primary key (id),
  constraint price_cost_key__of unique (sku_code, area_id, currency),
  constraint price_cost_key_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index price_cost_key__scope on price_cost_key (scope_id, id);

create table price_cost (
  id bigint not null default nextval('document_id'::regclass),
  row_id bigint not null,
  version int not null,
  key_id int not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  known_from timestamptz not null,
  known_until timestamptz,
  ended_by text,
  scope_id int not null,
  -- Landed.
  unit_cost numeric(20,2) not null,
  -- The least margin in percent that headquarters need not decide on.
  floor_margin numeric(20,2) not null,
  source_no text,
  constraint price_cost__pk primary key (id),
  constraint price_cost__cost check (unit_cost >= (0)::numeric),
  constraint price_cost__time check (valid_from < valid_to),
  constraint price_cost__once exclude using gist (key_id with =, tstzrange(valid_from, valid_to) with &&) where (known_until is null),
  constraint price_cost_key_id_fkey foreign key (key_id) references price_cost_key(id)
);
create index price_cost__key on price_cost (key_id, valid_from);
create index price_cost__scope on price_cost (scope_id, id) where known_until is null;

create table price_cost_change (
  id bigint not null default nextval('document_id'::regclass),
  parent_id bigint,
  key_id int not null,
  at timestamptz not null,
  actor_id int not null,
  act text not null,
  before_id bigint,
  after_id bigint,
  document_type text not null,
  document_id bigint,
  document_no text,
  line_no int,
  reason text,
  constraint price_cost_change__pk primary key (id),
  constraint price_cost_change__act check (act in ('put', 'end', 'revoke', 'extend', 'restore', 'move', 'cut', 'split', 'remove')),
  constraint price_cost_change_parent_id_fkey foreign key (parent_id) references price_cost_change(id),
  constraint price_cost_change_key_id_fkey foreign key (key_id) references price_cost_key(id),
  constraint price_cost_change_before_id_fkey foreign key (before_id) references price_cost(id),
  constraint price_cost_change_after_id_fkey foreign key (after_id) references price_cost(id)
);
create index price_cost_change__key on price_cost_change (key_id, id);
create index price_cost_change__parent on price_cost_change (parent_id) where parent_id is not null;
create index price_cost_change__before on price_cost_change (before_id) where before_id is not null;
create index price_cost_change__after on price_cost_change (after_id) where after_id is not null;

create trigger price_cost_change__append_only before delete or update or truncate on price_cost_change for each statement execute function refuse_change();

-- The keys and times that documents in approval hold.
create table price_hold (
  key_id int not null,
  document_id bigint not null,
  document_no text not null,
  line_no int not null,
  valid_from timestamptz not null,
  -- Exclusive; without one the document replaces whatever begins later.
  valid_to timestamptz,
  constraint price_hold__pk primary key (document_id, line_no),
  constraint price_hold_key_id_fkey foreign key (key_id) references price_key(id)
);
create index price_hold__key on price_hold using gist (key_id, tstzrange(valid_from, valid_to));

-- The instant at which a day begins in a time zone such as UTC+05:30.
create function day_begin(p_day date, p_zone text) returns timestamptz
language sql immutable strict parallel safe as $$ select (p_day::timestamp - substr(p_zone, 4)::interval) at time zone 'UTC' $$;

create table price_review (
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
  associated_code text,
  tax_mode text,
  tax_rate numeric(20,4),
  mode text,
  effective_from date,
  effective_to date,
  retro text,
  reason text,
  source text,
  creator_role text,
  price_cut_percent numeric(20,2),
  constraint price_review__pk primary key (id),
  constraint price_review__no unique (no),
  constraint price_review__state check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  constraint price_review_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index price_review__drafter on price_review (drafter_id, state, scope_id);
create index price_review__number on price_review (scope_id, no collate "C");
create index price_review__scope on price_review (scope_id, id);
create index price_review__customer on price_review (customer_code) where customer_code is not null;

create table price_review_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  sku_code text not null,
  price numeric(20,2) not null,
  ladder text,
  line_from date,
  line_to date,
  previous_price numeric(20,2),
  change_percent numeric(20,2),
  cost_basis numeric(20,2),
  margin numeric(20,2),
  floor_margin numeric(20,2),
  remark text,
  constraint price_review_line__pk primary key (document_id, round, line_no),
  constraint price_review_line__price check (price > (0)::numeric),
  constraint price_review_line_document_id_fkey foreign key (document_id) references price_review(id)
);

-- What documents ask for, line by line, with the instants of their area's zone.
create view price_request as
select 'priceReview'::text as document_type, d.id as document_id, d.no as document_no, d.round, l.line_no, d.scope_id as organisation_id, d.area_id, d.classification_code,
  d.customer_code, d.trade_term_code, d.currency, d.basis, d.associated_code, d.creator_role, d.tax_mode, d.tax_rate, d.mode, l.sku_code, l.price, l.ladder,
  d.reason, d.updated_by as actor_id, day_begin(coalesce(l.line_from, d.effective_from), o.timezone) as valid_from,
  day_begin(coalesce(l.line_to, d.effective_to) + 1, o.timezone) as valid_to
from price_review d join organisation o on o.id = d.scope_id join price_review_line l on l.document_id = d.id and l.round = d.round;

-- Holds the keys of a document's lines. Where another document was faster the action reads again, and the rules name it.
create function price_hold_take(p_document bigint) returns void language plpgsql set search_path = public as $hold$
begin
  insert into price_key (scope_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency)
  select distinct organisation_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency from price_request where document_id = p_document
  order by sku_code on conflict do nothing;
  perform from price_key k where k.id in (select k.id from price_request r join price_key k on k.sku_code = r.sku_code and k.area_id = r.area_id
    and k.customer_code is not distinct from r.customer_code and k.classification_code is not distinct from r.classification_code
    and k.trade_term_code = r.trade_term_code and k.currency = r.currency where r.document_id = p_document) order by k.id for update;
  insert into price_hold (key_id, document_id, document_no, line_no, valid_from, valid_to)
  select k.id, r.document_id, r.document_no, r.line_no, r.valid_from, case when r.mode = 'temporary' then r.valid_to end
  from price_request r join price_key k on k.sku_code = r.sku_code and k.area_id = r.area_id
    and k.customer_code is not distinct from r.customer_code and k.classification_code is not distinct from r.classification_code
    and k.trade_term_code = r.trade_term_code and k.currency = r.currency
  where r.document_id = p_document;
  if exists (select from price_hold own join price_hold h on h.key_id = own.key_id and tstzrange(h.valid_from, h.valid_to) && tstzrange(own.valid_from, own.valid_to) and h.document_id <> p_document
      where own.document_id = p_document) then
    raise exception 'another price document was faster' using errcode = 'KN001';
  end if;
end $hold$;

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
    from unnest(p_rows) with ordinality as r (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, n)) t;

  for v_turn in 1 .. (select max(t) from unnest(v_turns) t) loop
    with asked as (
      select c.* from rows from (unnest(p_rows), unnest(p_modes), unnest(p_acts), unnest(v_turns)) with ordinality
        as c (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, mode, act, turn, n) where c.turn = v_turn
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
        with ordinality as c (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, mode, act, line, turn, new_id, change, n) where c.turn = v_turn
    ), written as (
      insert into price_row (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no)
      select c.new_id, coalesce(c.row_id, c.new_id), coalesce(c.version, 1), c.key_id, c.valid_from, c.valid_to, p_at, c.scope_id, c.price, c.tax_mode, c.tax_rate, c.previous_price, c.cost_basis, c.margin, c.ladder, c.basis, c.associated_code, c.creator_role, c.source_type, c.source_id, c.source_no, c.line_no
      from asked c where c.mode <> 'clear'
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
          as x (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no, mode, line, change, n)) c on c.n = t.n
    ), heads as (
      insert into price_row (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no)
      select head, row_id, version + 1, key_id, valid_from, cut_from, p_at, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no from touched where head is not null
    ), tails as (
      insert into price_row (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no)
      select tail, case when head is null then row_id else tail end, case when head is null then version + 1 else 1 end, key_id, cut_to, valid_to,
        p_at, scope_id, price, tax_mode, tax_rate, previous_price, cost_basis, margin, ladder, basis, associated_code, creator_role, source_type, source_id, source_no, line_no from touched where tail is not null
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

-- Writes a set of rows of price_cost at once; generated, see src/kernel/engine/interval.
create or replace function price_cost_put(
  p_rows price_cost[], p_modes text[], p_acts text[], p_lines int[], p_at timestamptz, p_actor int,
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
  perform from price_cost_key k where k.id in (select r.key_id from unnest(p_rows) r) order by k.id for update;

  select array_agg(t.turn order by t.n), array_agg(nextval('document_id') order by t.n), array_agg(nextval('document_id') order by t.n)
  into v_turns, v_ids, v_changes
  from (select n, (row_number() over (partition by key_id order by valid_from, n))::int as turn
    from unnest(p_rows) with ordinality as r (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, unit_cost, floor_margin, source_no, n)) t;

  for v_turn in 1 .. (select max(t) from unnest(v_turns) t) loop
    with asked as (
      select c.* from rows from (unnest(p_rows), unnest(p_modes), unnest(p_acts), unnest(v_turns)) with ordinality
        as c (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, unit_cost, floor_margin, source_no, mode, act, turn, n) where c.turn = v_turn
    ), ended as (
      update price_cost r set known_until = p_at, ended_by = case when c.mode = 'clear' then c.act when c.act = 'extend' then 'extend' else 'cut' end
      from asked c
      where r.key_id = c.key_id and r.known_until is null
        and tstzrange(r.valid_from, r.valid_to) && tstzrange(c.valid_from, case when c.mode <> 'replace' then c.valid_to end)
      returning r.id, c.n
    )
    select array_agg(id order by id), array_agg(n::int order by id) into v_touched, v_by from ended;

    with asked as (
      select c.* from rows from (unnest(p_rows), unnest(p_modes), unnest(p_acts), unnest(p_lines), unnest(v_turns), unnest(v_ids), unnest(v_changes))
        with ordinality as c (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, unit_cost, floor_margin, source_no, mode, act, line, turn, new_id, change, n) where c.turn = v_turn
    ), written as (
      insert into price_cost (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, unit_cost, floor_margin, source_no)
      select c.new_id, coalesce(c.row_id, c.new_id), coalesce(c.version, 1), c.key_id, c.valid_from, c.valid_to, p_at, c.scope_id, c.unit_cost, c.floor_margin, c.source_no
      from asked c where c.mode <> 'clear'
      returning id
    )
    insert into price_cost_change (id, key_id, at, actor_id, act, before_id, after_id, document_type, document_id, document_no, line_no, reason)
    select c.change, c.key_id, p_at, p_actor, c.act, null, w.id, p_document_type, p_document, p_document_no, c.line, p_reason
    from asked c left join written w on w.id = c.new_id;

    with touched as materialized (
      select r.*, c.change, c.line, c.valid_from as cut_from, case when c.mode <> 'replace' then c.valid_to end as cut_to,
        case when r.valid_from < c.valid_from then nextval('document_id') end as head,
        case when c.mode <> 'replace' and c.valid_to is not null and coalesce(r.valid_to > c.valid_to, true) then nextval('document_id') end as tail
      from unnest(v_touched, v_by) as t (id, n)
      join price_cost r on r.id = t.id
      join (select n, x.change, x.line, x.mode, x.valid_from, x.valid_to
        from rows from (unnest(p_rows), unnest(p_modes), unnest(p_lines), unnest(v_changes)) with ordinality
          as x (id, row_id, version, key_id, valid_from, valid_to, known_from, known_until, ended_by, scope_id, unit_cost, floor_margin, source_no, mode, line, change, n)) c on c.n = t.n
    ), heads as (
      insert into price_cost (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, unit_cost, floor_margin, source_no)
      select head, row_id, version + 1, key_id, valid_from, cut_from, p_at, scope_id, unit_cost, floor_margin, source_no from touched where head is not null
    ), tails as (
      insert into price_cost (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, unit_cost, floor_margin, source_no)
      select tail, case when head is null then row_id else tail end, case when head is null then version + 1 else 1 end, key_id, cut_to, valid_to,
        p_at, scope_id, unit_cost, floor_margin, source_no from touched where tail is not null
    )
    insert into price_cost_change (id, parent_id, key_id, at, actor_id, act, before_id, after_id, document_type, document_id, document_no, line_no, reason)
    select nextval('document_id'), change, key_id, p_at, p_actor, case when head is null and tail is null then 'remove' else 'cut' end, id,
      coalesce(head, tail), p_document_type, p_document, p_document_no, line, p_reason from touched
    union all
    select nextval('document_id'), change, key_id, p_at, p_actor, 'split', null, tail, p_document_type, p_document, p_document_no, line, p_reason
    from touched where head is not null and tail is not null;
  end loop;
  return cardinality(p_rows);
end $put$;

-- Margin in percent of a price without tax, by a cost; null where either says nothing.
create function price_margin(p_price numeric, p_tax_mode text, p_tax_rate numeric, p_cost numeric) returns numeric
language sql immutable parallel safe as $$
  select round((net - p_cost) * 100 / nullif(net, 0), 2)
  from (select case p_tax_mode when 'inclusive' then p_price / (1 + coalesce(p_tax_rate, 0) / 100) else p_price end as net) n
$$;

-- Writes the rows of an approved document: previous price, cost and margin are those of the moment of its approval.
create function price_apply(p_document bigint) returns void language plpgsql set search_path = public as $apply$
declare
  a record;
begin
  select array_agg(row(null, null, null, k.id, r.valid_from, r.valid_to, null, null, null, r.organisation_id, r.price, r.tax_mode, coalesce(r.tax_rate, 0),
      o.price, c.unit_cost, price_margin(r.price, r.tax_mode, r.tax_rate, c.unit_cost), r.ladder, r.basis, r.associated_code, r.creator_role,
      r.document_type, r.document_id, r.document_no, r.line_no)::price_row order by r.line_no) as rows,
    array_agg(r.mode order by r.line_no) as modes, array_agg('put'::text order by r.line_no) as acts, array_agg(r.line_no order by r.line_no) as lines,
    min(r.document_type) as document_type, min(r.document_no) as document_no, min(r.reason) as reason, min(r.actor_id) as actor
  into a
  from price_request r
  join price_key k on k.sku_code = r.sku_code and k.area_id = r.area_id and k.customer_code is not distinct from r.customer_code
    and k.classification_code is not distinct from r.classification_code and k.trade_term_code = r.trade_term_code and k.currency = r.currency
  left join price_row o on o.key_id = k.id and o.known_until is null and tstzrange(o.valid_from, o.valid_to) @> r.valid_from
  left join price_cost_key ck on ck.sku_code = r.sku_code and ck.area_id = r.area_id and ck.currency = r.currency
  left join price_cost c on c.key_id = ck.id and c.known_until is null and tstzrange(c.valid_from, c.valid_to) @> r.valid_from
  where r.document_id = p_document;
  perform price_row_put(a.rows, a.modes, a.acts, a.lines, product_now(), a.actor, a.document_type, p_document, a.document_no, a.reason);
  delete from price_hold where document_id = p_document;
end $apply$;

-- What stood in the list so far had neither classification nor trade term: it becomes the price of every classification of its area, for the terms
-- that customers of that classification have; its cost and floor become dated rows of their own.
insert into price_cost_key (scope_id, area_id, sku_code, currency)
select distinct on (sku_code, area_id, currency) scope_id, area_id, sku_code, currency from list_price where unit_cost is not null order by sku_code, area_id, currency;
insert into price_cost (id, row_id, version, key_id, valid_from, valid_to, known_from, scope_id, unit_cost, floor_margin)
select l.id, l.id, 1, k.id, day_begin(l.valid_from, o.timezone),
  day_begin(lead(l.valid_from) over (partition by k.id order by l.valid_from), o.timezone), day_begin(l.valid_from, o.timezone), l.scope_id, l.unit_cost,
  l.floor_margin
from list_price l join organisation o on o.id = l.scope_id
join price_cost_key k on k.sku_code = l.sku_code and k.area_id = l.area_id and k.currency = l.currency where l.unit_cost is not null;
insert into price_cost_change (key_id, at, actor_id, act, after_id, document_type)
select key_id, known_from, 0, 'put', id, 'migration' from price_cost;

insert into price_key (scope_id, area_id, classification_code, sku_code, trade_term_code, currency)
select distinct l.scope_id, l.area_id, c.code, l.sku_code, t.trade_term_code, l.currency
from list_price l
join price_classification c on c.area_id = l.area_id
join (select distinct m.classification_code, n.trade_term_code, y.currency from customer m join customer_trade_term n on n.customer_code = m.code
  join country y on y.code = m.country_code where m.classification_code is not null) t on t.classification_code = c.code and t.currency = l.currency;
insert into price_row (row_id, version, key_id, valid_from, valid_to, known_from, scope_id, price, tax_mode, cost_basis, margin, source_type)
select 0, 1, k.id, day_begin(l.valid_from, o.timezone),
  day_begin(lead(l.valid_from) over (partition by k.id order by l.valid_from), o.timezone), day_begin(l.valid_from, o.timezone), l.scope_id, l.price,
  'exclusive', l.unit_cost, price_margin(l.price, 'exclusive', 0, l.unit_cost), 'migration'
from list_price l join organisation o on o.id = l.scope_id
join price_key k on k.sku_code = l.sku_code and k.area_id = l.area_id and k.currency = l.currency;
update price_row set row_id = id;
insert into price_change (key_id, at, actor_id, act, after_id, document_type)
select key_id, known_from, 0, 'put', id, 'migration' from price_row;
drop table list_price;
