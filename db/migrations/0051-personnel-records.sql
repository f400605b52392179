-- Of two constraints that the ordinary index kinds do not have together: the same person, and days that overlap.
create extension if not exists btree_gist;

-- People of the sales field and where they work.
create table job_title (
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint job_title__pk primary key (code),
  constraint job_title__id unique (id)
);
-- Promoters and other staff of the field. F11: nobody leaves before he came.
create table person (
  code text not null,
  name_zh text not null,
  name_en text not null,
  job_type text not null,
  job_title_code text not null references job_title,
  organisation_id int not null references organisation,
  user_id int references app_user,
  employed_on date not null,
  resigned_on date,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint person__pk primary key (code),
  constraint person__id unique (id),
  constraint person__job_type check (job_type in ('fullTime', 'partTime')),
  constraint person__resigned_on check (resigned_on > employed_on)
);
create index person__scope on person (scope_id, code);
-- Where a person worked from when to when; one at a time is open.
create table store_assignment (
  code text not null,
  person_code text not null references person,
  store_code text not null references store,
  from_day date not null,
  to_day date,
  note text,
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint store_assignment__pk primary key (code),
  constraint store_assignment__id unique (id),
  constraint store_assignment__days check (to_day >= from_day),
  constraint store_assignment__one exclude using gist (person_code with =, daterange(from_day, to_day, '[]') with &&)
);
create index store_assignment__scope on store_assignment (scope_id, code);
create unique index store_assignment__open on store_assignment (person_code) where to_day is null;
create index store_assignment__person on store_assignment (person_code, from_day);
create index store_assignment__store on store_assignment (store_code);
create index person__job_title on person (job_title_code);
create index person__resigning on person (resigned_on) where enabled;

insert into job_title (code, name_zh, name_en) values
  ('RSM', '区域销售经理', 'RSM'),
  ('RCSM', '区域渠道销售经理', 'RCSM'),
  ('RSD', '区域销售总监', 'RSD'),
  ('TL', '团队主管', 'TL'),
  ('MANAGER', '经理', 'Manager'),
  ('STORE-MANAGER', '店长', 'Store manager'),
  ('SALESMAN', '销售员', 'Salesman'),
  ('PROMOTER', '促销员', 'Promoter');

insert into role_right (role_code, right_code)
select role_code, 'personnel.' || r.record || '.' || v.verb from role_right
  cross join (values ('person'), ('storeAssignment'), ('jobTitle')) as r (record)
  join (values ('view'), ('edit'), ('export'), ('import')) as v (verb) on right_code = 'organisation.country.' || v.verb;
insert into role_right (role_code, right_code)
select role, 'personnel.' || record || '.' || verb
from unnest(array['channelManager', 'manager', 'rsm', 'tl']) role, unnest(array['person', 'storeAssignment']) record,
  unnest(array['view', 'edit', 'export', 'import']) verb
on conflict do nothing;
insert into role_right (role_code, right_code)
select role, 'personnel.jobTitle.view' from unnest(array['channelManager', 'manager', 'rsm', 'tl']) role on conflict do nothing;
