-- Customer funds (domain.md section 4): what a customer has with an operating unit in a currency, what he owes it, and the batches that
-- rebates are kept in.

-- An account of a customer, or one that an operating unit clears through (no customer): the other side of every movement.
create table funds_account (
  id bigint not null default nextval('document_id'),
  scope_id int not null,
  customer_code text references customer,
  operating_unit_code text not null references operating_unit,
  currency text not null references currency,
  kind text not null constraint funds_account__kind
    check (kind in ('RECHARGE', 'REBATE', 'RECEIVABLE', 'REBATE_CLEARING', 'BANK_CLEARING', 'AR_CONTROL', 'LOSS')),
  -- A customer never has less than nothing; a clearing account is the mirror of all of them.
  mode text not null constraint funds_account__mode check (mode in ('absolute', 'tracking')),
  tolerance numeric(5,2) not null default 0,
  avl numeric(20,2) not null default 0,
  occ numeric(20,2) not null default 0,
  -- What he owes, and below zero what is to be set against it: receipts and credit memos that no item has taken.
  rcv numeric(20,2) not null default 0,
  crd numeric(20,2) not null default 0,
  received numeric(20,2) not null default 0,
  given numeric(20,2) not null default 0,
  constraint funds_account__pk primary key (id),
  constraint funds_account__key unique nulls not distinct (customer_code, operating_unit_code, currency, kind),
  constraint funds_account__total check (avl + occ + rcv + crd = received - given),
  constraint funds_account__owner check ((customer_code is null) = (kind in ('REBATE_CLEARING', 'BANK_CLEARING', 'AR_CONTROL', 'LOSS'))
    and (customer_code is null) = (mode = 'tracking')),
  constraint funds_account__buckets check (case kind when 'RECEIVABLE' then avl = 0 and occ = 0 and crd <= 0 else rcv = 0 and crd = 0 end)
) with (fillfactor = 80);
create index funds_account__scope on funds_account (scope_id, customer_code);
create index funds_account__unit on funds_account (operating_unit_code, currency);

-- A rebate as it was credited: it keeps where it came from, until when it is good and what for.
create table rebate_batch (
  id bigint generated always as identity,
  scope_id int not null,
  account_id bigint not null references funds_account,
  customer_code text not null,
  source_type text not null,
  source_id bigint not null,
  source_round int not null,
  source_no text not null,
  source_line int not null,
  scheme_no text,
  currency text not null,
  credited numeric(20,2) not null constraint rebate_batch__credited check (credited > 0),
  available numeric(20,2) not null,
  occupied numeric(20,2) not null default 0,
  consumed numeric(20,2) not null default 0,
  -- The last day; null: it stays good.
  expires_on date,
  -- The class of products that it may be spent on; null: any.
  product_class text,
  tax_mode text not null default 'none' constraint rebate_batch__tax check (tax_mode in ('none', 'included', 'excluded')),
  credited_on date not null,
  constraint rebate_batch__pk primary key (id),
  constraint rebate_batch__source unique (source_id, source_round, source_line, account_id),
  constraint rebate_batch__whole check (available + occupied + consumed = credited),
  constraint rebate_batch__stages check (least(available, occupied, consumed) >= 0)
) with (fillfactor = 80);
create index rebate_batch__scope on rebate_batch (scope_id, id);
create index rebate_batch__customer on rebate_batch (customer_code, id);
-- In the order in which they are spent.
create index rebate_batch__fifo on rebate_batch (account_id, expires_on, id);

-- What moved a batch from one stage to another: the journal of that key posted it.
create table rebate_batch_move (
  id bigint generated always as identity,
  batch_id bigint not null references rebate_batch,
  by_type text not null,
  by_document_id bigint not null,
  by_round int not null,
  by_action text not null,
  by_no text not null,
  line_no int not null,
  from_stage text not null,
  to_stage text not null,
  amount numeric(20,2) not null constraint rebate_batch_move__amount check (amount > 0),
  constraint rebate_batch_move__pk primary key (id)
);
create index rebate_batch_move__batch on rebate_batch_move (batch_id, id);
create index rebate_batch_move__document on rebate_batch_move (by_document_id, by_round, line_no);
create trigger rebate_batch_move__append_only before update or delete or truncate on rebate_batch_move
  for each statement execute function refuse_change();

