-- Customers: distributors that buy from us and dealers that buy from them, and what belongs to each.
create extension if not exists pg_trgm;

-- Trigrams are of letters and digits, and which signs are letters depends on how the database was made: other signs than ASCII
-- are written as their numbers, so that one Chinese character is several trigrams wherever this runs.
create function search_encoded(given text) returns text language sql immutable parallel safe as $$
  select case when given ~ '[^\x01-\x7f]'
    then (select string_agg(case when ascii(c) < 128 then c else 'x' || lpad(to_hex(ascii(c)), 5, '0') end, '' order by i)
      from regexp_split_to_table(given, '') with ordinality as s (c, i))
    else given end
$$;
-- What a row is found by, for an index of trigrams: its texts in small letters, and behind them, each after a ^, how its words begin:
-- one or two letters have no trigram of their own.
create function search_of(variadic parts text[]) returns text language sql immutable parallel safe as $$
  select search_encoded(t.given) || ' ' || coalesce((select string_agg(distinct '^' || left(m[1], 2), ' ')
    from regexp_matches(t.given, '[a-z0-9]+', 'g') as m), '')
  from (select lower(array_to_string(parts, ' ')) as given) t
$$;
-- The pattern that a keyword is looked for with: one or two letters or digits begin a word, anything else stands anywhere.
create function search_like(keyword text) returns text language sql immutable parallel safe as $$
  select case when t.given ~ '^[a-z0-9]{1,2}$' then '%^' || t.given || '%'
    else '%' || replace(replace(replace(search_encoded(t.given), '\', '\\'), '%', '\%'), '_', '\_') || '%' end
  from (select lower(btrim(keyword)) as given) t
$$;

-- What two names are compared by: without the words that every company has.
create function customer_name_key(name text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(regexp_replace(lower(name),
    '\m(private|pvt|limited|ltd|llc|inc|gmbh|co|company|corporation|trading|traders|distribution|distributors|telecom|communications|mobile|mobiles|electronics|pt|sa|sl|srl|ooo|group|enterprises|stores|dealer)\M|[^a-z0-9 ]', ' ', 'g'), '\s+', ' ', 'g'))
$$;
-- Incoterms rules with their place, that a customer may be configured for.
create table trade_term (
  code text not null,
  name_zh text not null,
  name_en text not null,
  incoterm text not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint trade_term__pk primary key (code),
  constraint trade_term__incoterm check (incoterm in ('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF')),
  constraint trade_term__id unique (id)
);
-- A buyer. Its own place in the tree says who sells to it: a dealer hangs below its distributor.
create table customer (
  code text not null,
  name_zh text not null,
  name_en text not null,
  kind text not null,
  type text not null,
  subtype text,
  parent_code text references customer,
  legal_entity_customer_code text references customer,
  operating_unit_code text references operating_unit,
  organisation_id int not null references organisation,
  country_code text not null references country,
  budget_region_code text references budget_region,
  channel_code text references customer_channel,
  classification_code text,
  owner_id int references app_user,
  oerp_code text,
  business_code text,
  tax_no text,
  -- As tax numbers are compared.
  tax_key text generated always as (upper(regexp_replace(tax_no, '[^A-Za-z0-9]', '', 'g'))) stored,
  name_key text generated always as (customer_name_key(name_en)) stored,
  bank_name text,
  bank_account text,
  bank_holder text,
  bank_swift text,
  search text not null generated always as (search_of(code, name_zh, name_en, tax_no, oerp_code, business_code)) stored,
  -- Customers of a similar name that somebody looked at: codes, by commas.
  not_same_as text,
  state text not null default 'draft',
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint customer__pk primary key (code),
  constraint customer__id unique (id),
  constraint customer__kind check (kind in ('distributor', 'dealer')),
  constraint customer__parent check (parent_code <> code),
  constraint customer__state check (state in ('draft', 'approved', 'enabled', 'disabled'))
);
create index customer__scope on customer (scope_id, code);
create index customer__parent on customer (parent_code, code);
create index customer__legal_entity on customer (legal_entity_customer_code);
create index customer__search on customer using gin (search gin_trgm_ops);
-- How often a keyword is found says by which index rows are read: a hundred samples do not know what one row in a hundred has.
alter table customer alter column search set statistics 1000;
create index customer__name on customer using gin (name_key gin_trgm_ops);
-- One customer of a country answers for a tax number; its further records name it as their legal entity.
create unique index customer__tax_key on customer (country_code, tax_key) where legal_entity_customer_code is null;
-- The trade terms that a customer may be sold on (Q9).
create table customer_trade_term (
  code text not null,
  customer_code text not null references customer,
  trade_term_code text not null references trade_term,
  remark text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint customer_trade_term__pk primary key (code),
  constraint customer_trade_term__id unique (id),
  constraint customer_trade_term__key unique (customer_code, trade_term_code)
);
create index customer_trade_term__scope on customer_trade_term (scope_id, code);
-- Where goods for a customer go (Q12).
create table customer_address (
  code text not null,
  customer_code text not null references customer,
  country_code text not null references country,
  province text not null,
  city text not null,
  postal_code text not null,
  detail text not null,
  contacts text not null,
  phone text not null,
  receive_info text not null,
  shipping_place text not null,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint customer_address__pk primary key (code),
  constraint customer_address__id unique (id)
);
create index customer_address__scope on customer_address (scope_id, code);
create index customer_address__customer on customer_address (customer_code, code);
-- The seller as papers show it: name, address, bank and tax number of a legal entity, one version after the other.
create table seller_information (
  code text not null,
  name_zh text not null,
  name_en text not null,
  legal_entity_code text not null references legal_entity,
  valid_from date not null,
  address text not null,
  tax_no text,
  bank_name text not null,
  bank_account text not null,
  bank_holder text not null,
  bank_swift text not null,
  logo text,
  state text not null default 'draft',
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint seller_information__pk primary key (code),
  constraint seller_information__id unique (id),
  constraint seller_information__version unique (legal_entity_code, valid_from),
  constraint seller_information__state check (state in ('draft', 'approved', 'enabled', 'disabled'))
);
create index seller_information__scope on seller_information (scope_id, code);

insert into role_right (role_code, right_code)
select role.code, 'customer.' || r.record || '.' || v.verb from role
  cross join (values ('customer'), ('customerAddress'), ('customerTradeTerm'), ('tradeTerm'), ('sellerInformation')) as r (record)
  cross join (values ('view'), ('export'), ('edit'), ('import'), ('enable')) as v (verb)
where (v.verb = 'view' and (role.code = 'sales' or role.code in (select role_code from role_right where right_code = 'budget.country.view')))
  or (v.verb = 'export' and role.code in (select role_code from role_right where right_code = 'budget.project.export'))
  or (v.verb in ('edit', 'import') and (
    (role.code = 'channelManager' and r.record in ('customer', 'customerAddress', 'customerTradeTerm'))
    or (role.code in ('countryFinance', 'hqFinance') and r.record = 'sellerInformation')
    or (role.code = 'hqFinance' and r.record = 'tradeTerm')))
  or (v.verb = 'enable' and (
    (role.code in ('channelManager', 'countryFinance') and r.record = 'customer')
    or (role.code in ('regionalFinance', 'hqFinance') and r.record = 'sellerInformation')));
-- Who pays and who is paid needs whole bank accounts; everybody else recognises one by its last digits.
insert into role_right (role_code, right_code)
select role.code, 'customer.bank.view' from role
where role.code in ('channelManager', 'countryFinance', 'regionalFinance', 'hqFinance', 'hqBudget', 'auditor');

-- Changes of master data that go through an approval: of any record, a line for each field (docs/decisions/037).
create table record_change (
  id bigint not null,
  no text not null,
  state text not null constraint record_change__state
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
  change_kind text,
  record_kind text,
  record_key text,
  organisation_code text,
  reason text,
  constraint record_change__pk primary key (id),
  constraint record_change__no unique (no)
);
create index record_change__scope on record_change (scope_id, id);
create index record_change__drafter on record_change (drafter_id, state, scope_id);
create index record_change__number on record_change (scope_id, no collate "C");
-- What a writer of the record, and whoever asks for another change of it, looks for.
create index record_change__open on record_change (record_kind, record_key) where state = 'underApproval';
create table record_change_line (
  document_id bigint not null references record_change,
  round int not null,
  line_no int not null,
  field text not null,
  old_value text,
  value text,
  constraint record_change_line__pk primary key (document_id, round, line_no)
);

insert into role_right (role_code, right_code)
select role.code, 'change.record.' || verb.name from role
cross join (values ('view'), ('export'), ('submit'), ('approve')) as verb (name)
where role.code in ('channelManager', 'countryFinance', 'regionalFinance', 'hqFinance', 'hqBudget', 'auditor')
  and not (verb.name = 'submit' and role.code = 'auditor')
  and not (verb.name = 'approve' and role.code in ('auditor', 'channelManager'));
insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('record_change', 1, '主数据变更', 'Master data change', 'new', '[
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务核对凭证","en":"Country finance checks the evidence"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"大区财务总监批准变更","en":"The regional finance director approves the change"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72},
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"财务自己申请的变更由总部预算负责人决定","en":"What finance itself asks for is decided by the HQ budget owner"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"list contains(drafterRoles, \"regionalFinance\") or list contains(drafterRoles, \"hqFinance\")"}
]');
