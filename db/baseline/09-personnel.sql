-- People and where they work.

-- People of the sales field and where they work.
create table job_title (
  code text not null,
  name_zh text not null,
  name_en text not null,
  enabled boolean not null default true,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint job_title__pk primary key (code),
  constraint job_title__id unique (id)
);

-- Promoters and other staff of the field. F11: a person resigns after they were employed.
create table person (
  code text not null,
  name_zh text not null,
  name_en text not null,
  job_type text not null,
  job_title_code text not null,
  organisation_id int not null,
  user_id int,
  employed_on date not null,
  resigned_on date,
  enabled boolean not null default true,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint person__pk primary key (code),
  constraint person__id unique (id),
  constraint person__job_type check (job_type in ('fullTime', 'partTime')),
  constraint person__resigned_on check (resigned_on > employed_on),
  constraint person_job_title_code_fkey foreign key (job_title_code) references job_title(code),
  constraint person_organisation_id_fkey foreign key (organisation_id) references organisation(id),
  constraint person_user_id_fkey foreign key (user_id) references app_user(id)
);
create index person__job_title on person (job_title_code);
create index person__resigning on person (resigned_on) where enabled;
create index person__scope on person (scope_id, code);

-- Where a person worked from when to when; one at a time is open.
create table store_assignment (
  code text not null,
  person_code text not null,
  store_code text not null,
  from_day date not null,
  to_day date,
  note text,
  scope_id int not null,
  id bigint not null default nextval('document_id'::regclass),
  version int not null default 1,
  audit_hash bytea,
  created_at timestamptz not null default product_now(),
  updated_at timestamptz not null default product_now(),
  updated_by int,
  constraint store_assignment__pk primary key (code),
  constraint store_assignment__id unique (id),
  constraint store_assignment__days check (to_day >= from_day),
  constraint store_assignment__one exclude using gist (person_code with =, daterange(from_day, to_day, '[]') with &&),
  constraint store_assignment_person_code_fkey foreign key (person_code) references person(code),
  constraint store_assignment_store_code_fkey foreign key (store_code) references store(code)
);
-- Orders in which lists of records open, as indexes: for who sees everything, and for each organisation's rows by themselves.
create index store_assignment__latest on store_assignment (from_day desc, code);
create unique index store_assignment__open on store_assignment (person_code) where to_day is null;
create index store_assignment__person on store_assignment (person_code, from_day);
create index store_assignment__scope on store_assignment (scope_id, code);
create index store_assignment__scope_latest on store_assignment (scope_id, from_day desc, code);
create index store_assignment__store on store_assignment (store_code);

-- By the column that a limit is about. Who is limited to customers is limited to their stores too.
create function user_limits(person int) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(l.by, l.codes), '{}') from (
    select 'customer_code' as by, jsonb_agg(c.customer_code order by c.customer_code) as codes
    from user_customer c where c.user_id = person having count(*) > 0
    union all
    select 'store_code', jsonb_agg(s.store_code order by s.store_code)
    from user_store s where s.user_id = person having count(*) > 0
    union all
    select 'store_code', (select coalesce(jsonb_agg(s.code order by s.code), '[]') from store s
      where s.customer_code in (select customer_code from user_customer where user_id = person))
    where exists (select from user_customer where user_id = person) and not exists (select from user_store where user_id = person)
  ) l
$$;
