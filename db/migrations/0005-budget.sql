-- The budget ledger's accounts and country budget applications (domain.md sections 2.2 and 3).

create sequence budget_account_id;

-- One account: a pool of an area and year, a country budget line, or the source that funds pools. Narrow and roomy, so that
-- a posting rewrites it in place; what an account is about stands in budget_pool, budget_line and budget_source.
create table budget_account (
  id bigint not null default nextval('budget_account_id'),
  currency text not null,
  mode text not null default 'absolute' constraint budget_account__mode check (mode in ('absolute', 'advisory', 'tracking')),
  avl numeric(20,2) not null default 0,
  hld numeric(20,2) not null default 0,
  occ numeric(20,2) not null default 0,
  cmt numeric(20,2) not null default 0,
  acr numeric(20,2) not null default 0,
  exe numeric(20,2) not null default 0,
  granted numeric(20,2) not null default 0,
  revoked numeric(20,2) not null default 0,
  transferred_in numeric(20,2) not null default 0,
  transferred_out numeric(20,2) not null default 0,
  carried_in numeric(20,2) not null default 0,
  carried_out numeric(20,2) not null default 0,
  lapsed numeric(20,2) not null default 0,
  distributed numeric(20,2) not null default 0,
  constraint budget_account__pk primary key (id),
  constraint budget_account__current check (
    avl + hld + occ + cmt + acr + exe
      = granted + transferred_in + carried_in - revoked - transferred_out - carried_out - lapsed - distributed
  )
) with (fillfactor = 50);

-- Where pool money comes from: HQ's yearly funding, an account that may go below zero.
create table budget_source (
  id bigint not null references budget_account,
  year int not null,
  currency text not null,
  constraint budget_source__pk primary key (id),
  constraint budget_source__key unique (year, currency)
);

create table budget_pool (
  id bigint not null references budget_account,
  scope_id int not null references organisation,
  area_id int not null,
  project_pool_code text not null,
  year int not null,
  currency text not null,
  constraint budget_pool__pk primary key (id),
  constraint budget_pool__key unique (area_id, project_pool_code, year, currency)
);
create index budget_pool__scope on budget_pool (scope_id);

-- A line is planned when an application first names it, and open once money was granted to it.
create table budget_line (
  id bigint not null default nextval('budget_account_id'),
  code text not null generated always as ('BL' || lpad(id::text, 9, '0')) stored,
  scope_id int not null references organisation,
  area_id int not null,
  state text not null default 'planned' constraint budget_line__state check (state in ('planned', 'open', 'closed')),
  year int not null,
  month int not null constraint budget_line__month check (month between 1 and 12),
  country_code text not null,
  project_code text not null,
  project_pool_code text not null,
  budget_dept_code text not null,
  fsc_id text not null,
  sub_busi_code text not null,
  product_class text not null constraint budget_line__product_class check (product_class in ('phone', 'iot')),
  product_line_code text not null,
  currency text not null,
  created_at timestamptz not null default now(),
  constraint budget_line__pk primary key (id),
  constraint budget_line__code unique (code),
  constraint budget_line__key unique (
    area_id, year, month, project_pool_code, budget_dept_code, country_code, project_code,
    fsc_id, sub_busi_code, product_line_code, product_class, currency
  )
);
create index budget_line__scope on budget_line (scope_id, id);

create table country_budget (
  id bigint not null,
  no text not null,
  state text not null constraint country_budget__state
    check (state in ('draft', 'underApproval', 'approved', 'rejected', 'cancelled')),
  version int not null,
  round int not null,
  scope_id int not null references organisation,
  drafter_id int not null,
  updated_by int not null,
  content_hash text,
  audit_hash bytea,
  -- What the drafter typed and has not submitted, as it is: nothing is lost because it is not valid yet.
  draft jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  apply_type text,
  idc_code text,
  area_id int,
  year int,
  month int,
  budget_dept_code text,
  project_pool_code text,
  product_class text,
  currency text,
  region_code text,
  reason text,
  source text,
  total_amount numeric(20,2),
  constraint country_budget__pk primary key (id),
  constraint country_budget__no unique (no)
);
create index country_budget__scope on country_budget (scope_id, id);
create index country_budget__pending on country_budget (project_pool_code, area_id, year) where state = 'underApproval';

-- Lines of each round: what was submitted before stays readable after a rejected application is submitted again.
create table country_budget_line (
  document_id bigint not null references country_budget,
  round int not null,
  line_no int not null,
  country_code text not null,
  project_code text not null,
  fsc_id text not null,
  sub_busi_code text not null,
  product_line_code text not null,
  amount numeric(20,2) not null constraint country_budget_line__amount check (amount > 0),
  available_amount numeric(20,2),
  budget_code text,
  remark text,
  constraint country_budget_line__pk primary key (document_id, round, line_no)
);

