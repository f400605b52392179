-- How budgets are controlled (domain.md section 3): what spending documents occupy, in their own currency and in the budget's, and the
-- journal that keeps the rate of each.

-- Cross rates of small units need more places: a rupiah is 0.0000617 dollars.
alter table ledger_reservation alter column rate type numeric(28,14);

drop function ledger_post(text, bigint, int, text, int, int, timestamptz, text[], bigint[], text[], text[], numeric[], text[], int[],
  int[], text[], bigint[], text[], numeric[], text[], bigint[]);

create or replace function ledger_post(
  p_document_type text, p_document_id bigint, p_round int, p_action text, p_sequence int, p_actor int, p_at timestamptz,
  p_ledger text[], p_account bigint[], p_bucket text[], p_counter text[], p_amount numeric[], p_currency text[], p_line int[],
  p_reserve_line int[], p_reserve_ledger text[], p_reserve_account bigint[], p_reserve_bucket text[],
  p_reserve_amount numeric[], p_reserve_currency text[], p_reserve_document_amount numeric[], p_reserve_document_currency text[],
  p_reserve_rate numeric[], p_reserve_rate_type text[], p_reserve_rate_date date[], p_resolve bigint[]
) returns bigint
language plpgsql as $post$
declare
  v_journal bigint;
  v_touched int;
  v_short text;
  d record;
  a record;
begin
  insert into ledger_journal (document_type, document_id, round, action, sequence, actor_id, at)
  values (p_document_type, p_document_id, p_round, p_action, p_sequence, p_actor, p_at)
  returning id into v_journal;

  insert into ledger_posting (journal_id, position, ledger, account_id, bucket, counter, amount, currency, document_line)
  select v_journal, l.position, l.ledger, l.account, l.bucket, l.counter, l.amount, l.currency, l.line
  from unnest(p_ledger, p_account, p_bucket, p_counter, p_amount, p_currency, p_line)
    with ordinality as l (ledger, account, bucket, counter, amount, currency, line, position);

  if cardinality(p_reserve_line) > 0 then
    insert into ledger_reservation (document_id, round, document_line, ledger, account_id, bucket, amount, currency,
      document_amount, document_currency, rate, rate_type, rate_date, opened_by)
    select p_document_id, p_round, r.*, v_journal
    from unnest(p_reserve_line, p_reserve_ledger, p_reserve_account, p_reserve_bucket, p_reserve_amount, p_reserve_currency,
      p_reserve_document_amount, p_reserve_document_currency, p_reserve_rate, p_reserve_rate_type, p_reserve_rate_date) as r;
  end if;

  if cardinality(p_resolve) > 0 then
    update ledger_reservation set resolved_by = v_journal
    where id = any (p_resolve) and document_id = p_document_id and resolved_by is null;
    get diagnostics v_touched = row_count;
    if v_touched <> cardinality(p_resolve) then
      raise exception 'a reservation was resolved before' using errcode = 'LG002';
    end if;
  end if;

  for d in
    select account, currency,
      coalesce(sum(amount) filter (where bucket = 'avl'), 0) as avl,
      coalesce(sum(amount) filter (where bucket = 'hld'), 0) as hld,
      coalesce(sum(amount) filter (where bucket = 'occ'), 0) as occ,
      coalesce(sum(amount) filter (where bucket = 'cmt'), 0) as cmt,
      coalesce(sum(amount) filter (where bucket = 'acr'), 0) as acr,
      coalesce(sum(amount) filter (where bucket = 'exe'), 0) as exe,
      coalesce(sum(amount) filter (where bucket = 'fxv'), 0) as fxv,
      coalesce(sum(amount) filter (where counter = 'granted'), 0) as granted,
      coalesce(sum(amount) filter (where counter = 'transferred_in'), 0) as transferred_in,
      coalesce(sum(amount) filter (where counter = 'carried_in'), 0) as carried_in,
      coalesce(sum(amount) filter (where counter = 'revalued'), 0) as revalued,
      coalesce(sum(-amount) filter (where counter = 'revoked'), 0) as revoked,
      coalesce(sum(-amount) filter (where counter = 'transferred_out'), 0) as transferred_out,
      coalesce(sum(-amount) filter (where counter = 'carried_out'), 0) as carried_out,
      coalesce(sum(-amount) filter (where counter = 'lapsed'), 0) as lapsed,
      coalesce(sum(-amount) filter (where counter = 'distributed'), 0) as distributed
    from unnest(p_ledger, p_account, p_bucket, p_counter, p_amount, p_currency) as l (ledger, account, bucket, counter, amount, currency)
    where ledger = 'budget'
    group by account, currency order by account
  loop
    update budget_account t set avl = t.avl + d.avl, hld = t.hld + d.hld, occ = t.occ + d.occ, cmt = t.cmt + d.cmt, acr = t.acr + d.acr, exe = t.exe + d.exe, fxv = t.fxv + d.fxv, granted = t.granted + d.granted, transferred_in = t.transferred_in + d.transferred_in, carried_in = t.carried_in + d.carried_in, revalued = t.revalued + d.revalued, revoked = t.revoked + d.revoked, transferred_out = t.transferred_out + d.transferred_out, carried_out = t.carried_out + d.carried_out, lapsed = t.lapsed + d.lapsed, distributed = t.distributed + d.distributed
    where t.id = d.account and t.currency = d.currency
    returning t.mode, t.tolerance, t.avl, t.hld, t.occ, t.cmt, t.acr, t.exe, t.fxv into a;
    if not found then
      raise exception 'no budget account % in %', d.account, d.currency using errcode = 'LG003';
    end if;
    v_short := case
      when a.hld < 0 and d.hld < 0 then 'hld'
      when a.occ < 0 and d.occ < 0 then 'occ'
      when a.cmt < 0 and d.cmt < 0 then 'cmt'
      when a.acr < 0 and d.acr < 0 then 'acr'
      when a.exe < 0 and d.exe < 0 then 'exe'
      when a.avl >= 0 or d.avl >= 0 then null
      when d.hld > 0 then 'avl'
      when a.mode = 'tracking' then null
      when a.mode = 'absolute' and a.avl < -round(greatest(a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv, 0) * a.tolerance / 100, 2) then 'avl'
    end;
    if v_short is not null then
      raise exception 'budget account % is not sufficient', d.account using errcode = 'LG001', detail = d.account || ':' || v_short;
    end if;
    if a.avl < 0 and d.avl < 0 and a.mode <> 'tracking' then
      insert into ledger_overrun (journal_id, ledger, account_id, bucket, balance)
      values (v_journal, 'budget', d.account, 'avl', a.avl);
    end if;
  end loop;

  return v_journal;
