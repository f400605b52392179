-- Customer funds, receivables, rebates and invoices.

-- Invoices as the ERP issued them, and the notes that documents made: read only. What was credited of a line stands beside it.
create table customer_invoice (
  id bigint not null default nextval('document_id'::regclass),
  scope_id int not null,
  kind text not null,
  no text not null,
  legal_entity_code text not null,
  operating_unit_code text not null,
  customer_code text not null,
  currency text not null,
  warehouse_code text,
  location_code text,
  issued_on date not null,
  due_on date not null,
  tax_regime text not null,
  place_of_supply text,
  net numeric(20,2) not null,
  tax numeric(20,2) not null,
  gross numeric(20,2) not null,
  -- What a note is about.
  original_id bigint,
  source_type text,
  source_id bigint,
  source_no text,
  constraint customer_invoice__pk primary key (id),
  constraint customer_invoice__no unique (legal_entity_code, no),
  constraint customer_invoice__gross check ((gross = (net + tax)) and (net >= (0)::numeric) and (tax >= (0)::numeric)),
  constraint customer_invoice__kind check (kind in ('invoice', 'creditNote', 'debitNote')),
  constraint customer_invoice__original check ((kind = 'invoice') = (original_id is null)),
  constraint customer_invoice__regime check (tax_regime in ('gst', 'vat', 'none')),
  constraint customer_invoice_currency_fkey foreign key (currency) references currency(code),
  constraint customer_invoice_customer_code_fkey foreign key (customer_code) references customer(code),
  constraint customer_invoice_legal_entity_code_fkey foreign key (legal_entity_code) references legal_entity(code),
  constraint customer_invoice_original_id_fkey foreign key (original_id) references customer_invoice(id),
  constraint customer_invoice_warehouse_code_fkey foreign key (warehouse_code) references warehouse(code)
);
create index customer_invoice__customer on customer_invoice (customer_code, issued_on);
-- Orders in which lists open, as indexes: invoices and rebates by day, the latest first; customers of a country by their code.
create index customer_invoice__latest on customer_invoice (issued_on desc nulls last, id desc);
create index customer_invoice__no_of on customer_invoice (no);
create index customer_invoice__original_of on customer_invoice (original_id) where original_id is not null;
create index customer_invoice__scope on customer_invoice (scope_id, issued_on, id);
create index customer_invoice__warehouse on customer_invoice (warehouse_code) where warehouse_code is not null;

create table customer_invoice_line (
  id bigint not null default nextval('document_id'::regclass),
  invoice_id bigint not null,
  line_no int not null,
  sku_code text not null,
  quantity int not null,
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
  original_line_id bigint,
  constraint customer_invoice_line__pk primary key (id),
  constraint customer_invoice_line__no unique (invoice_id, line_no),
  constraint customer_invoice_line__quantity check (quantity >= 0),
  constraint customer_invoice_line__tax check ((tax = (((cgst + sgst) + igst) + vat)) and (gross = (net + tax))),
  constraint customer_invoice_line_invoice_id_fkey foreign key (invoice_id) references customer_invoice(id),
  constraint customer_invoice_line_original_line_id_fkey foreign key (original_line_id) references customer_invoice_line(id),
  constraint customer_invoice_line_sku_code_fkey foreign key (sku_code) references sku(code)
);
create index customer_invoice_line__original on customer_invoice_line (original_line_id) where original_line_id is not null;
create index customer_invoice_line__sku on customer_invoice_line (sku_code);

create table customer_invoice_move (
  id bigint generated always as identity not null,
  line_id bigint not null,
  by_type text not null,
  by_document_id bigint not null,
  by_round int not null,
  by_action text not null,
  by_no text not null,
  line_no int not null,
  act text not null,
  quantity int not null default 0,
  net numeric(20,2) not null default 0,
  tax numeric(20,2) not null default 0,
  constraint customer_invoice_move__pk primary key (id),
  constraint customer_invoice_move__act check (act in ('lock', 'unlock', 'credit', 'debit')),
  constraint customer_invoice_move_line_id_fkey foreign key (line_id) references customer_invoice_line(id)
);
create index customer_invoice_move__line on customer_invoice_move (line_id, id);

