-- Locks of domain.md section 0: a document in approval keeps a part of what another document occupies for itself (a withhold keeps what it
-- will accrue, an execution what it will pay), so that two of them never ask for the same money. A lock moves nothing: the budget line
-- and the occupation stay as they are, and postings know nothing of it.
create table budget_occupation_lock (
  by_document_id bigint not null,
  by_round int not null,
  by_line int not null,
  document_id bigint not null,
  round int not null,
  line_no int not null,
  stage text not null constraint budget_occupation_lock__stage check (stage in ('cmt', 'acr', 'exe')),
  -- In the currency of the document that occupies: that is what the others ask for.
  document_amount numeric(20,2) not null constraint budget_occupation_lock__amount check (document_amount > 0),
  -- What the document did when it let go of it; null: it holds it still.
  resolved_by text,
  constraint budget_occupation_lock__pk primary key (by_document_id, by_round, by_line, document_id, round, line_no, stage),
  constraint budget_occupation_lock__occupation foreign key (document_id, round, line_no) references budget_occupation
);
create index budget_occupation_lock__open on budget_occupation_lock (document_id, round, line_no) where resolved_by is null;

-- Whether a line occupies less in a stage than is locked there: its row is held by the caller, who has it in the amounts that he gives.
create function budget_refuse_locked(p_document bigint, p_round int, p_line int, p_account bigint, p_cmt numeric, p_acr numeric, p_exe numeric)
returns void
language plpgsql as $refuse$
declare
  v_short text;
begin
  select k.stage into v_short from budget_occupation_lock k
  where k.document_id = p_document and k.round = p_round and k.line_no = p_line and k.resolved_by is null
  group by k.stage having sum(k.document_amount) > case k.stage when 'cmt' then p_cmt when 'acr' then p_acr else p_exe end limit 1;
  if found then
    raise exception 'line % of document % is locked', p_line, p_document using errcode = 'LG001', detail = p_account || ':' || v_short;
  end if;
end $refuse$;

-- Locks parts of occupations, in the order in which budget_move moves them. What is locked is never more than is there: whoever comes
-- too late is refused as by a posting, so that the action reads again and its rules say who has it.
create function budget_lock(
  p_by bigint, p_by_round int, p_by_line int[], p_document bigint[], p_round int[], p_line int[], p_stage text[], p_amount numeric[]
) returns void
language plpgsql as $lock$
declare
  d record;
  o record;
begin
  perform budget_hold_months(p_document, p_round, p_line);
  for d in
    select distinct m.document, m.round, m.line from unnest(p_document, p_round, p_line) m (document, round, line) order by 1, 2, 3
  loop
    -- The next statement sees what everybody locked who held the row before.
    perform from budget_occupation t where t.document_id = d.document and t.round = d.round and t.line_no = d.line for no key update;
    if not found then
      raise exception 'line % of document % occupies nothing', d.line, d.document using errcode = 'LG003';
    end if;
    insert into budget_occupation_lock (by_document_id, by_round, by_line, document_id, round, line_no, stage, document_amount)
    select p_by, p_by_round, m.by_line, m.document, m.round, m.line, m.stage, m.amount
    from unnest(p_by_line, p_document, p_round, p_line, p_stage, p_amount) m (by_line, document, round, line, stage, amount)
    where m.document = d.document and m.round = d.round and m.line = d.line;
    select t.* into o from budget_occupation t where t.document_id = d.document and t.round = d.round and t.line_no = d.line;
    perform budget_refuse_locked(d.document, d.round, d.line, o.account_id, o.document_cmt, o.document_acr, o.document_exe);
  end loop;
end $lock$;

-- Lets go of all that a round of a document locked; what it let go of once is not its own any more.
create function budget_unlock(p_by bigint, p_by_round int, p_action text) returns void
language sql as $unlock$
  update budget_occupation_lock set resolved_by = p_action where by_document_id = p_by and by_round = p_by_round and resolved_by is null
$unlock$;

