-- What a person set up for himself, and views of lists that he keeps or shares.

-- Small values by key: the columns and density of a list, the default view of a list.
create table user_preference (
  user_id int not null references app_user,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  constraint user_preference__pk primary key (user_id, key),
  constraint user_preference__size check (octet_length(value::text) <= 16384)
);

-- A view of a list: filters, order, page size, columns, density. A shared one is seen by those who see any of the organisations
-- that its owner sees (null: all of them); only its owner changes it.
create table saved_view (
  id bigint generated always as identity,
  owner_id int not null references app_user,
  list text not null,
  name text not null,
  is_shared boolean not null default false,
  shared_with int[],
  content jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_view__pk primary key (id),
  constraint saved_view__size check (octet_length(content::text) <= 16384)
);
create unique index saved_view__name on saved_view (owner_id, list, lower(name));
create index saved_view__shared on saved_view (list) where is_shared;

-- Sharing a view puts it before the eyes of others: for those who lead or keep the system.
insert into role_right (role_code, right_code) select code, 'list.view.share' from role
where code in ('manager', 'tl', 'rsm', 'rcsm', 'rsd', 'regionalFinance', 'hqBudget', 'hqPricing', 'hqFinance', 'itAdmin');