-- Moves rebates, account by account in one order, each out of its batches in the order in which they end: who comes second takes of what
-- the first one left, and is refused only where that is not enough. `freeze` and `take` spend what is available and has not ended, `consume`
-- and `unfreeze` go on with what this document froze in the same round and line.
create function rebate_move(
  p_type text, p_by bigint, p_round int, p_action text, p_no text, p_line int[], p_account bigint[], p_step text[], p_amount numeric[]
) returns void
language plpgsql set search_path = public as $move$
declare
  m record;
  b record;
  v_rest numeric;
  v_part numeric;
  v_from text;
  v_to text;
begin
  for m in
    select * from unnest(p_line, p_account, p_step, p_amount) with ordinality as l (line, account, step, amount, position)
    order by account, position
  loop
    v_rest := m.amount;
    v_from := case when m.step in ('freeze', 'take') then 'available' else 'occupied' end;
    v_to := case m.step when 'freeze' then 'occupied' when 'unfreeze' then 'available' else 'consumed' end;
    for b in
      select t.id, case v_from when 'available' then t.available else t.occupied end as held, 0::numeric as own
      from rebate_batch t
      where t.account_id = m.account and case v_from
        when 'available' then t.available > 0 and (t.expires_on is null or t.expires_on >= (now() at time zone 'UTC')::date)
        else t.occupied > 0 and t.id in (select f.batch_id from rebate_batch_move f
          where f.by_document_id = p_by and f.by_round = p_round and f.line_no = m.line) end
      order by t.expires_on nulls last, t.id for update
    loop
      exit when v_rest = 0;
      v_part := b.held;
      if v_from = 'occupied' then
        select coalesce(sum(case 'occupied' when f.to_stage then f.amount when f.from_stage then -f.amount else 0 end), 0) into v_part
        from rebate_batch_move f where f.batch_id = b.id and f.by_document_id = p_by and f.by_round = p_round and f.line_no = m.line;
      end if;
      v_part := least(v_part, v_rest);
      continue when v_part <= 0;
      update rebate_batch t set
        available = t.available + case 'available' when v_to then v_part when v_from then -v_part else 0 end,
        occupied = t.occupied + case 'occupied' when v_to then v_part when v_from then -v_part else 0 end,
        consumed = t.consumed + case 'consumed' when v_to then v_part else 0 end
      where t.id = b.id;
      insert into rebate_batch_move (batch_id, by_type, by_document_id, by_round, by_action, by_no, line_no, from_stage, to_stage, amount)
      values (b.id, p_type, p_by, p_round, p_action, p_no, m.line, v_from, v_to, v_part);
      v_rest := v_rest - v_part;
    end loop;
    if v_rest > 0 then
      raise exception 'rebate account % is not sufficient', m.account using errcode = 'LG001',
        detail = m.account || ':' || case v_from when 'available' then 'avl' else 'occ' end;
    end if;
  end loop;
end $move$;

