-- What schemes still hold at the end of a year (domain.md section 2.10), and what is recovered of a year that is closed (2.12).

-- `carried`: it went to the next year, where it stands under the document that carried it. `recovered`: part of what was executed; the
-- books of its year are closed, so that it stays there, and headquarters has the money.
alter table budget_occupation
  add column carried numeric(20,2) not null default 0,
  add column document_carried numeric(20,2) not null default 0,
  add column recovered numeric(20,2) not null default 0,
  add column document_recovered numeric(20,2) not null default 0,
  -- What it was before, in the year before. `origin_year`: of which year it is the commitment, or the expense. `origin_stage`: it came with
  -- its budget, into this stage; without it, it was asked for anew.
  add column origin_document_id bigint,
  add column origin_round int,
  add column origin_line_no int,
  add column origin_year int,
  add column origin_stage text constraint budget_occupation__origin_stage check (origin_stage in ('cmt', 'acr')),
  add constraint budget_occupation__origin foreign key (origin_document_id, origin_round, origin_line_no) references budget_occupation,
  drop constraint budget_occupation__whole,
  add constraint budget_occupation__whole check (occ + cmt + acr + exe + avl + carried = amount),
  drop constraint budget_occupation__document,
  add constraint budget_occupation__document
    check (document_occ + document_cmt + document_acr + document_exe + document_avl + document_carried = document_amount),
  add constraint budget_occupation__recovered check (recovered between 0 and exe and document_recovered between 0 and document_exe);

-- Each stage of an occupation is taken over the end of its year once: by a document in approval, or by one that went through, until it is
-- taken back as a whole.
create table budget_carry_over (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  origin_document_id bigint not null,
  origin_round int not null,
  origin_line_no int not null,
  stage text not null constraint budget_carry_over__stage check (stage in ('cmt', 'acr')),
  option text not null constraint budget_carry_over__option
    check (option in ('withBudget', 'newBudget', 'release') and stage = 'cmt' or option in ('accrual', 'release') and stage = 'acr'),
  -- In the currency of the document that occupies.
  document_amount numeric(20,2) not null constraint budget_carry_over__amount check (document_amount > 0),
  -- What became of it: null while it is in approval and when it went through.
  given_back_by text,
  constraint budget_carry_over__pk primary key (document_id, round, line_no),
  constraint budget_carry_over__occupation foreign key (origin_document_id, origin_round, origin_line_no) references budget_occupation
);
create unique index budget_carry_over__once on budget_carry_over (origin_document_id, origin_round, origin_line_no, stage)
  where given_back_by is null;

-- What is recovered of closed years, by the year that it comes back in.
alter table budget_source
  drop constraint budget_source__kind,
  add constraint budget_source__kind check (kind in ('source', 'lapsed', 'recovery'));

-- What is locked of what was executed is recovered of a closed month too: nothing of the month changes by it.
create or replace function budget_lock(
  p_by bigint, p_by_round int, p_by_line int[], p_document bigint[], p_round int[], p_line int[], p_stage text[], p_amount numeric[]
) returns void
language plpgsql as $lock$
declare
  d record;
  o record;
begin
  perform budget_hold_months(array_agg(m.document), array_agg(m.round), array_agg(m.line))
  from unnest(p_document, p_round, p_line, p_stage) m (document, round, line, stage) where m.stage <> 'exe';
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
    perform budget_refuse_locked(d.document, d.round, d.line, o.account_id, o.document_cmt, o.document_acr, o.document_exe - o.document_recovered);
  end loop;
end $lock$;

