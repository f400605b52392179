-- Items of documents: what a document is about one by one, by the hundred thousand (decision 146); and the transfer of devices, the first that has them.

-- What the items of a round come to; round 0 is the draft. It is the queue of their work, too.
create table document_items (
  document_type text not null,
  document_id bigint not null,
  round int not null,
  total int not null default 0,
  good int not null default 0,
  failed int not null default 0,
  done int not null default 0,
  -- Over the numbers of a submitted round and their outcomes then: part of what the approvers' content hash covers. From here on the round is complete.
  digest text,
  -- What the draft's items were judged by.
  judged_by text[],
  -- Whether the receiver named what arrived: everything, or number by number.
  arrival text,
  working boolean not null default false,
  -- A document whose work failed waits, so that those behind it are not held up.
  attempts int not null default 0,
  next_at timestamptz,
  problem text,
  constraint document_items__pk primary key (document_type, document_id, round),
  constraint document_items__arrival check (arrival in ('all', 'named')),
  constraint document_items__counts check (good >= 0 and failed >= 0 and done >= 0 and total = good + failed + done)
);
create index document_items__working on document_items (document_type, next_at, document_id) where working;

-- Of an item of a submitted round nothing changes but what became of it.
create function item_kept() returns trigger
language plpgsql as $$
begin
  raise exception 'items of a submitted round stay as they are' using errcode = 'KN002';
end $$;

-- A round gets its items by the submit, all at once. The argument is the type of document.
create function items_complete() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from (select distinct document_id, round from added where round > 0) a
    join document_items c on c.document_type = tg_argv[0] and c.document_id = a.document_id and c.round = a.round where c.digest is not null) then
    raise exception 'a submitted round gets no further items' using errcode = 'KN002';
  end if;
  return null;
end $$;

create table device_transfer (
  id bigint not null,
  no text not null,
  state text not null,
  version int not null,
  round int not null,
  scope_id int not null,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  idc_code text,
  area_id int,
  to_idc_code text,
  to_area_id int,
  from_customer text,
  from_dealer text,
  from_store text,
  to_customer text,
  to_dealer text,
  to_store text,
  only_sku text,
  order_no text,
  reason text,
  direction text,
  units int,
  items_digest text,
  constraint device_transfer__pk primary key (id),
  constraint device_transfer__no unique (no),
  constraint device_transfer__state check (state in ('draft', 'underApproval', 'processing', 'transferred', 'partial', 'failed', 'closed', 'rejected', 'cancelled')),
  constraint device_transfer__direction check (direction in ('same', 'down', 'up')),
  constraint device_transfer_scope_id_fkey foreign key (scope_id) references organisation(id)
);
create index device_transfer__drafter on device_transfer (drafter_id, state, scope_id);
create index device_transfer__number on device_transfer (scope_id, no collate "C");
create index device_transfer__scope on device_transfer (scope_id, id);
create index device_transfer__from_customer on device_transfer (from_customer) where from_customer is not null;
create index device_transfer__to_customer on device_transfer (to_customer) where to_customer is not null;

create table device_transfer_line (
  document_id bigint not null,
  round int not null,
  line_no int not null,
  sku_code text not null,
  quantity int not null,
  constraint device_transfer_line__pk primary key (document_id, round, line_no),
  constraint device_transfer_line__quantity check (quantity > 0),
  constraint device_transfer_line_document_id_fkey foreign key (document_id) references device_transfer(id)
);