-- What a customer owes, or is owed, item by item: the mirror of the receivables of the ERP. Documents change what is open, never what was issued.
create table receivable_item (
  id bigint not null default nextval('document_id'),
  scope_id int not null,
  account_id bigint not null references funds_account,
  customer_code text not null,
  operating_unit_code text not null,
  currency text not null,
  kind text not null constraint receivable_item__kind check (kind in ('invoice', 'debitNote', 'creditMemo', 'receipt')),
  no text not null,
  external_no text,
  issued_on date not null,
  due_on date not null,
  original numeric(20,2) not null constraint receivable_item__original check (original > 0),
  raised numeric(20,2) not null default 0 constraint receivable_item__raised check (raised >= 0),
  lowered numeric(20,2) not null default 0 constraint receivable_item__lowered check (lowered >= 0),
  -- Always an amount of its kind: what a credit memo has open is to be set against what invoices have.
  open numeric(20,2) not null,
  locked numeric(20,2) not null default 0,
  source_type text,
  source_id bigint,
  source_no text,
  -- The item that it was moved from.
  origin_id bigint references receivable_item,
  constraint receivable_item__pk primary key (id),
  constraint receivable_item__no unique (operating_unit_code, customer_code, kind, no),
  constraint receivable_item__open check (open = original + raised - lowered and open >= 0),
  constraint receivable_item__locked check (locked between 0 and open)
) with (fillfactor = 80);
create index receivable_item__scope on receivable_item (scope_id, id);
create index receivable_item__account on receivable_item (account_id);
create index receivable_item__customer on receivable_item (customer_code, due_on);
create index receivable_item__no_of on receivable_item (no);
create index receivable_item__due on receivable_item (due_on, id) where open > 0;

create table receivable_move (
  id bigint generated always as identity,
  item_id bigint not null references receivable_item,
  by_type text not null,
  by_document_id bigint not null,
  by_round int not null,
  by_action text not null,
  by_no text not null,
  line_no int not null,
  -- settle: out of what this document locked; lower: out of what nobody locked.
  act text not null constraint receivable_move__act check (act in ('issue', 'lock', 'unlock', 'settle', 'lower', 'raise')),
  cause text,
  amount numeric(20,2) not null constraint receivable_move__amount check (amount > 0),
  before numeric(20,2) not null,
  after numeric(20,2) not null,
  constraint receivable_move__pk primary key (id)
);
create index receivable_move__item on receivable_move (item_id, id);
create index receivable_move__document on receivable_move (by_document_id, by_round, line_no);
create trigger receivable_move__append_only before update or delete or truncate on receivable_move
  for each statement execute function refuse_change();

-- Changes what items have open, in one order. What is not there any more was taken by somebody else meanwhile: the action reads again.
create function receivable_change(
  p_type text, p_by bigint, p_round int, p_action text, p_no text, p_line int[], p_item bigint[], p_act text[], p_amount numeric[], p_cause text[]
) returns void
language plpgsql set search_path = public as $move$
declare
  m record;
  t record;
  v_own numeric;
begin
  for m in
    select * from unnest(p_line, p_item, p_act, p_amount, p_cause) with ordinality as l (line, item, act, amount, cause, position)
    order by item, position
  loop
    select i.* into t from receivable_item i where i.id = m.item for update;
    if not found then
      raise exception 'no receivable item %', m.item using errcode = 'LG003';
    end if;
    if m.act in ('settle', 'unlock') then
      select coalesce(sum(case when v.act = 'lock' then v.amount when v.act in ('unlock', 'settle') then -v.amount else 0 end), 0) into v_own
      from receivable_move v where v.item_id = m.item and v.by_document_id = p_by and v.by_round = p_round and v.line_no = m.line;
    else
      v_own := t.open - t.locked;
    end if;
    if m.act <> 'raise' and v_own < m.amount then
      raise exception 'receivable item % is not sufficient', m.item using errcode = 'LG001', detail = t.account_id || ':rcv';
    end if;
    update receivable_item i set
      open = i.open + case when m.act = 'raise' then m.amount when m.act in ('settle', 'lower') then -m.amount else 0 end,
      raised = i.raised + case when m.act = 'raise' then m.amount else 0 end,
      lowered = i.lowered + case when m.act in ('settle', 'lower') then m.amount else 0 end,
      locked = i.locked + case when m.act = 'lock' then m.amount when m.act in ('unlock', 'settle') then -m.amount else 0 end
    where i.id = m.item;
    insert into receivable_move (item_id, by_type, by_document_id, by_round, by_action, by_no, line_no, act, cause, amount, before, after)
    values (m.item, p_type, p_by, p_round, p_action, p_no, m.line, m.act, m.cause, m.amount, t.open,
      t.open + case when m.act = 'raise' then m.amount when m.act in ('settle', 'lower') then -m.amount else 0 end);
  end loop;
end $move$;