-- Nobody closes the month of a budget while something of it is moved or locked: who does waits here, or has closed it.
create function budget_hold_months(p_document bigint[], p_round int[], p_line int[]) returns void
language plpgsql as $hold$
begin
  perform pg_advisory_xact_lock_shared(k.area_id, k.key) from (
    select distinct l.area_id, l.year * 12 + l.month as key from unnest(p_document, p_round, p_line) m (document, round, line)
    join budget_occupation t on t.document_id = m.document and t.round = m.round and t.line_no = m.line
    join budget_line l on l.id = t.account_id order by 1, 2) k;
  if exists (select from unnest(p_document, p_round, p_line) m (document, round, line)
    join budget_occupation t on t.document_id = m.document and t.round = m.round and t.line_no = m.line
    join budget_line l on l.id = t.account_id
    join budget_period p on p.area_id = l.area_id and p.year = l.year and p.month = l.month and p.state = 'closed') then
    raise exception 'a month was closed meanwhile' using errcode = 'KN001';
  end if;
end $hold$;

-- As it was, and the document that moves lets go of its own locks first; what others have locked stays where it is.
create or replace function budget_move(
  p_by bigint, p_by_round int, p_action text, p_document bigint[], p_round int[], p_line int[], p_from text[], p_to text[],
  p_amount numeric[], p_document_amount numeric[], p_booked numeric[]
) returns void
language plpgsql as $move$
declare
  d record;
  o record;
begin
  perform budget_hold_months(p_document, p_round, p_line);
  perform budget_unlock(p_by, p_by_round, p_action);

  for d in
    select m.document, m.round, m.line,
      sum(case 'occ' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as occ,
      sum(case 'cmt' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as cmt,
      sum(case 'acr' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as acr,
      sum(case 'exe' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as exe,
      sum(case 'avl' when m.goes then m.amount when m.leaves then -m.amount else 0 end) as avl,
      sum(case 'occ' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_occ,
      sum(case 'cmt' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_cmt,
      sum(case 'acr' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_acr,
      sum(case 'exe' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_exe,
      sum(case 'avl' when m.goes then m.given when m.leaves then -m.given else 0 end) as given_avl
    from unnest(p_document, p_round, p_line, p_from, p_to, p_amount, p_document_amount)
      as m (document, round, line, leaves, goes, amount, given)
    group by 1, 2, 3 order by 1, 2, 3
  loop
    update budget_occupation t set occ = t.occ + d.occ, cmt = t.cmt + d.cmt, acr = t.acr + d.acr, exe = t.exe + d.exe, avl = t.avl + d.avl,
      document_occ = t.document_occ + d.given_occ, document_cmt = t.document_cmt + d.given_cmt,
      document_acr = t.document_acr + d.given_acr, document_exe = t.document_exe + d.given_exe, document_avl = t.document_avl + d.given_avl
    where t.document_id = d.document and t.round = d.round and t.line_no = d.line
    returning t.* into o;
    if not found then
      raise exception 'line % of document % occupies nothing', d.line, d.document using errcode = 'LG003';
    end if;
    if least(o.occ, o.cmt, o.acr, o.exe, o.avl, o.document_occ, o.document_cmt, o.document_acr, o.document_exe, o.document_avl) < 0 then
      raise exception 'line % of document % is not sufficient', d.line, d.document using errcode = 'LG001', detail = o.account_id || ':' ||
        case when least(o.occ, o.document_occ) < 0 then 'occ' when least(o.cmt, o.document_cmt) < 0 then 'cmt'
          when least(o.acr, o.document_acr) < 0 then 'acr' when least(o.exe, o.document_exe) < 0 then 'exe' else 'avl' end;
    end if;
    perform budget_refuse_locked(d.document, d.round, d.line, o.account_id, o.document_cmt, o.document_acr, o.document_exe);
    -- Each of several that took a part at once rounded it without knowing of the others: who takes the last part takes the rest.
    if (o.occ <> 0 and o.document_occ = 0) or (o.cmt <> 0 and o.document_cmt = 0) or (o.acr <> 0 and o.document_acr = 0)
      or (o.exe <> 0 and o.document_exe = 0) then
      raise exception 'line % of document % was moved meanwhile', d.line, d.document using errcode = 'KN001';
    end if;
  end loop;

  insert into budget_occupation_move (document_id, round, line_no, by_document_id, by_round, by_action, from_stage, to_stage,
    amount, document_amount, booked_amount)
  select m.document, m.round, m.line, p_by, p_by_round, p_action, m.leaves, m.goes, m.amount, m.given, m.booked
  from unnest(p_document, p_round, p_line, p_from, p_to, p_amount, p_document_amount, p_booked)
    as m (document, round, line, leaves, goes, amount, given, booked);
end $move$;