end $post$;

-- What a line of a spending document took from a budget line, by the stage it is in, in the budget's currency and in the document's: the
-- same money as the stages of the budget line, by who spends it. The rows of a budget line add up to its buckets.
create table budget_occupation (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  document_type text not null,
  account_id bigint not null references budget_line,
  currency text not null,
  document_currency text not null,
  -- Units of the budget's currency for one of the document's, as the reservation keeps it.
  rate numeric(28,14) not null constraint budget_occupation__rate check (rate > 0),
  amount numeric(20,2) not null constraint budget_occupation__amount check (amount > 0),
  occ numeric(20,2) not null,
  cmt numeric(20,2) not null default 0,
  acr numeric(20,2) not null default 0,
  exe numeric(20,2) not null default 0,
  -- Back to what is available.
  avl numeric(20,2) not null default 0,
  document_amount numeric(20,2) not null,
  document_occ numeric(20,2) not null,
  document_cmt numeric(20,2) not null default 0,
  document_acr numeric(20,2) not null default 0,
  document_exe numeric(20,2) not null default 0,
  document_avl numeric(20,2) not null default 0,
  constraint budget_occupation__pk primary key (document_id, round, line_no),
  constraint budget_occupation__whole check (occ + cmt + acr + exe + avl = amount),
  constraint budget_occupation__document check (document_occ + document_cmt + document_acr + document_exe + document_avl = document_amount)
) with (fillfactor = 80);
create index budget_occupation__account on budget_occupation (account_id);

