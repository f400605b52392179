-- Locks of many lines at once, as a month's withholds of a country have them: all rows are taken in one statement, in the order in which
-- budget_move takes them, and looked at together. What is answered is what it was.
drop function budget_refuse_locked(bigint, int, int, bigint, numeric, numeric, numeric);

-- Whether any of these lines occupies less in a stage than is locked there. Their rows are held by the caller: this sees what everybody
-- locked who held them before.
create function budget_refuse_locked(p_document bigint[], p_round int[], p_line int[]) returns void
language plpgsql as $refuse$
declare
  o record;
begin
  select t.document_id, t.line_no, t.account_id, k.stage into o
  from (select distinct m.* from unnest(p_document, p_round, p_line) m (document, round, line)) m
  join budget_occupation t on t.document_id = m.document and t.round = m.round and t.line_no = m.line
  cross join lateral (
    select w.stage, sum(w.document_amount) as amount from budget_occupation_lock w
    where w.document_id = t.document_id and w.round = t.round and w.line_no = t.line_no and w.resolved_by is null group by 1
  ) k
  where k.amount > case k.stage when 'cmt' then t.document_cmt when 'acr' then t.document_acr else t.document_exe - t.document_recovered end
  limit 1;
  if found then
    raise exception 'line % of document % is locked', o.line_no, o.document_id using errcode = 'LG001', detail = o.account_id || ':' || o.stage;
  end if;
end $refuse$;

-- What was recovered is looked at by budget_move, which says so as of every stage.
alter table budget_occupation drop constraint budget_occupation__recovered,
  add constraint budget_occupation__recovered check (recovered >= 0 and document_recovered >= 0);

create or replace function budget_lock(
  p_by bigint, p_by_round int, p_by_line int[], p_document bigint[], p_round int[], p_line int[], p_stage text[], p_amount numeric[]
) returns void
language plpgsql as $lock$
declare
  o record;
begin
  perform budget_hold_months(array_agg(m.document), array_agg(m.round), array_agg(m.line))
  from unnest(p_document, p_round, p_line, p_stage) m (document, round, line, stage) where m.stage <> 'exe';

  perform from budget_occupation t
  join (select distinct m.* from unnest(p_document, p_round, p_line) m (document, round, line)) m
    on t.document_id = m.document and t.round = m.round and t.line_no = m.line
  order by t.document_id, t.round, t.line_no for no key update of t;

  select m.* into o from unnest(p_document, p_round, p_line) m (document, round, line)
  where not exists (select from budget_occupation t where t.document_id = m.document and t.round = m.round and t.line_no = m.line) limit 1;
  if found then
    raise exception 'line % of document % occupies nothing', o.line, o.document using errcode = 'LG003';
  end if;

  insert into budget_occupation_lock (by_document_id, by_round, by_line, document_id, round, line_no, stage, document_amount)
  select p_by, p_by_round, m.* from unnest(p_by_line, p_document, p_round, p_line, p_stage, p_amount) m (by_line, document, round, line, stage, amount);

  perform budget_refuse_locked(p_document, p_round, p_line);
end $lock$;

-- As it was; what is locked is looked at once for all that moved.
create or replace function budget_move(
  p_by bigint, p_by_round int, p_action text, p_document bigint[], p_round int[], p_line int[], p_from text[], p_to text[],
  p_amount numeric[], p_document_amount numeric[], p_booked numeric[]
) returns void
language plpgsql as $move$
declare
  d record;
  o record;
begin
  perform budget_hold_months(array_agg(m.document), array_agg(m.round), array_agg(m.line))
  from unnest(p_document, p_round, p_line, p_to) m (document, round, line, goes) where m.goes <> 'headquarters';
  perform budget_unlock(p_by, p_by_round, p_action);

  for d in
    select m.document, m.round, m.line,
      sum(case 'occ' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as occ,
      sum(case 'cmt' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as cmt,
      sum(case 'acr' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as acr,
      sum(case 'exe' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as exe,
      sum(case 'avl' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as avl,
      sum(case 'carried' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as carried,
      sum(case 'headquarters' when m.goes then m.amount else 0 end) as recovered,
      sum(case 'occ' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_occ,
      sum(case 'cmt' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_cmt,
      sum(case 'acr' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_acr,
      sum(case 'exe' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_exe,
      sum(case 'avl' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_avl,
      sum(case 'carried' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_carried,
      sum(case 'headquarters' when m.goes then m.given else 0 end) as given_recovered
    from unnest(p_document, p_round, p_line, array(select case f.goes when 'headquarters' then 'headquarters' else f.leaves end
        from unnest(p_from, p_to) with ordinality f (leaves, goes, position) order by f.position), p_to, p_amount, p_document_amount)
      as m (document, round, line, leaves, goes, amount, given)
    group by 1, 2, 3 order by 1, 2, 3
  loop
    update budget_occupation t set occ = t.occ + d.occ, cmt = t.cmt + d.cmt, acr = t.acr + d.acr, exe = t.exe + d.exe, avl = t.avl + d.avl,
      carried = t.carried + d.carried, recovered = t.recovered + d.recovered,
      document_occ = t.document_occ + d.given_occ, document_cmt = t.document_cmt + d.given_cmt, document_acr = t.document_acr + d.given_acr,
      document_exe = t.document_exe + d.given_exe, document_avl = t.document_avl + d.given_avl,
      document_carried = t.document_carried + d.given_carried, document_recovered = t.document_recovered + d.given_recovered
    where t.document_id = d.document and t.round = d.round and t.line_no = d.line
    returning t.* into o;
    if not found then
      raise exception 'line % of document % occupies nothing', d.line, d.document using errcode = 'LG003';
    end if;
    if least(o.occ, o.cmt, o.acr, o.exe - o.recovered, o.avl, o.carried,
      o.document_occ, o.document_cmt, o.document_acr, o.document_exe - o.document_recovered, o.document_avl, o.document_carried) < 0 then
      raise exception 'line % of document % is not sufficient', d.line, d.document using errcode = 'LG001', detail = o.account_id || ':' ||
        case when least(o.occ, o.document_occ) < 0 then 'occ' when least(o.cmt, o.document_cmt) < 0 then 'cmt'
          when least(o.acr, o.document_acr) < 0 then 'acr' when least(o.exe, o.document_exe) < 0 then 'exe'
          when least(o.exe - o.recovered, o.document_exe - o.document_recovered) < 0 then 'exe'
          when least(o.avl, o.document_avl) < 0 then 'avl' else 'carried' end;
    end if;
    -- Each of several that took a part at once rounded it without knowing of the others: who takes the last part takes the rest.
    if (o.occ <> 0 and o.document_occ = 0) or (o.cmt <> 0 and o.document_cmt = 0) or (o.acr <> 0 and o.document_acr = 0)
      or (o.exe <> 0 and o.document_exe = 0) then
      raise exception 'line % of document % was moved meanwhile', d.line, d.document using errcode = 'KN001';
    end if;
  end loop;
  perform budget_refuse_locked(p_document, p_round, p_line);

  insert into budget_occupation_move (document_id, round, line_no, by_document_id, by_round, by_action, from_stage, to_stage,
    amount, document_amount, booked_amount)
  select m.document, m.round, m.line, p_by, p_by_round, p_action, m.leaves, m.goes, m.amount, m.given, m.booked
  from unnest(p_document, p_round, p_line, p_from, p_to, p_amount, p_document_amount, p_booked)
    as m (document, round, line, leaves, goes, amount, given, booked);
end $move$;
