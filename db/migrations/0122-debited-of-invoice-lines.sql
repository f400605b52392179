-- What debit notes made units of a line dearer stands beside it, as what was credited does: the price in force is of both.
alter table customer_invoice_standing
  add column debited_net numeric(20, 2) default 0 not null,
  add column debited_tax numeric(20, 2) default 0 not null,
  add constraint customer_invoice_standing__debited check (least(debited_net, debited_tax) >= 0);
alter table customer_invoice_move drop constraint customer_invoice_move__act;
alter table customer_invoice_move add constraint customer_invoice_move__act check (act in ('lock', 'unlock', 'credit', 'debit'));

-- Of the debit notes that there are; what was invoiced anew is no line's.
insert into customer_invoice_move (line_id, by_type, by_document_id, by_round, by_action, by_no, line_no, act, net, tax)
select n.original_line_id, v.source_type, d.id, d.round, 'approve', d.no, n.line_no, 'debit', n.net, n.tax
from customer_invoice_line n join customer_invoice v on v.id = n.invoice_id and v.kind = 'debitNote'
join scheme_adjust_invoice d on d.id = v.source_id and d.adjust_type = 'debitNote' order by n.id;
insert into customer_invoice_standing (line_id, debited_net, debited_tax)
select line_id, sum(net), sum(tax) from customer_invoice_move where act = 'debit' group by 1 order by 1
on conflict (line_id) do update set debited_net = excluded.debited_net, debited_tax = excluded.debited_tax;

create or replace function invoice_change(
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
    if m.act = 'credit' and (s.credited_quantity + m.quantity > l.quantity or s.credited_net + m.net > l.net + s.debited_net
      or s.credited_tax + m.tax > l.tax + s.debited_tax) then
      raise exception 'more is credited of invoice line % than it has', m.invoice_line using errcode = 'KN001';
    end if;
    update customer_invoice_standing t set
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
