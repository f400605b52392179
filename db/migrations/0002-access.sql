-- Who may sign in, what they may do and where; sessions and everything a sign-in needs on its way.

create table app_user (
  id int generated always as identity,
  account text not null,
  name_zh text not null,
  name_en text not null,
  job_title text not null,
  language text,
  status text not null default 'active',
  created_at timestamptz not null default now(),
  constraint app_user__pk primary key (id),
  constraint app_user__account unique (account),
  constraint app_user__language check (language in ('zh', 'en')),
  constraint app_user__status check (status in ('active', 'disabled'))
);

-- Passwords exist only for the built-in identity provider of the demonstration.
create table demo_identity (
  user_id int not null references app_user,
  password_hash text not null,
  constraint demo_identity__pk primary key (user_id)
);

create table role (
  code text not null,
  name_zh text not null,
  name_en text not null,
  constraint role__pk primary key (code)
);

create table role_right (
  role_code text not null references role,
  right_code text not null,
  constraint role_right__pk primary key (role_code, right_code)
);

-- A role is held at a node of the organisation tree and counts for everything below it. The tree is made by a
-- later migration, so the reference to it is checked by the writers of this table.
create table user_role (
  user_id int not null references app_user,
  role_code text not null references role,
  organisation_id int not null,
  constraint user_role__pk primary key (user_id, role_code, organisation_id)
);
create index user_role__holders on user_role (role_code, organisation_id);

-- What a session knows of its user is kept on the session; this number says whether that is still true.
create table access_epoch (
  only_row boolean not null default true,
  epoch bigint not null default 1,
  constraint access_epoch__pk primary key (only_row),
  constraint access_epoch__one check (only_row)
);
insert into access_epoch default values;

-- Every change of a user, role, right or organisation goes through here, so no writer can forget it.
create function bump_access_epoch() returns trigger
language plpgsql as $$
begin
  update access_epoch set epoch = epoch + 1;
  return null;
end $$;
create trigger app_user__epoch after update of account, name_zh, name_en, status or delete on app_user
  for each statement execute function bump_access_epoch();
create trigger role__epoch after insert or update or delete on role
  for each statement execute function bump_access_epoch();
create trigger role_right__epoch after insert or update or delete on role_right
  for each statement execute function bump_access_epoch();
create trigger user_role__epoch after insert or update or delete on user_role
  for each statement execute function bump_access_epoch();

-- The token itself is never stored. `principal` is roles, rights and scope as of `access_epoch`.
create table session (
  id bigint generated always as identity,
  token_hash bytea not null,
  csrf_token text not null,
  user_id int not null references app_user,
  kind text not null,
  principal jsonb not null,
  access_epoch bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Hint for the provider's end-session page; a chat session has none.
  id_token text,
  constraint session__pk primary key (id),
  constraint session__token unique (token_hash),
  constraint session__kind check (kind in ('sso', 'chat'))
);
create index session__user on session (user_id);
create index session__expires on session (expires_at);

-- A sign-in on its way to the identity provider and back; taken once. `browser_hash` ties it to the browser that began it.
create table sign_in_attempt (
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  browser_hash bytea not null,
  expires_at timestamptz not null,
  constraint sign_in_attempt__pk primary key (state)
);
create index sign_in_attempt__expires on sign_in_attempt (expires_at);

-- What a link's `token` carries: good once, for a short time, for one session. Never the session token.
create table ticket (
  hash bytea not null,
  kind text not null,
  user_id int not null references app_user,
  id_token text,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint ticket__pk primary key (hash),
  constraint ticket__kind check (kind in ('sso', 'chat'))
);
create index ticket__expires on ticket (expires_at);

-- Storage of the built-in identity provider: its sessions, codes and grants.
create table oidc_artifact (
  kind text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz,
  constraint oidc_artifact__pk primary key (kind, id)
);
create index oidc_artifact__grant on oidc_artifact (grant_id) where grant_id is not null;
create index oidc_artifact__uid on oidc_artifact (kind, uid) where uid is not null;
create index oidc_artifact__expires on oidc_artifact (expires_at);

-- Keys of the built-in identity provider, made once by whichever process comes first.
create table oidc_key (
  only_row boolean not null default true,
  signing_keys jsonb not null,
  cookie_keys jsonb not null,
  client_secret text not null,
  created_at timestamptz not null default now(),
  constraint oidc_key__pk primary key (only_row),
  constraint oidc_key__one check (only_row)
);

-- Counters of the sign-in limits, shared by all processes. Losing them costs nothing, so they are not logged.
create unlogged table rate_limit (
  key text not null,
  hits int not null,
  resets_at timestamptz not null,
  constraint rate_limit__pk primary key (key)
);
create index rate_limit__resets on rate_limit (resets_at);

-- The roles that the product knows and what each may do so far; an administrator changes them in the product.
insert into role (code, name_zh, name_en) values
  ('superAdmin', '超级管理员', 'Super administrator'),
  ('channelManager', '渠道经理', 'Channel Manager'),
  ('manager', '经理', 'Manager'),
  ('tl', '团队主管', 'TL'),
  ('rsm', '区域销售经理', 'RSM'),
  ('rcsm', '区域渠道销售经理', 'RCSM'),
  ('countryFinance', '国家财务', 'Country Finance'),
  ('rsd', '区域销售总监', 'RSD'),
  ('regionalFinance', '大区财务总监', 'Regional Finance Director'),
  ('hqBudget', '总部预算负责人', 'HQ Budget Owner'),
  ('hqPricing', '总部定价', 'HQ Pricing'),
  ('hqFinance', '总部财务', 'HQ Finance'),
  ('auditor', '审计员', 'Auditor'),
  ('itAdmin', '系统管理员', 'Administrator'),
  ('distributor', '经销商员工', 'Distributor Staff'),
  ('store', '店长 / 促销员', 'Store Manager / Promoter'),
  ('sales', '销售员', 'Salesman');

-- Everyone with a role has a task list: what is in it is addressed to him.
insert into role_right (role_code, right_code) select code, 'approval.task.view' from role where code <> 'superAdmin';

insert into role_right (role_code, right_code)
select code, 'budget.country.view' from role
 where code in ('channelManager', 'manager', 'tl', 'rsm', 'rcsm', 'countryFinance', 'rsd', 'regionalFinance', 'hqBudget', 'hqPricing', 'hqFinance', 'auditor');

insert into role_right (role_code, right_code)
select code, 'budget.country.submit' from role where code in ('channelManager', 'regionalFinance', 'hqBudget');

insert into role_right (role_code, right_code)
select code, 'budget.country.approve' from role
 where code in ('manager', 'tl', 'rsm', 'rcsm', 'countryFinance', 'rsd', 'regionalFinance', 'hqBudget', 'hqPricing', 'hqFinance');