-- Invoices as the ERP issued them, and the notes that documents made: read only. What was credited of a line stands beside it.
create table customer_invoice (
  id bigint not null default nextval('document_id'),
  scope_id int not null,
  kind text not null constraint customer_invoice__kind check (kind in ('invoice', 'creditNote', 'debitNote')),
  no text not null,
  legal_entity_code text not null references legal_entity,
  operating_unit_code text not null,
  customer_code text not null references customer,
  currency text not null references currency,
  warehouse_code text references warehouse,
  location_code text,
  issued_on date not null,
  due_on date not null,
  tax_regime text not null constraint customer_invoice__regime check (tax_regime in ('gst', 'vat', 'none')),
  place_of_supply text,
  net numeric(20,2) not null,
  tax numeric(20,2) not null,
  gross numeric(20,2) not null,
  -- What a note is about.
  original_id bigint references customer_invoice,
  source_type text,
  source_id bigint,
  source_no text,
  constraint customer_invoice__pk primary key (id),
  constraint customer_invoice__no unique (legal_entity_code, no),
  constraint customer_invoice__original check ((kind = 'invoice') = (original_id is null)),
  constraint customer_invoice__gross check (gross = net + tax and net >= 0 and tax >= 0)
);
create index customer_invoice__scope on customer_invoice (scope_id, issued_on, id);
create index customer_invoice__customer on customer_invoice (customer_code, issued_on);
create index customer_invoice__no_of on customer_invoice (no);
create index customer_invoice__original_of on customer_invoice (original_id) where original_id is not null;
create index customer_invoice__warehouse on customer_invoice (warehouse_code) where warehouse_code is not null;
create trigger customer_invoice__append_only before update or delete or truncate on customer_invoice
  for each statement execute function refuse_change();

create table customer_invoice_line (
  id bigint not null default nextval('document_id'),
  invoice_id bigint not null references customer_invoice,
  line_no int not null,
  sku_code text not null references sku,
  quantity int not null constraint customer_invoice_line__quantity check (quantity >= 0),
  unit_price numeric(20,2) not null,
  net numeric(20,2) not null,
  cgst_rate numeric(5,2) not null default 0,
  sgst_rate numeric(5,2) not null default 0,
  igst_rate numeric(5,2) not null default 0,
  vat_rate numeric(5,2) not null default 0,
  cgst numeric(20,2) not null default 0,
  sgst numeric(20,2) not null default 0,
  igst numeric(20,2) not null default 0,
  vat numeric(20,2) not null default 0,
  tax numeric(20,2) not null,
  gross numeric(20,2) not null,
  original_line_id bigint references customer_invoice_line,
  constraint customer_invoice_line__pk primary key (id),
  constraint customer_invoice_line__no unique (invoice_id, line_no),
  constraint customer_invoice_line__tax check (tax = cgst + sgst + igst + vat and gross = net + tax)
);
create index customer_invoice_line__sku on customer_invoice_line (sku_code);
create index customer_invoice_line__original on customer_invoice_line (original_line_id) where original_line_id is not null;
create trigger customer_invoice_line__append_only before update or delete or truncate on customer_invoice_line
  for each statement execute function refuse_change();

-- How much of a posted line was credited since, and which document works on it now. A line without a row: nothing, and none.
create table customer_invoice_standing (
  line_id bigint not null references customer_invoice_line,
  credited_quantity int not null default 0,
  credited_net numeric(20,2) not null default 0,
  credited_tax numeric(20,2) not null default 0,
  locked_by bigint,
  locked_round int,
  locked_no text,
  constraint customer_invoice_standing__pk primary key (line_id),
  constraint customer_invoice_standing__credited check (least(credited_quantity, credited_net, credited_tax) >= 0),
  constraint customer_invoice_standing__lock check (num_nulls(locked_by, locked_round, locked_no) in (0, 3))
) with (fillfactor = 80);
create index customer_invoice_standing__lock_of on customer_invoice_standing (locked_by) where locked_by is not null;