-- What moved an occupation from one stage to another: the journal of that key posted it.
create table budget_occupation_move (
  id bigint generated always as identity,
  document_id bigint not null,
  round int not null,
  line_no int not null,
  by_document_id bigint not null,
  by_round int not null,
  by_action text not null,
  from_stage text not null,
  to_stage text not null,
  amount numeric(20,2) not null,
  document_amount numeric(20,2) not null,
  -- At the booking rate, where it was executed in another currency; the difference went to the pool.
  booked_amount numeric(20,2),
  constraint budget_occupation_move__pk primary key (id),
  constraint budget_occupation_move__occupation foreign key (document_id, round, line_no) references budget_occupation,
  constraint budget_occupation_move__amount check (document_amount > 0 and amount >= 0)
);
create index budget_occupation_move__occupation on budget_occupation_move (document_id, round, line_no);
create trigger budget_occupation_move__append_only before update or delete or truncate on budget_occupation_move
  for each statement execute function refuse_change();

-- Moves occupations from stage to stage, in one order, so that two documents that spend the same never wait for each other. What is no
-- longer in the stage was taken by somebody else meanwhile: the action reads again, and its rules say so.
create function budget_move(
  p_by bigint, p_by_round int, p_action text, p_document bigint[], p_round int[], p_line int[], p_from text[], p_to text[],
  p_amount numeric[], p_document_amount numeric[], p_booked numeric[]
) returns void
language plpgsql as $move$
declare
  d record;
  o record;
begin
  -- Nobody closes the month of a budget while it is moved: who does waits here, or has closed it.
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

-- How budgets and pools are controlled: the document that asks for a change.
create table budget_setting (
  id bigint not null,
  no text not null,
  state text not null constraint budget_setting__state
    check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  version int not null,
  round int not null,
  scope_id int not null references organisation,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  target text,
  idc_code text,
  area_id int,
  year int,
  mode text,
  tolerance int,
  owner text,
  owner_account text,
  validity text,
  valid_from text,
  valid_to text,
  reason text,
  source text,
  constraint budget_setting__pk primary key (id),
  constraint budget_setting__no unique (no)
);
create index budget_setting__scope on budget_setting (scope_id, id);
create index budget_setting__drafter on budget_setting (drafter_id, state, scope_id);
create index budget_setting__number on budget_setting (scope_id, no collate "C");

create table budget_setting_line (
  document_id bigint not null references budget_setting,
  round int not null,
  line_no int not null,
  target_code text not null,
  available_amount numeric(20,2),
  currency text,
  old_mode text,
  new_mode text,
  old_tolerance text,
  new_tolerance text,
  old_owner text,
  new_owner text,
  old_validity text,
  new_validity text,
  constraint budget_setting_line__pk primary key (document_id, round, line_no)
);

-- Few accounts are not controlled absolutely; the list finds them by this. The mode of an account changes by a document alone, so that
-- postings do not touch the index.
create index budget_account__mode on budget_account (mode, id) where mode <> 'absolute';

insert into role_right (role_code, right_code)
select role_code, 'budget.setting.view' from role_right where right_code = 'budget.country.view';
insert into role_right (role_code, right_code)
select role_code, 'budget.setting.export' from role_right where right_code = 'budget.country.export';
insert into role_right (role_code, right_code) values
  ('countryFinance', 'budget.setting.submit'), ('regionalFinance', 'budget.setting.submit'),
  ('hqBudget', 'budget.setting.submit'), ('hqBudget', 'budget.setting.approve'), ('hqFinance', 'budget.setting.approve');

insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('budget_setting', 1, '预算控制设置', 'Budget control', 'new', '[
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"控制方式由总部决定","en":"Headquarters decide how a budget is controlled"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqFinance","name":{"zh":"总部财务","en":"HQ finance"},"rule":{"zh":"允许超支，或由总部预算负责人发起，须经总部财务同意","en":"Letting a budget be overdrawn, or what the HQ budget owner raises, takes the agreement of HQ finance"},"who":{"role":"hqFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"overrides = true or list contains(drafterRoles, \"hqBudget\")"}
]');
