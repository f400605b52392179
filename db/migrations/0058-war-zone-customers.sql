-- Customers that a war zone sells to though they are of another: its white list.
create table war_zone_customer (
  code text not null,
  war_zone_code text not null references war_zone,
  customer_code text not null references customer,
  reason text,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint war_zone_customer__pk primary key (code),
  constraint war_zone_customer__id unique (id),
  constraint war_zone_customer__key unique (war_zone_code, customer_code)
);
create index war_zone_customer__scope on war_zone_customer (scope_id, code);
create index war_zone_customer__customer on war_zone_customer (customer_code);
insert into role_right (role_code, right_code)
select role_code, replace(right_code, 'warZone', 'whiteCustomer') from role_right where right_code like 'organisation.warZone.%';

-- A picker of distributors begins with the first of them, however many dealers there are.
create index customer__kind on customer (kind, code);