create table device_transfer_item (
  document_id bigint not null,
  round int not null,
  -- Its place in the order in which it was given.
  no int not null,
  number text not null,
  -- Of a number that none can have: why.
  fault text,
  device_id bigint,
  -- The interval in which the device was found: it is moved from there alone.
  seq int,
  sku_code text,
  state text not null default 'failed',
  -- Until it is judged, it is not found.
  reason text default 'notFound',
  -- What the reason is about: the document that has the device, where the person sees it.
  detail text,
  -- The approvers decided on it: it was good at the submit.
  decided boolean not null default false,
  -- The receiver named it.
  arrived boolean not null default false,
  constraint device_transfer_item__pk primary key (document_id, round, number),
  constraint device_transfer_item__state check (state in ('good', 'failed', 'done')),
  constraint device_transfer_item__reason check ((reason is null) = (state <> 'failed')),
  constraint device_transfer_item__found check (state = 'failed' or (device_id is not null and seq is not null and sku_code is not null)),
  constraint device_transfer_item_document_id_fkey foreign key (document_id) references device_transfer(id)
);
create index device_transfer_item__page on device_transfer_item (document_id, round, (state = 'failed'), no);
create index device_transfer_item__good on device_transfer_item (document_id, round, no) where state = 'good';
create index device_transfer_item__device on device_transfer_item (document_id, round, device_id) where device_id is not null;
create trigger device_transfer_item__kept before update on device_transfer_item for each row
  when (old.round > 0 and (old.document_id, old.round, old.no, old.number, old.device_id, old.sku_code, old.decided)
    is distinct from (new.document_id, new.round, new.no, new.number, new.device_id, new.sku_code, new.decided))
  execute function item_kept();
create trigger device_transfer_item__stays before delete on device_transfer_item for each row when (old.round > 0) execute function item_kept();
create trigger device_transfer_item__complete after insert on device_transfer_item referencing new table as added
  for each statement execute function items_complete('deviceTransfer');

-- A device that a document in approval, or in work, has: no other document may have it. Its ids come from device_holding, whose devices are never deleted.
create table device_hold (
  device_id bigint not null,
  document_type text not null,
  document_id bigint not null,
  held_at timestamptz not null default product_now(),
  constraint device_hold__pk primary key (device_id)
);
create index device_hold__document on device_hold (document_id);

-- What becomes of each of these numbers in a transfer: the device, or the first reason against it (domain.md 6). p_values: customer, dealer and store that give,
-- the product that alone is meant, the order by which they got the devices. Devices outside of p_scopes, or of others than p_customers and their dealers, do
-- not exist; null: all. Each is looked up by its number, however many there are and whatever PostgreSQL takes the tables for.
create function device_transfer_judged(p_document bigint, p_numbers text[], p_values text[], p_scopes int[], p_customers text[])
returns table (number text, device_id bigint, seq int, sku_code text, reason text, detail text)
language sql stable rows 10000 set search_path = public, pg_temp
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with mine as materialized (
    select code from customer where code = any (p_customers) or parent_code = any (p_customers)
  ), placed as materialized (
    select g.number, h.device_id, h.seq, h.status, h.mark, h.sku_id, s.order_no,
      p.holder_type in ('customer', 'dealer', 'store') and p.customer_code = coalesce(p_values[2], p_values[1]) and p.store_code is not distinct from p_values[3] as is_held
    from unnest(p_numbers) g (number) left join device_number n on n.number = g.number
    left join (device_holding h join device_place p on p.id = h.place_id)
      on h.device_id = n.device_id and (p_scopes is null or h.scope_id = any (p_scopes)) and (p_customers is null or p.customer_code in (select code from mine))
    left join device_source s on s.id = h.source_id
  )
  select p.number, p.device_id, p.seq, k.code,
    case
      when p.device_id is null then 'notFound'
      when o.document_id <> p_document then 'inDocument'
      when p.status = 'activated' then 'activated'
      when p.status = 'soldOut' then 'soldOut'
      when not p.is_held then 'notHeld'
      when p_values[4] is not null and k.code <> p_values[4] then 'wrongSku'
      when p.status = 'locked' or p.mark is not null then 'locked'
      when exists (select from device_claim c where c.device_id = p.device_id and c.state = 'held') then 'claimed'
      when p.status not in ('channelStock', 'demo') then 'notTransferable'
      when p_values[5] is not null and p.order_no is distinct from p_values[5] then 'notOfOrder'
    end,
    case when o.document_id <> p_document and p_customers is null then (select r.no from document r where r.document_id = o.document_id and (p_scopes is null or r.scope_id = any (p_scopes))) end
  from placed p left join sku k on k.id = p.sku_id left join device_hold o on o.device_id = p.device_id $$;

