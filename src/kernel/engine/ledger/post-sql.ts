import { type LedgerDefinition, USE_MARKS } from './definition.ts'

/**
 * Generates the database function `ledger_post` for a set of ledgers. A migration contains the text; a test compares the two, so a ledger
 * that is added or changed without a migration fails.
 *
 * It inserts first and updates the accounts last, in one order (ledger, account id), so that hot rows are locked for the shortest time and
 * journals do not deadlock. Only the spending bucket may go below zero, as far as the account's mode and tolerance allow, and overruns that
 * exceed a mere record are stored; money that is not there is never given away. A leg that improves a bucket is never refused.
 */
export function ledgerPostSql(ledgers: readonly LedgerDefinition[]): string {
  const ordered = ledgers.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return `create or replace function ledger_post(
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
${ordered.map(accountsSql).join('')}
  return v_journal;
end $post$;
`
}

function accountsSql(ledger: LedgerDefinition): string {
  const counters = [...ledger.inflows, ...ledger.outflows]
  const bucketSums = ledger.buckets.map(
    (bucket) => `coalesce(sum(amount) filter (where bucket = '${bucket}'), 0) as ${bucket}`,
  )
  const inflowSums = ledger.inflows.map(
    (counter) => `coalesce(sum(amount) filter (where counter = '${counter}'), 0) as ${counter}`,
  )
  const outflowSums = ledger.outflows.map(
    (counter) => `coalesce(sum(-amount) filter (where counter = '${counter}'), 0) as ${counter}`,
  )
  const sets = [...ledger.buckets, ...counters].map((column) => `${column} = t.${column} + d.${column}`)
  const guarded = ledger.buckets.filter((bucket) => bucket !== ledger.spendable && !ledger.signed.includes(bucket))
  const { spendable } = ledger
  const raises = ledger.holds.map((bucket) => `d.${bucket} > 0`).join(' or ')
  const current = ledger.buckets.map((bucket) => `a.${bucket}`).join(' + ')
  const sumOf = (row: 'a' | 'd', buckets: readonly string[]) => buckets.map((bucket) => `${row}.${bucket}`).join(' + ')
  return `
  for d in
    select account, currency,
      ${[...bucketSums, ...inflowSums, ...outflowSums].join(',\n      ')}
    from unnest(p_ledger, p_account, p_bucket, p_counter, p_amount, p_currency) as l (ledger, account, bucket, counter, amount, currency)
    where ledger = '${ledger.name}'
    group by account, currency order by account
  loop
    update ${ledger.table} t set ${sets.join(', ')}
    where t.id = d.account and t.currency = d.currency
    returning t.mode, t.tolerance, ${ledger.buckets.map((bucket) => `t.${bucket}`).join(', ')} into a;
    if not found then
      raise exception 'no ${ledger.name} account % in %', d.account, d.currency using errcode = 'LG003';
    end if;
    v_short := case
${guarded.map((bucket) => `      when a.${bucket} < 0 and d.${bucket} < 0 then '${bucket}'`).join('\n')}
      when a.${spendable} >= 0 or d.${spendable} >= 0 then null
      when ${raises} then '${spendable}'
      when a.mode = 'tracking' then null
      when a.mode = 'absolute' and a.${spendable} < -round(greatest(${current}, 0) * a.tolerance / 100, 2) then '${spendable}'
    end;
    if v_short is not null then
      raise exception '${ledger.name} account % is not sufficient', d.account using errcode = 'LG001', detail = d.account || ':' || v_short;
    end if;
    if a.${spendable} < 0 and d.${spendable} < 0 and a.mode <> 'tracking' then
      insert into ledger_overrun (journal_id, ledger, account_id, bucket, balance)
      values (v_journal, '${ledger.name}', d.account, '${spendable}', a.${spendable});
    end if;
${ledger.used.length === 0 ? '' : markSql(ledger.name, sumOf('a', ledger.used), sumOf('d', ledger.used), current, sumOf('d', ledger.buckets))}  end loop;
`
}

/** Records that an account reached a mark; once, until it has been below it again. */
function markSql(ledger: string, used: string, usedMore: string, current: string, currentMore: string): string {
  const marks = USE_MARKS.toReversed()
  const reached = (u: string, c: string) =>
    `case ${marks.map((mark) => `when (${u}) * 100 >= (${c}) * ${mark} then ${mark}`).join(' ')} else 0 end`
  return `    if ${used} > 0 and (${usedMore} > 0 or ${currentMore} < 0) then
      v_mark := ${reached(used, current)};
      v_before := case when ${used} - (${usedMore}) <= 0 then 0 else ${reached(`${used} - (${usedMore})`, `${current} - (${currentMore})`)} end;
      if v_mark > v_before then
        insert into ledger_use_mark (journal_id, ledger, account_id, mark) values (v_journal, '${ledger}', d.account, v_mark);
      end if;
    end if;
`
}