-- How much of a posted line was credited since, and which document works on it now. A line without a row: nothing, and none.
create table customer_invoice_balance (
  line_id bigint not null,
  credited_quantity int not null default 0,
  credited_net numeric(20,2) not null default 0,
  credited_tax numeric(20,2) not null default 0,
  locked_by bigint,
  locked_round int,
  locked_no text,
  -- What debit notes made units of a line dearer stands beside it, as what was credited does: the price in force is of both.
  debited_net numeric(20,2) not null default 0,
  debited_tax numeric(20,2) not null default 0,
  constraint customer_invoice_balance__pk primary key (line_id),
  constraint customer_invoice_balance__credited check (least((credited_quantity)::numeric, credited_net, credited_tax) >= (0)::numeric),
  constraint customer_invoice_balance__debited check (least(debited_net, debited_tax) >= (0)::numeric),
  constraint customer_invoice_balance__lock check (num_nulls(locked_by, locked_round, locked_no) = any (array[0, 3])),
  constraint customer_invoice_balance_line_id_fkey foreign key (line_id) references customer_invoice_line(id)
) with (fillfactor=80);
create index customer_invoice_balance__lock_of on customer_invoice_balance (locked_by) where locked_by is not null;

-- An account of a customer, or one that an operating unit clears through (no customer): the other side of every movement.
create table funds_account (
  id bigint not null default nextval('document_id'::regclass),
  scope_id int not null,
  customer_code text,
  operating_unit_code text not null,
  currency text not null,
  kind text not null,
  -- A customer never has less than nothing; a clearing account is the mirror of all of them.
  mode text not null,
  tolerance numeric(5,2) not null default 0,
  avl numeric(20,2) not null default 0,
  occ numeric(20,2) not null default 0,
  -- What the customer owes; below zero what is to be set against it: receipts and credit memos that no item has taken.
  rcv numeric(20,2) not null default 0,
  crd numeric(20,2) not null default 0,
  received numeric(20,2) not null default 0,
  given numeric(20,2) not null default 0,
  constraint funds_account__pk primary key (id),
  constraint funds_account__key unique nulls not distinct (customer_code, operating_unit_code, currency, kind),
  constraint funds_account__buckets check (
case kind
    when 'RECEIVABLE' then ((avl = (0)::numeric) and (occ = (0)::numeric) and (crd <= (0)::numeric))
    else ((rcv = (0)::numeric) and (crd = (0)::numeric))
end),
  constraint funds_account__kind check (kind in ('RECHARGE', 'REBATE', 'RECEIVABLE', 'REBATE_CLEARING', 'BANK_CLEARING', 'AR_CONTROL', 'LOSS')),
  constraint funds_account__mode check (mode in ('absolute', 'tracking')),
  constraint funds_account__owner check (((customer_code is null) = (kind in ('REBATE_CLEARING', 'BANK_CLEARING', 'AR_CONTROL', 'LOSS'))) and ((customer_code is null) = (mode = 'tracking'))),
  constraint funds_account__total check ((((avl + occ) + rcv) + crd) = (received - given)),
  constraint funds_account_currency_fkey foreign key (currency) references currency(code),
  constraint funds_account_customer_code_fkey foreign key (customer_code) references customer(code),
  constraint funds_account_operating_unit_code_fkey foreign key (operating_unit_code) references operating_unit(code)
) with (fillfactor=80);
create index funds_account__scope on funds_account (scope_id, customer_code);
create index funds_account__unit on funds_account (operating_unit_code, currency);