-- Judges numbers of the draft; null: all of them. PostgreSQL knows nothing yet of a draft that was filled a moment ago, and would take each row for the only one.
create function device_transfer_judge(p_document bigint, p_numbers text[], p_values text[], p_scopes int[], p_customers text[]) returns void
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  v_numbers text[];
begin
  select array_agg(g.number) into v_numbers from device_transfer_item g
  where g.document_id = p_document and g.round = 0 and g.fault is null and (p_numbers is null or g.number in (select unnest(p_numbers)));
  update device_transfer_item i set device_id = j.device_id, seq = j.seq, sku_code = j.sku_code, reason = j.reason, detail = j.detail,
    state = case when j.reason is null then 'good' else 'failed' end
  from device_transfer_judged(p_document, v_numbers, p_values, p_scopes, p_customers) j
  where i.document_id = p_document and i.round = 0 and i.number = j.number
    and (i.device_id, i.seq, i.reason, i.detail) is distinct from (j.device_id, j.seq, j.reason, j.detail);
  -- Another number of the same device came before it.
  if p_numbers is null then
    update device_transfer_item i set state = 'failed', reason = 'twice', detail = null
    from (select x.number, row_number() over (partition by x.device_id order by x.no) as nth from device_transfer_item x
      where x.document_id = p_document and x.round = 0 and x.device_id is not null) d
    where i.document_id = p_document and i.round = 0 and i.state = 'good' and i.number = d.number and d.nth > 1;
  else
    update device_transfer_item i set state = 'failed', reason = 'twice', detail = null
    where i.document_id = p_document and i.round = 0 and i.state = 'good' and i.number in (select unnest(v_numbers))
      and exists (select from device_transfer_item o where o.document_id = p_document and o.round = 0 and o.device_id = i.device_id and o.no < i.no);
  end if;
end $$;

-- Puts the numbers of the draft, judged now, into a round, and locks the good ones.
create function device_transfer_raise(p_document bigint, p_round int, p_values text[], p_scopes int[], p_customers text[]) returns void
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  perform device_transfer_judge(p_document, null, p_values, p_scopes, p_customers);
  insert into device_hold (device_id, document_type, document_id)
  select i.device_id, 'deviceTransfer', p_document from device_transfer_item i
  where i.document_id = p_document and i.round = 0 and i.state = 'good' order by i.device_id on conflict do nothing;
  -- Another document took a device between the look and the lock: it is not good.
  insert into device_transfer_item (document_id, round, no, number, fault, device_id, seq, sku_code, state, reason, detail, decided)
  select p_document, p_round, i.no, i.number, i.fault, i.device_id, i.seq, i.sku_code, case when i.state = 'good' and h.device_id is null then 'failed' else i.state end,
    case when i.state = 'good' and h.device_id is null then 'inDocument' else i.reason end, i.detail, i.state = 'good' and h.device_id is not null
  from device_transfer_item i left join device_hold h on h.device_id = i.device_id and h.document_id = p_document
  where i.document_id = p_document and i.round = 0 order by i.no;
end $$;

