-- The time of the product in SQL. A session is told how far it is ahead of the database's clock (CLOCK_AT, for tests and rehearsals);
-- otherwise the two are one. Statements and defaults whose time is seen by people or decides anything read it from here; `now()` is left to
-- what only measures how long something took on the database's own clock (beats of jobs, the age of what is kept in between).
create function product_now() returns timestamptz language sql stable parallel safe
  return now() + coalesce(nullif(current_setting('product.clock_ahead', true), ''), '0')::interval;

-- The day that it is in an organisation.
create function product_day(p_organisation int) returns date language sql stable parallel safe
  return (select ((product_now() at time zone 'UTC') + substr(o.timezone, 4)::interval)::date from organisation o where o.id = p_organisation);

alter table app_user alter created_at set default product_now(), alter updated_at set default product_now();
alter table approval_agent alter created_at set default product_now();
alter table approval_band alter created_at set default product_now();
alter table approval_note alter updated_at set default product_now();
alter table approval_template alter created_at set default product_now();
alter table area alter created_at set default product_now(), alter updated_at set default product_now();
alter table audit_seal alter at set default product_now();
alter table bom alter created_at set default product_now(), alter updated_at set default product_now();
alter table bom_line alter created_at set default product_now(), alter updated_at set default product_now();
alter table budget_business alter created_at set default product_now(), alter updated_at set default product_now();
alter table budget_department alter created_at set default product_now(), alter updated_at set default product_now();
alter table budget_line alter created_at set default product_now();
alter table country alter created_at set default product_now(), alter updated_at set default product_now();
alter table currency alter created_at set default product_now(), alter updated_at set default product_now();
alter table currency_rate alter created_at set default product_now(), alter updated_at set default product_now();
alter table customer alter created_at set default product_now(), alter updated_at set default product_now();
alter table customer_address alter created_at set default product_now(), alter updated_at set default product_now();
alter table customer_channel alter created_at set default product_now(), alter updated_at set default product_now();
alter table customer_trade_term alter created_at set default product_now(), alter updated_at set default product_now();
alter table device_claim alter held_at set default product_now();
alter table device_snapshot alter taken_at set default product_now();
alter table external_system alter created_at set default product_now(), alter updated_at set default product_now();
alter table idc alter created_at set default product_now(), alter updated_at set default product_now();
alter table inventory_organisation alter created_at set default product_now(), alter updated_at set default product_now();
alter table job_title alter created_at set default product_now(), alter updated_at set default product_now();
alter table legal_entity alter created_at set default product_now(), alter updated_at set default product_now();
alter table location alter created_at set default product_now(), alter updated_at set default product_now();
alter table material alter created_at set default product_now(), alter updated_at set default product_now();
alter table operating_unit alter created_at set default product_now(), alter updated_at set default product_now();
alter table organisation alter created_at set default product_now(), alter updated_at set default product_now();
alter table outbox_aside alter set_aside_at set default product_now();
alter table person alter created_at set default product_now(), alter updated_at set default product_now();
alter table price_classification alter created_at set default product_now(), alter updated_at set default product_now();
alter table product_category alter created_at set default product_now(), alter updated_at set default product_now();
alter table product_line alter created_at set default product_now(), alter updated_at set default product_now();
alter table project alter created_at set default product_now(), alter updated_at set default product_now();
alter table saved_view alter created_at set default product_now(), alter updated_at set default product_now();
alter table seller_information alter created_at set default product_now(), alter updated_at set default product_now();
alter table session alter csrf_at set default product_now();
alter table setting_version alter at set default product_now();
alter table sku alter created_at set default product_now(), alter updated_at set default product_now();
alter table sku_sales_setting alter created_at set default product_now(), alter updated_at set default product_now();
alter table source_sku alter created_at set default product_now(), alter updated_at set default product_now();
alter table spu alter created_at set default product_now(), alter updated_at set default product_now();
alter table store alter created_at set default product_now(), alter updated_at set default product_now();
alter table store_assignment alter created_at set default product_now(), alter updated_at set default product_now();
alter table store_image alter created_at set default product_now(), alter updated_at set default product_now();
alter table sync_setting alter created_at set default product_now(), alter updated_at set default product_now();
alter table trade_term alter created_at set default product_now(), alter updated_at set default product_now();
alter table user_preference alter updated_at set default product_now();
alter table war_zone alter created_at set default product_now(), alter updated_at set default product_now();
alter table war_zone_customer alter created_at set default product_now(), alter updated_at set default product_now();
alter table warehouse alter created_at set default product_now(), alter updated_at set default product_now();
alter table year_rate_version alter created_at set default product_now();

-- A rebate can be spent until its last day is over where its customer is; it was until the day was over in UTC.
create or replace function rebate_move(
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