-- Two more ends: `carried`, and `headquarters`, which leaves what was executed where it is and keeps that it was recovered.
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
    select t.* into o from budget_occupation t where t.document_id = d.document and t.round = d.round and t.line_no = d.line for no key update;
    if not found then
      raise exception 'line % of document % occupies nothing', d.line, d.document using errcode = 'LG003';
    end if;
    if o.exe + d.exe < o.recovered + d.recovered or o.document_exe + d.given_exe < o.document_recovered + d.given_recovered then
      raise exception 'line % of document % is not sufficient', d.line, d.document using errcode = 'LG001', detail = o.account_id || ':exe';
    end if;
    update budget_occupation t set occ = t.occ + d.occ, cmt = t.cmt + d.cmt, acr = t.acr + d.acr, exe = t.exe + d.exe, avl = t.avl + d.avl,
      carried = t.carried + d.carried, recovered = t.recovered + d.recovered,
      document_occ = t.document_occ + d.given_occ, document_cmt = t.document_cmt + d.given_cmt, document_acr = t.document_acr + d.given_acr,
      document_exe = t.document_exe + d.given_exe, document_avl = t.document_avl + d.given_avl,
      document_carried = t.document_carried + d.given_carried, document_recovered = t.document_recovered + d.given_recovered
    where t.document_id = d.document and t.round = d.round and t.line_no = d.line
    returning t.* into o;
    if least(o.occ, o.cmt, o.acr, o.exe, o.avl, o.carried,
      o.document_occ, o.document_cmt, o.document_acr, o.document_exe, o.document_avl, o.document_carried) < 0 then
      raise exception 'line % of document % is not sufficient', d.line, d.document using errcode = 'LG001', detail = o.account_id || ':' ||
        case when least(o.occ, o.document_occ) < 0 then 'occ' when least(o.cmt, o.document_cmt) < 0 then 'cmt'
          when least(o.acr, o.document_acr) < 0 then 'acr' when least(o.exe, o.document_exe) < 0 then 'exe'
          when least(o.avl, o.document_avl) < 0 then 'avl' else 'carried' end;
    end if;
    perform budget_refuse_locked(d.document, d.round, d.line, o.account_id, o.document_cmt, o.document_acr, o.document_exe - o.document_recovered);
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

-- What went out of one year comes into the next one, with its amounts in both currencies and its rate: an occupation of the document that
-- carries it, on the budget of the next year. `p_account`: that budget.
create function budget_carry_in(
  p_by bigint, p_by_round int, p_action text, p_type text, p_by_line int[], p_account bigint[], p_document bigint[], p_round int[],
  p_line int[], p_stage text[], p_amount numeric[], p_document_amount numeric[]
) returns void
language plpgsql as $carry$
begin
  insert into budget_occupation (document_id, round, line_no, document_type, account_id, currency, document_currency, rate, amount, occ, cmt, acr,
    document_amount, document_occ, document_cmt, document_acr, origin_document_id, origin_round, origin_line_no, origin_year, origin_stage)
  select p_by, p_by_round, m.by_line, p_type, m.account, o.currency, o.document_currency, o.rate, m.amount, 0,
    case m.stage when 'cmt' then m.amount else 0 end, case m.stage when 'acr' then m.amount else 0 end,
    m.given, 0, case m.stage when 'cmt' then m.given else 0 end, case m.stage when 'acr' then m.given else 0 end,
    o.document_id, o.round, o.line_no,
    -- An accrual is the expense of the year in which it was made; a commitment keeps the year in which it was entered into.
    case when m.stage = 'acr' and o.origin_stage is distinct from 'acr' then l.year else coalesce(o.origin_year, l.year) end, m.stage
  from unnest(p_by_line, p_account, p_document, p_round, p_line, p_stage, p_amount, p_document_amount)
    m (by_line, account, document, round, line, stage, amount, given)
  join budget_occupation o on o.document_id = m.document and o.round = m.round and o.line_no = m.line
  join budget_line l on l.id = o.account_id;

  -- Nobody closes the month that it comes to.
  perform budget_hold_months(array_agg(p_by), array_agg(p_by_round), array_agg(m.by_line)) from unnest(p_by_line) m (by_line);

  insert into budget_occupation_move (document_id, round, line_no, by_document_id, by_round, by_action, from_stage, to_stage,
    amount, document_amount)
  select p_by, p_by_round, m.by_line, p_by, p_by_round, p_action, 'carried', m.stage, m.amount, m.given
  from unnest(p_by_line, p_stage, p_amount, p_document_amount) m (by_line, stage, amount, given);
end $carry$;