-- Judges anew what failed although the approvers had decided on it, and locks what is good now; what did not arrive stays with the giver.
create function device_transfer_again(p_document bigint, p_round int, p_values text[]) returns void
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  update device_transfer_item i set seq = coalesce(j.seq, i.seq), reason = j.reason, detail = j.detail, state = case when j.reason is null then 'good' else 'failed' end
  from device_transfer_judged(p_document, (
      select array_agg(g.number) from device_transfer_item g
      where g.document_id = p_document and g.round = p_round and g.state = 'failed' and g.decided and g.reason not in ('notArrived', 'closed')
    ), p_values, null, null) j
  where i.document_id = p_document and i.round = p_round and i.number = j.number;
  insert into device_hold (device_id, document_type, document_id)
  select i.device_id, 'deviceTransfer', p_document from device_transfer_item i
  where i.document_id = p_document and i.round = p_round and i.state = 'good' order by i.device_id on conflict do nothing;
  update device_transfer_item i set state = 'failed', reason = 'inDocument', detail = null
  where i.document_id = p_document and i.round = p_round and i.state = 'good'
    and not exists (select from device_hold h where h.device_id = i.device_id and h.document_id = p_document);
end $$;

-- What is not done any more fails for this reason, and its devices are free.
create function device_transfer_give_up(p_document bigint, p_round int, p_reason text) returns void
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  update device_transfer_item i set state = 'failed', reason = p_reason, detail = null
  where i.document_id = p_document and i.round = p_round and i.state = 'good' and (p_reason <> 'notArrived' or not i.arrived);
  delete from device_hold h using device_transfer_item i
  where h.document_id = p_document and i.document_id = p_document and i.round = p_round and i.device_id = h.device_id and i.state = 'failed';
end $$;

-- Moves the next devices of an approved transfer that no other worker has; answers how many there were. A device that is no longer as it was found fails with
-- its reason. Down counts as sell-through of who gave, up as what came back to who has the devices now.
create function device_transfer_span(p_document bigint, p_round int, p_limit int) returns int
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  t record;
  v_numbers text[];
  v_devices bigint[];
  v_seqs int[];
  v_forms text[];
  v_reasons text[];
  v_moved bigint[];
  v_regular int;
  v_demo int;
  v_source int;
  v_done int;
begin
  select array_agg(x.number order by x.device_id), array_agg(x.device_id order by x.device_id), array_agg(x.seq order by x.device_id) into v_numbers, v_devices, v_seqs from (
    select i.number, i.device_id, i.seq from device_transfer_item i where i.document_id = p_document and i.round = p_round and i.state = 'good'
    order by i.no limit p_limit for update skip locked) x;
  if v_numbers is null then
    return 0;
  end if;
  select d.no, d.order_no, d.direction, d.to_store, case when d.to_store is not null then 'store' when d.to_dealer is not null then 'dealer' else 'customer' end as type,
    coalesce(d.to_store, d.to_dealer, d.to_customer) as holder, r.scope_id, r.code as customer,
    case d.direction when 'down' then g.id when 'up' then r.id end as counted_for into t
  from device_transfer d join customer g on g.code = coalesce(d.from_dealer, d.from_customer) join customer r on r.code = coalesce(d.to_dealer, d.to_customer)
  where d.id = p_document;
  perform from (select h.device_id from device_holding h where h.device_id = any (v_devices) order by h.device_id for update) l;
  select array_agg(case
      when h.device_id is null then 'moved' when h.activated_at is not null then 'activated' when h.mark is not null then 'locked'
      when exists (select from device_claim c where c.device_id = g.device_id and c.state = 'held') then 'claimed'
      when o.device_id is null then 'inDocument' end order by g.n), array_agg(h.form order by g.n) into v_reasons, v_forms
  from unnest(v_devices, v_seqs) with ordinality g (device_id, seq, n) left join device_holding h on h.device_id = g.device_id and h.seq = g.seq
  left join device_hold o on o.device_id = g.device_id and o.document_id = p_document;
  -- A device of the demonstration stays one.
  if 'demo' = any (v_forms) then
    v_demo := (device_places(array[t.type], array[t.holder], array['demo'], array[t.scope_id], array[t.customer], array[t.to_store], array[null::text]))[1];
  end if;
  v_regular := (device_places(array[t.type], array[t.holder], array['regular'], array[t.scope_id], array[t.customer], array[t.to_store], array[null::text]))[1];
  v_source := (device_sources(array[t.no], array[t.order_no], array[null::int], array[null::numeric], array[null::text]))[1];
  select device_move(array_agg(h.device_id), array_agg(h.seq), array_agg(greatest(product_now(), h.from_at + interval '1 microsecond')),
      array_agg(case h.form when 'demo' then v_demo else v_regular end), array_agg(v_source),
      case t.direction when 'down' then 'sellThrough' when 'up' then 'returned' else 'transferred' end, case when t.direction <> 'same' then 'sellThrough' end,
      array_agg(t.counted_for), case when t.direction = 'up' then -1 else 1 end) into v_moved
  from unnest(v_devices, v_reasons) g (device_id, reason) join device_holding h on h.device_id = g.device_id where g.reason is null;
  v_moved := coalesce(v_moved, '{}');
  v_done := cardinality(v_moved);
  update device_transfer_item i set state = case when m.device_id is null then 'failed' else 'done' end,
    reason = case when m.device_id is null then coalesce(g.reason, 'moved') end
  from unnest(v_numbers, v_devices, v_reasons) g (number, device_id, reason) left join unnest(v_moved) m (device_id) on m.device_id = g.device_id
  where i.document_id = p_document and i.round = p_round and i.number = g.number;
  delete from device_hold h using unnest(v_devices) g (device_id) where h.device_id = g.device_id and h.document_id = p_document;
  update document_items c set good = c.good - cardinality(v_numbers), done = c.done + v_done, failed = c.failed + cardinality(v_numbers) - v_done
  where c.document_type = 'deviceTransfer' and c.document_id = p_document and c.round = p_round;
  return cardinality(v_numbers);