-- Written by kernel/ledger/post-sql.ts from the ledgers; a test compares them.
create or replace function ledger_post(
  p_document_type text, p_document_id bigint, p_round int, p_action text, p_sequence int, p_actor int, p_at timestamptz,
  p_ledger text[], p_account bigint[], p_bucket text[], p_counter text[], p_amount numeric[], p_currency text[], p_line int[],
  p_reserve_line int[], p_reserve_ledger text[], p_reserve_account bigint[], p_reserve_bucket text[],
  p_reserve_amount numeric[], p_reserve_currency text[], p_resolve bigint[]
) returns bigint
language plpgsql as $post$
declare
  v_journal bigint;
  v_touched int;
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
    insert into ledger_reservation (document_id, round, document_line, ledger, account_id, bucket, amount, currency, opened_by)
    select p_document_id, p_round, r.line, r.ledger, r.account, r.bucket, r.amount, r.currency, v_journal
    from unnest(p_reserve_line, p_reserve_ledger, p_reserve_account, p_reserve_bucket, p_reserve_amount, p_reserve_currency)
      as r (line, ledger, account, bucket, amount, currency);
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
      coalesce(sum(amount) filter (where counter = 'granted'), 0) as granted,
      coalesce(sum(amount) filter (where counter = 'transferred_in'), 0) as transferred_in,
      coalesce(sum(amount) filter (where counter = 'carried_in'), 0) as carried_in,
      coalesce(sum(-amount) filter (where counter = 'revoked'), 0) as revoked,
      coalesce(sum(-amount) filter (where counter = 'transferred_out'), 0) as transferred_out,
      coalesce(sum(-amount) filter (where counter = 'carried_out'), 0) as carried_out,
      coalesce(sum(-amount) filter (where counter = 'lapsed'), 0) as lapsed,
      coalesce(sum(-amount) filter (where counter = 'distributed'), 0) as distributed
    from unnest(p_ledger, p_account, p_bucket, p_counter, p_amount, p_currency) as l (ledger, account, bucket, counter, amount, currency)
    where ledger = 'budget'
    group by account, currency order by account
  loop
    update budget_account t set avl = t.avl + d.avl, hld = t.hld + d.hld, occ = t.occ + d.occ, cmt = t.cmt + d.cmt, acr = t.acr + d.acr, exe = t.exe + d.exe, granted = t.granted + d.granted, transferred_in = t.transferred_in + d.transferred_in, carried_in = t.carried_in + d.carried_in, revoked = t.revoked + d.revoked, transferred_out = t.transferred_out + d.transferred_out, carried_out = t.carried_out + d.carried_out, lapsed = t.lapsed + d.lapsed, distributed = t.distributed + d.distributed
    where t.id = d.account and t.currency = d.currency
    returning t.mode, t.avl, t.hld, t.occ, t.cmt, t.acr, t.exe into a;
    if not found then
      raise exception 'no budget account % in %', d.account, d.currency using errcode = 'LG003';
    end if;
    if a.mode = 'absolute' and (case
      when a.avl < 0 and d.avl < 0 then 'avl'
      when a.hld < 0 and d.hld < 0 then 'hld'
      when a.occ < 0 and d.occ < 0 then 'occ'
      when a.cmt < 0 and d.cmt < 0 then 'cmt'
      when a.acr < 0 and d.acr < 0 then 'acr'
      when a.exe < 0 and d.exe < 0 then 'exe'
      end) is not null then
      raise exception 'budget account % is not sufficient', d.account using errcode = 'LG001',
        detail = d.account || ':' || case
      when a.avl < 0 and d.avl < 0 then 'avl'
      when a.hld < 0 and d.hld < 0 then 'hld'
      when a.occ < 0 and d.occ < 0 then 'occ'
      when a.cmt < 0 and d.cmt < 0 then 'cmt'
      when a.acr < 0 and d.acr < 0 then 'acr'
      when a.exe < 0 and d.exe < 0 then 'exe'
      end;
    end if;
  end loop;

  return v_journal;
end $post$;

-- Manager of the country, regional finance, RSD, HQ budget owner; a grant always ends at HQ (domain.md section 2.2).
insert into approval_template (code, version, name_zh, name_en, steps) values ('budget_country', 1, '国家预算申请', 'Country budget application', '[
  {"key": "manager", "name": {"zh": "国家经理", "en": "Country manager"}, "who": {"role": "manager"}, "mode": "any"},
  {"key": "regionalFinance", "name": {"zh": "区域财务", "en": "Regional finance"}, "who": {"role": "regionalFinance"}, "mode": "any"},
  {"key": "rsd", "name": {"zh": "区域销售总监", "en": "RSD"}, "who": {"role": "rsd"}, "mode": "any"},
  {"key": "hqBudget", "name": {"zh": "总部预算负责人", "en": "HQ budget owner"}, "who": {"role": "hqBudget"}, "mode": "any",
   "when": "applyType = \"grant\"", "rule": {"zh": "下达必须由总部终审", "en": "A grant always ends at HQ"}}
]');
