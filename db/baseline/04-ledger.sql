-- Journals, postings and reservations of all ledgers.

-- Ledger: a journal is one action's postings; its key lets it be posted once.
create table ledger_journal (
  id bigint generated always as identity not null,
  document_type text not null,
  document_id bigint not null,
  round int not null,
  action text not null,
  sequence int not null,
  actor_id int not null,
  at timestamptz not null,
  constraint ledger_journal__pk primary key (id),
  constraint ledger_journal__key unique (document_id, round, action, sequence)
);
-- Journals come in the order of time, nearly: a few pages say which blocks are of a day.
create index ledger_journal__at on ledger_journal using brin (at) with (pages_per_range='16', autosummarize='on');

-- An account that a journal took below zero, as its mode or tolerance allows.
create table ledger_overrun (
  id bigint generated always as identity not null,
  journal_id bigint not null,
  ledger text not null,
  account_id bigint not null,
  bucket text not null,
  balance numeric(20,2) not null,
  constraint ledger_overrun__pk primary key (id),
  constraint ledger_overrun__balance check (balance < (0)::numeric),
  constraint ledger_overrun_journal_id_fkey foreign key (journal_id) references ledger_journal(id)
);
create index ledger_overrun__account on ledger_overrun (ledger, account_id, journal_id);

-- A positive amount is a debit (the bucket grows), a negative one a credit. A counter names why an account's current amount changed.
create table ledger_posting (
  journal_id bigint not null,
  position int not null,
  ledger text not null,
  account_id bigint not null,
  bucket text not null,
  counter text,
  amount numeric(20,2) not null,
  currency text not null,
  document_line int,
  constraint ledger_posting__pk primary key (journal_id, "position"),
  constraint ledger_posting_journal_id_fkey foreign key (journal_id) references ledger_journal(id)
);
create index ledger_posting__account on ledger_posting (ledger, account_id, journal_id, "position") include (bucket, counter, amount);
-- Movements of customer funds are walked in the order in which they were posted, whosever they are (decision 073). Of all postings the
-- fewest are of funds, so the index is of those alone, and a posting of a budget pays for none of it.
create index ledger_posting__funds on ledger_posting (journal_id, "position") include (account_id, bucket) where ledger = 'funds';
-- A bucket that few movements are of (open credits) is walked by itself (decision 073): without this, all movements of all accounts were
-- looked through for a page of them.
create index ledger_posting__funds_bucket on ledger_posting (bucket, journal_id, "position") include (account_id) where ledger = 'funds';

-- Money set aside by a document in approval, a row a line, resolved once.
create table ledger_reservation (
  id bigint generated always as identity not null,
  document_id bigint not null,
  round int not null,
  document_line int not null,
  ledger text not null,
  account_id bigint not null,
  bucket text not null,
  amount numeric(20,2) not null,
  currency text not null,
  opened_by bigint not null,
  resolved_by bigint,
  -- What a reservation is in the currency of its document, and the rate that later stages relieve it at. Null: the same currency.
  document_amount numeric(20,2),
  document_currency text,
  rate numeric(28,14),
  rate_type text,
  rate_date date,
  constraint ledger_reservation__pk primary key (id),
  constraint ledger_reservation__line unique (document_id, round, document_line),
  constraint ledger_reservation__amount check (amount > (0)::numeric),
  constraint ledger_reservation__document check (num_nulls(document_amount, document_currency, rate, rate_type, rate_date) = any (array[0, 5])),
  constraint ledger_reservation__rate check (rate > (0)::numeric),
  constraint ledger_reservation_opened_by_fkey foreign key (opened_by) references ledger_journal(id),
  constraint ledger_reservation_resolved_by_fkey foreign key (resolved_by) references ledger_journal(id)
) with (fillfactor=60);

-- An account came to a mark of its use, percent of its current amount; kept by the journal that brought it there.
create table ledger_use_mark (
  id bigint generated always as identity not null,
  journal_id bigint not null,
  ledger text not null,
  account_id bigint not null,
  mark int not null,
  -- When whoever answers for it was told; null until a worker has looked.
  told_at timestamptz,
  constraint ledger_use_mark__pk primary key (id),
  constraint ledger_use_mark__mark check (mark > 0),
  constraint ledger_use_mark_journal_id_fkey foreign key (journal_id) references ledger_journal(id)
);
create index ledger_use_mark__account on ledger_use_mark (ledger, account_id);
create index ledger_use_mark__due on ledger_use_mark (id) where told_at is null;

-- Written by kernel/ledger/post-sql.ts from the ledgers; a test compares them.
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

create trigger ledger_journal__append_only before delete or update or truncate on ledger_journal for each statement execute function refuse_change();
create trigger ledger_overrun__append_only before delete or update or truncate on ledger_overrun for each statement execute function refuse_change();
create trigger ledger_posting__append_only before delete or update or truncate on ledger_posting for each statement execute function refuse_change();