-- A rebate as it was credited: it keeps where it came from, until when it is good and what for.
create table rebate_batch (
  id bigint generated always as identity not null,
  scope_id int not null,
  account_id bigint not null,
  customer_code text not null,
  source_type text not null,
  source_id bigint not null,
  source_round int not null,
  source_no text not null,
  source_line int not null,
  scheme_no text,
  currency text not null,
  credited numeric(20,2) not null,
  available numeric(20,2) not null,
  occupied numeric(20,2) not null default 0,
  consumed numeric(20,2) not null default 0,
  -- The last day; null: it stays good.
  expires_on date,
  -- The class of products that it may be spent on; null: any.
  product_class text,
  tax_mode text not null default 'none',
  credited_on date not null,
  expired numeric(20,2) not null default 0,
  constraint rebate_batch__pk primary key (id),
  constraint rebate_batch__source unique (source_id, source_round, source_line, account_id),
  constraint rebate_batch__credited check (credited > (0)::numeric),
  constraint rebate_batch__stages check (least(available, occupied, consumed, expired) >= (0)::numeric),
  constraint rebate_batch__tax check (tax_mode in ('none', 'included', 'excluded')),
  constraint rebate_batch__whole check ((((available + occupied) + consumed) + expired) = credited),
  constraint rebate_batch_account_id_fkey foreign key (account_id) references funds_account(id)
) with (fillfactor=80);
create index rebate_batch__customer on rebate_batch (customer_code, id);
create index rebate_batch__ending on rebate_batch (expires_on, id) where (available > (0)::numeric) and (expires_on is not null);
-- In the order in which they are spent.
create index rebate_batch__fifo on rebate_batch (account_id, expires_on, id);
create index rebate_batch__latest on rebate_batch (credited_on desc nulls last, id desc);
create index rebate_batch__scope on rebate_batch (scope_id, id);

-- What moved a batch from one stage to another: the journal of that key posted it.
create table rebate_batch_move (
  id bigint generated always as identity not null,
  batch_id bigint not null,
  by_type text not null,
  by_document_id bigint not null,
  by_round int not null,
  by_action text not null,
  by_no text not null,
  line_no int not null,
  from_stage text not null,
  to_stage text not null,
  amount numeric(20,2) not null,
  constraint rebate_batch_move__pk primary key (id),
  constraint rebate_batch_move__amount check (amount > (0)::numeric),
  constraint rebate_batch_move_batch_id_fkey foreign key (batch_id) references rebate_batch(id)
);
create index rebate_batch_move__batch on rebate_batch_move (batch_id, id);
create index rebate_batch_move__document on rebate_batch_move (by_document_id, by_round, line_no);

-- What a customer owes, or is owed, item by item: the mirror of the receivables of the ERP. Documents change what is open, never what was issued.
create table receivable_item (
  id bigint not null default nextval('document_id'::regclass),
  scope_id int not null,
  account_id bigint not null,
  customer_code text not null,
  operating_unit_code text not null,
  currency text not null,
  kind text not null,
  no text not null,
  external_no text,
  issued_on date not null,
  due_on date not null,
  original numeric(20,2) not null,
  raised numeric(20,2) not null default 0,
  lowered numeric(20,2) not null default 0,
  -- Always an amount of its kind: what a credit memo has open is to be set against what invoices have.
  open numeric(20,2) not null,
  locked numeric(20,2) not null default 0,
  source_type text,
  source_id bigint,
  source_no text,
  -- The item that it was moved from.
  origin_id bigint,
  constraint receivable_item__pk primary key (id),
  constraint receivable_item__no unique (operating_unit_code, customer_code, kind, no),
  constraint receivable_item__kind check (kind in ('invoice', 'debitNote', 'creditMemo', 'receipt')),
  constraint receivable_item__locked check ((locked >= (0)::numeric) and (locked <= open)),
  constraint receivable_item__lowered check (lowered >= (0)::numeric),
  constraint receivable_item__open check ((open = ((original + raised) - lowered)) and (open >= (0)::numeric)),
  constraint receivable_item__original check (original > (0)::numeric),
  constraint receivable_item__raised check (raised >= (0)::numeric),
  constraint receivable_item_account_id_fkey foreign key (account_id) references funds_account(id),
  constraint receivable_item_origin_id_fkey foreign key (origin_id) references receivable_item(id)
) with (fillfactor=80);
create index receivable_item__account on receivable_item (account_id);
create index receivable_item__customer on receivable_item (customer_code, due_on);
create index receivable_item__due on receivable_item (due_on, id) where open > (0)::numeric;
create index receivable_item__no_of on receivable_item (no);
create index receivable_item__scope on receivable_item (scope_id, id);