end $$;
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('imei_transfer', 2, '串码调拨', 'IMEI transfer', 'new', '[
  {"key":"giverStaff","name":{"zh":"调出方确认","en":"Giver''s confirmation"},"rule":{"zh":"调出方有账号的，由其本人确认发出","en":"Where people of the giver have accounts, they confirm what they give"},"who":{"computed":"giverStaff"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"giverStaff = true"},
  {"key":"giverManager","name":{"zh":"调出方经理","en":"Giver''s manager"},"rule":{"zh":"调出方经理确认货在其手","en":"The giver''s manager confirms who holds the devices"},"who":{"role":"manager","of":"giver"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"receiverStaff","name":{"zh":"调入方收货确认","en":"Receipt by the receiver"},"rule":{"zh":"调入方有账号的，由其本人确认到货","en":"Where people of the receiver have accounts, they confirm what arrived"},"who":{"computed":"receiverStaff"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"receiverStaff = true"},
  {"key":"receiver","name":{"zh":"调入方确认","en":"Receiver''s confirmation"},"rule":{"zh":"调入方没有账号的，由其渠道经理确认到货","en":"Where they have none, the channel manager of the receiver confirms what arrived"},"who":{"role":"channelManager","of":"receiver"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"receiverStaff = false and (crossRegion = true or not(list contains(drafterRoles, \"channelManager\")))"},
  {"key":"receiverLead","name":{"zh":"调入方区域销售经理","en":"Receiver''s RSM"},"rule":{"zh":"渠道经理在本大区内自行发起时，由区域销售经理确认到货","en":"What the channel manager raises within their region, the RSM confirms"},"who":{"role":"rsm","of":"receiver"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"receiverStaff = false and not((crossRegion = true or not(list contains(drafterRoles, \"channelManager\"))))"},
  {"key":"rsm","name":{"zh":"区域销售经理 RSM","en":"RSM"},"rule":{"zh":"跨大区调拨需区域销售经理","en":"Across regions the RSM decides"},"who":{"role":"rsm"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"crossRegion = true"},
  {"key":"imeiAdmin","name":{"zh":"串码管理员","en":"IMEI administrator"},"rule":{"zh":"串码调整由串码管理员终审","en":"An adjustment ends at the IMEI administrator"},"who":{"role":"imeiAdmin"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"transferType = \"adjust\""}
]');
