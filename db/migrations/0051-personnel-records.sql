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
  scope_id int not null,
  id bigint not null default nextval('document_id'),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by int,
  constraint store_assignment__pk primary key (code),
  constraint store_assignment__id unique (id),
  constraint store_assignment__days check (to_day >= from_day)
);
create index store_assignment__scope on store_assignment (scope_id, code);
create unique index store_assignment__open on store_assignment (person_code) where to_day is null;