create table receivable_move (
  id bigint generated always as identity not null,
  item_id bigint not null,
  by_type text not null,
  by_document_id bigint not null,
  by_round int not null,
  by_action text not null,
  by_no text not null,
  line_no int not null,
  -- settle: out of what this document locked; lower: out of what nobody locked.
  act text not null,
  cause text,
  amount numeric(20,2) not null,
  before numeric(20,2) not null,
  after numeric(20,2) not null,
  constraint receivable_move__pk primary key (id),
  constraint receivable_move__act check (act in ('issue', 'lock', 'unlock', 'settle', 'lower', 'raise')),
  constraint receivable_move__amount check (amount > (0)::numeric),
  constraint receivable_move_item_id_fkey foreign key (item_id) references receivable_item(id)
);
create index receivable_move__document on receivable_move (by_document_id, by_round, line_no);
create index receivable_move__item on receivable_move (item_id, id);

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
    insert into customer_invoice_balance (line_id) values (m.invoice_line) on conflict do nothing;
    select t.* into s from customer_invoice_balance t where t.line_id = m.invoice_line for update;
    select t.* into l from customer_invoice_line t where t.id = m.invoice_line;
    -- Somebody else has it, or this document lost it: the action reads again.
    if (case when m.act = 'unlock' then (s.locked_by, s.locked_round) is distinct from (p_by, p_round)
      else s.locked_by is not null and (s.locked_by, s.locked_round) <> (p_by, p_round) end) then
      raise exception 'invoice line % is locked by another', m.invoice_line using errcode = 'KN001';
    end if;
    if m.act = 'credit' and (s.credited_quantity + m.quantity > l.quantity or s.credited_net + m.net > l.net + s.debited_net
      or s.credited_tax + m.tax > l.tax + s.debited_tax) then
      raise exception 'more is credited of invoice line % than it has', m.invoice_line using errcode = 'KN001';
    end if;
    update customer_invoice_balance t set
      credited_quantity = t.credited_quantity + case m.act when 'credit' then m.quantity else 0 end,
      credited_net = t.credited_net + case m.act when 'credit' then m.net else 0 end,
      credited_tax = t.credited_tax + case m.act when 'credit' then m.tax else 0 end,
      debited_net = t.debited_net + case m.act when 'debit' then m.net else 0 end,
      debited_tax = t.debited_tax + case m.act when 'debit' then m.tax else 0 end,
      locked_by = case m.act when 'lock' then p_by when 'unlock' then null else t.locked_by end,
      locked_round = case m.act when 'lock' then p_round when 'unlock' then null else t.locked_round end,
      locked_no = case m.act when 'lock' then p_no when 'unlock' then null else t.locked_no end
    where t.line_id = m.invoice_line;
    insert into customer_invoice_move (line_id, by_type, by_document_id, by_round, by_action, by_no, line_no, act, quantity, net, tax)
    values (m.invoice_line, p_type, p_by, p_round, p_action, p_no, m.line, m.act, m.quantity, m.net, m.tax);
  end loop;
end $move$;

-- A rebate can be spent until its last day is over where its customer is; it was until the day was over in UTC.
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
  v_today date;
begin
  for m in
    select * from unnest(p_line, p_account, p_step, p_amount) with ordinality as l (line, account, step, amount, position)
    order by account, position
  loop
    v_rest := m.amount;
    select product_day(f.scope_id) into v_today from funds_account f where f.id = m.account;
    v_from := case when m.step in ('freeze', 'take') then 'available' else 'occupied' end;
    v_to := case m.step when 'freeze' then 'occupied' when 'unfreeze' then 'available' else 'consumed' end;
    for b in
      select t.id, case v_from when 'available' then t.available else t.occupied end as held, 0::numeric as own
      from rebate_batch t
      where t.account_id = m.account and case v_from
        when 'available' then t.available > 0 and (t.expires_on is null or t.expires_on >= v_today)
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

create trigger customer_invoice__append_only before delete or update or truncate on customer_invoice for each statement execute function refuse_change();
create trigger customer_invoice_line__append_only before delete or update or truncate on customer_invoice_line for each statement execute function refuse_change();
create trigger customer_invoice_move__append_only before delete or update or truncate on customer_invoice_move for each statement execute function refuse_change();
create trigger rebate_batch_move__append_only before delete or update or truncate on rebate_batch_move for each statement execute function refuse_change();
create trigger receivable_move__append_only before delete or update or truncate on receivable_move for each statement execute function refuse_change();
