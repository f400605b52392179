-- Master data as records (decision 033): each row has an id for its history, a version for who else changed it, and the
-- organisation it belongs to. What was there before has no history; its first change begins one. Organisation and person are
-- what the writer derived from rows that have keys of their own: two more checks a row would be half the time of an import.
alter table project
  add column id bigint not null default nextval('document_id'),
  add column scope_id int,
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  add constraint project__id unique (id);
update project p set scope_id = c.organisation_id from country c where c.code = p.country_code;
alter table project alter column scope_id set not null;
create index project__scope on project (scope_id, code);

alter table customer_channel
  add column id bigint not null default nextval('document_id'),
  add column scope_id int,
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  add constraint customer_channel__id unique (id);
update customer_channel k set scope_id = a.organisation_id from area a where a.id = k.area_id;
alter table customer_channel alter column scope_id set not null;
create index customer_channel__scope on customer_channel (scope_id, code);

alter table budget_department
  add column id bigint not null default nextval('document_id'),
  add column version int not null default 1,
  add column audit_hash bytea,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column updated_by int,
  add constraint budget_department__id unique (id);

-- Whoever may see budgets sees what they are made of.
insert into role_right (role_code, right_code)
select role_code, r.code from role_right
  cross join (values ('budget.project.view'), ('budget.channel.view'), ('budget.department.view')) as r (code)
where right_code = 'budget.country.view';
insert into role_right (role_code, right_code)
select role_code, r.code from role_right
  cross join (values ('budget.project.export'), ('budget.channel.export'), ('budget.department.export')) as r (code)
where right_code = 'budget.country.export' or (role_code = 'auditor' and right_code = 'budget.country.view')
on conflict do nothing;
insert into role_right (role_code, right_code)
select role.code, r.code from role
  cross join (values ('budget.project.edit'), ('budget.project.import'), ('budget.channel.edit'), ('budget.channel.import')) as r (code)
where role.code in ('hqBudget', 'countryFinance');
insert into role_right (role_code, right_code) values
  ('hqBudget', 'budget.department.edit'), ('hqBudget', 'budget.department.import');
