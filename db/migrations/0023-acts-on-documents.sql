-- What was done to a document beside its approval, in order (decision 122): by whom, when, with which input as it was read. The place in the
-- order is the sequence of the journal that the act posted. A removed draft keeps its rows, as it keeps those of the audit.
create table document_act (
  document_id bigint not null,
  seq int not null,
  -- Of the document at the time; 0 where it was never submitted.
  round int not null,
  action text not null,
  actor_id int not null,
  at timestamptz not null,
  opinion text,
  -- Null where the act takes none.
  input jsonb,
  constraint document_act__pk primary key (document_id, seq),
  constraint document_act__actor foreign key (actor_id) references app_user(id),
  constraint document_act__seq check (seq > 0)
);

-- What operators did before stood among the acts of the approval. Those rows stay where they are and are no longer shown from there.
insert into document_act (document_id, seq, round, action, actor_id, at, opinion)
select document_id, row_number() over (partition by document_id order by id), round, act, actor_id, at, opinion
from approval_act where act in ('retry', 'close') and actor_id is not null;

create trigger document_act__append_only before delete or update or truncate on document_act for each statement execute function refuse_change();

-- The rows of an approved price review that an act on it is about: what has not begun (revoke), what would be in force after the day (endEarly),
-- what ends before it and is the last of its line (extend). Without products, of all its lines.
create function price_acted(p_document bigint, p_act text, p_skus text[], p_day date, p_now timestamptz) returns setof price_row
language sql stable set search_path = public as $acted$
  select r.* from price_review d
  join organisation o on o.id = d.scope_id
  join price_row r on r.source_id = d.id and r.source_type = 'priceReview' and r.known_until is null
  join price_review_line l on l.document_id = d.id and l.round = d.round and l.line_no = r.line_no
  where d.id = p_document and (p_skus is null or l.sku_code = any (p_skus)) and case p_act
    when 'revoke' then day_begin(coalesce(l.line_from, d.effective_from), o.timezone) > p_now
    when 'endEarly' then coalesce(r.valid_to > day_begin(p_day + 1, o.timezone), true)
    when 'extend' then r.valid_to > p_now and r.valid_to < day_begin(p_day + 1, o.timezone) and not exists (
      select from price_row x where x.key_id = r.key_id and x.source_id = d.id and x.known_until is null and x.valid_from > r.valid_from)
  end
$acted$;

-- Prices of later documents that an extension would run into, and documents in approval that hold the same time.
create function price_in_the_way(p_document bigint, p_skus text[], p_day date, p_now timestamptz) returns table (sku_code text, document_no text, is_held boolean)
language sql stable set search_path = public as $way$
  select k.sku_code, w.no, w.held from price_acted(p_document, 'extend', p_skus, p_day, p_now) r
  join price_key k on k.id = r.key_id
  join organisation o on o.id = r.scope_id
  cross join lateral (
    select x.source_no as no, false as held from price_row x
    where x.key_id = r.key_id and x.known_until is null and tstzrange(x.valid_from, x.valid_to) && tstzrange(r.valid_to, day_begin(p_day + 1, o.timezone))
      and exists (select from price_change later join price_change own on own.key_id = later.key_id
        where later.key_id = r.key_id and later.document_id = x.source_id and later.act = 'put'
          and own.document_id = p_document and own.act = 'put' and later.id > own.id)
    union all
    select h.document_no, true from price_hold h
    where h.key_id = r.key_id and h.document_id <> p_document and tstzrange(h.valid_from, h.valid_to) && tstzrange(r.valid_to, day_begin(p_day + 1, o.timezone))
  ) w order by k.sku_code, w.held
$way$;

-- An act on an approved price review, as one set. What comes back where a price is taken away is what the review itself put aside: always for one that
-- is revoked, and where the review was temporary for one that ends early. Where another document was faster the action reads again.
create function price_act(p_document bigint, p_act text, p_skus text[], p_day date, p_now timestamptz, p_actor int, p_reason text) returns void
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
        t.cost_basis, t.margin, t.ladder, t.basis, t.associated_code, t.creator_role, t.source_type, t.source_id, t.source_no, t.line_no)::price_row as changed
    from taken t
    union all
    select 2, b.line_no, 'temporary', 'restore',
      row(null, (b.put_aside).row_id, b.version + 1, (b.put_aside).key_id, b.from_at, b.to_at, null, null, null, (b.put_aside).scope_id, (b.put_aside).price,
        (b.put_aside).tax_mode, (b.put_aside).tax_rate, (b.put_aside).previous_price, (b.put_aside).cost_basis, (b.put_aside).margin,
        (b.put_aside).ladder, (b.put_aside).basis, (b.put_aside).associated_code, (b.put_aside).creator_role, (b.put_aside).source_type,
        (b.put_aside).source_id, (b.put_aside).source_no, (b.put_aside).line_no)::price_row
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