create table customer_invoice_move (
  id bigint generated always as identity,
  line_id bigint not null references customer_invoice_line,
  by_type text not null,
  by_document_id bigint not null,
  by_round int not null,
  by_action text not null,
  by_no text not null,
  line_no int not null,
  act text not null constraint customer_invoice_move__act check (act in ('lock', 'unlock', 'credit')),
  quantity int not null default 0,
  net numeric(20,2) not null default 0,
  tax numeric(20,2) not null default 0,
  constraint customer_invoice_move__pk primary key (id)
);
create index customer_invoice_move__line on customer_invoice_move (line_id, id);
create trigger customer_invoice_move__append_only before update or delete or truncate on customer_invoice_move
  for each statement execute function refuse_change();

-- Locks lines of posted invoices for one document, lets them go, and counts what was credited: never more than the line says.
create function invoice_change(
  p_type text, p_by bigint, p_round int, p_action text, p_no text, p_line int[], p_invoice_line bigint[], p_act text[],
  p_quantity int[], p_net numeric[], p_tax numeric[]
) returns void
language plpgsql set search_path = public as $move$
declare
  m record;
  l record;
  s record;
begin
  for m in
    select * from unnest(p_line, p_invoice_line, p_act, p_quantity, p_net, p_tax)
      with ordinality as t (line, invoice_line, act, quantity, net, tax, position)
    order by invoice_line, position
  loop
    insert into customer_invoice_standing (line_id) values (m.invoice_line) on conflict do nothing;
    select t.* into s from customer_invoice_standing t where t.line_id = m.invoice_line for update;
    select t.* into l from customer_invoice_line t where t.id = m.invoice_line;
    -- Somebody else has it, or this document lost it: the action reads again.
    if (case when m.act = 'unlock' then (s.locked_by, s.locked_round) is distinct from (p_by, p_round)
      else s.locked_by is not null and (s.locked_by, s.locked_round) <> (p_by, p_round) end) then
      raise exception 'invoice line % is locked by another', m.invoice_line using errcode = 'KN001';
    end if;
    if m.act = 'credit' and (s.credited_quantity + m.quantity > l.quantity or s.credited_net + m.net > l.net
      or s.credited_tax + m.tax > l.tax) then
      raise exception 'more is credited of invoice line % than it has', m.invoice_line using errcode = 'KN001';
    end if;
    update customer_invoice_standing t set
      credited_quantity = t.credited_quantity + case m.act when 'credit' then m.quantity else 0 end,
      credited_net = t.credited_net + case m.act when 'credit' then m.net else 0 end,
      credited_tax = t.credited_tax + case m.act when 'credit' then m.tax else 0 end,
      locked_by = case m.act when 'lock' then p_by when 'unlock' then null else t.locked_by end,
      locked_round = case m.act when 'lock' then p_round when 'unlock' then null else t.locked_round end,
      locked_no = case m.act when 'lock' then p_no when 'unlock' then null else t.locked_no end
    where t.line_id = m.invoice_line;
    insert into customer_invoice_move (line_id, by_type, by_document_id, by_round, by_action, by_no, line_no, act, quantity, net, tax)
    values (m.invoice_line, p_type, p_by, p_round, p_action, p_no, m.line, m.act, m.quantity, m.net, m.tax);
  end loop;
end $move$;

-- Who sells to customers, who answers for their money, and the customer's own people, who see their company alone.
insert into role_right (role_code, right_code)
select role.code, 'funds.' || l.list || '.view' from role, (values ('account'), ('rebate'), ('receivable'), ('invoice')) l (list)
where role.code in ('channelManager', 'manager', 'tl', 'rsm', 'rcsm', 'countryFinance', 'rsd', 'regionalFinance', 'hqBudget', 'hqFinance',
  'auditor', 'businessFinance', 'financeManager', 'settlementFinance', 'arAccountant', 'treasury', 'distributor')
  or (role.code in ('billing', 'tax') and l.list in ('receivable', 'invoice'));
insert into role_right (role_code, right_code)
select role_code, replace(right_code, '.view', '.export') from role_right
where right_code like 'funds.%.view' and role_code in ('channelManager', 'countryFinance', 'regionalFinance', 'hqFinance', 'auditor',
  'businessFinance', 'financeManager', 'settlementFinance', 'arAccountant', 'treasury', 'billing', 'tax');

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
  v_mark int;
  v_before int;
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
    if a.cmt + a.acr + a.exe > 0 and (d.cmt + d.acr + d.exe > 0 or d.avl + d.hld + d.occ + d.cmt + d.acr + d.exe + d.fxv < 0) then
      v_mark := case when (a.cmt + a.acr + a.exe) * 100 >= (a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv) * 100 then 100 when (a.cmt + a.acr + a.exe) * 100 >= (a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv) * 90 then 90 when (a.cmt + a.acr + a.exe) * 100 >= (a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv) * 80 then 80 else 0 end;
      v_before := case when a.cmt + a.acr + a.exe - (d.cmt + d.acr + d.exe) <= 0 then 0 else case when (a.cmt + a.acr + a.exe - (d.cmt + d.acr + d.exe)) * 100 >= (a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv - (d.avl + d.hld + d.occ + d.cmt + d.acr + d.exe + d.fxv)) * 100 then 100 when (a.cmt + a.acr + a.exe - (d.cmt + d.acr + d.exe)) * 100 >= (a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv - (d.avl + d.hld + d.occ + d.cmt + d.acr + d.exe + d.fxv)) * 90 then 90 when (a.cmt + a.acr + a.exe - (d.cmt + d.acr + d.exe)) * 100 >= (a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv - (d.avl + d.hld + d.occ + d.cmt + d.acr + d.exe + d.fxv)) * 80 then 80 else 0 end end;
      if v_mark > v_before then
        insert into ledger_use_mark (journal_id, ledger, account_id, mark) values (v_journal, 'budget', d.account, v_mark);
      end if;
    end if;
  end loop;

  for d in
    select account, currency,
      coalesce(sum(amount) filter (where bucket = 'avl'), 0) as avl,
      coalesce(sum(amount) filter (where bucket = 'occ'), 0) as occ,
      coalesce(sum(amount) filter (where bucket = 'rcv'), 0) as rcv,
      coalesce(sum(amount) filter (where bucket = 'crd'), 0) as crd,
      coalesce(sum(amount) filter (where counter = 'received'), 0) as received,
      coalesce(sum(-amount) filter (where counter = 'given'), 0) as given
    from unnest(p_ledger, p_account, p_bucket, p_counter, p_amount, p_currency) as l (ledger, account, bucket, counter, amount, currency)
    where ledger = 'funds'
    group by account, currency order by account
  loop
    update funds_account t set avl = t.avl + d.avl, occ = t.occ + d.occ, rcv = t.rcv + d.rcv, crd = t.crd + d.crd, received = t.received + d.received, given = t.given + d.given
    where t.id = d.account and t.currency = d.currency
    returning t.mode, t.tolerance, t.avl, t.occ, t.rcv, t.crd into a;
    if not found then
      raise exception 'no funds account % in %', d.account, d.currency using errcode = 'LG003';
    end if;
    v_short := case
      when a.occ < 0 and d.occ < 0 then 'occ'
      when a.rcv < 0 and d.rcv < 0 then 'rcv'
      when a.avl >= 0 or d.avl >= 0 then null
      when d.occ > 0 then 'avl'
      when a.mode = 'tracking' then null
      when a.mode = 'absolute' and a.avl < -round(greatest(a.avl + a.occ + a.rcv + a.crd, 0) * a.tolerance / 100, 2) then 'avl'
    end;
    if v_short is not null then
      raise exception 'funds account % is not sufficient', d.account using errcode = 'LG001', detail = d.account || ':' || v_short;
    end if;
    if a.avl < 0 and d.avl < 0 and a.mode <> 'tracking' then
      insert into ledger_overrun (journal_id, ledger, account_id, bucket, balance)
      values (v_journal, 'funds', d.account, 'avl', a.avl);
    end if;
  end loop;

  return v_journal;
end $post$;
