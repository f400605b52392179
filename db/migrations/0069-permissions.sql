-- What administrators change in the product: roles, what a person holds where, and what people ask them for.

-- A role may be held at an area, a data centre or a country instead of an organisation. Which organisations that is, is looked up
-- whenever either changes; the rows it comes to stand in user_role, marked, so whoever asks for roles asks in one place.
create table user_place (
  user_id int not null references app_user (id),
  role_code text not null references role (code),
  kind text not null,
  code text not null,
  constraint user_place__pk primary key (user_id, role_code, kind, code),
  constraint user_place__kind check (kind in ('area', 'idc', 'country'))
);
create index user_place__place on user_place (kind, code);
create index user_place__role on user_place (role_code);

alter table user_role add column derived boolean not null default false;

-- Of these people, or of everybody. A role that is held at an organisation by itself stays as it is.
create function resolve_user_places(people int[]) returns void
language plpgsql as $$
begin
  with meant as (
    select p.user_id, p.role_code, a.organisation_id from user_place p join area a on p.kind = 'area' and a.area_code = p.code
    union select p.user_id, p.role_code, a.organisation_id from user_place p join area a on p.kind = 'idc' and a.idc_code = p.code
    union select p.user_id, p.role_code, c.organisation_id from user_place p join country c on p.kind = 'country' and c.code = p.code
  ), gone as (
    delete from user_role r where r.derived and (people is null or r.user_id = any (people))
      and not exists (select from meant m where (m.user_id, m.role_code, m.organisation_id) = (r.user_id, r.role_code, r.organisation_id))
  )
  insert into user_role (user_id, role_code, organisation_id, derived)
  select user_id, role_code, organisation_id, true from meant where people is null or user_id = any (people)
  on conflict do nothing;
end $$;

create function places_moved() returns trigger
language plpgsql as $$
begin
  perform resolve_user_places(null) where exists (select from user_place);
  return null;
end $$;
create trigger area__places after insert or update or delete on area for each statement execute function places_moved();
create trigger country__places after insert or update or delete on country for each statement execute function places_moved();

-- Somebody asks for a page or a right that he lacks. Asked twice while it waits, it is the same request. Whether it is being drafted
-- is read off the draft itself: one that is given up leaves it open again.
create table access_request (
  id bigint generated always as identity,
  user_id int not null references app_user (id),
  kind text not null,
  target text not null,
  reason text not null,
  state text not null default 'open',
  created_at timestamptz not null,
  drafted_by int references app_user (id),
  drafted_at timestamptz,
  answered_by int references app_user (id),
  answered_at timestamptz,
  answer text,
  constraint access_request__pk primary key (id),
  constraint access_request__kind check (kind in ('page', 'right', 'menu')),
  constraint access_request__state check (state in ('open', 'granted', 'declined')),
  constraint access_request__answered check ((state = 'open') = (answered_at is null)),
  constraint access_request__size check (length(reason) <= 500 and length(target) <= 200)
);
create unique index access_request__once on access_request (user_id, kind, target) where state = 'open';
create index access_request__newest on access_request (state, id desc);

-- Who looks after roles and access and nothing else: what administrators hold themselves is changed by such people.
insert into role (code, name_zh, name_en) values ('accessAdmin', '权限管理员', 'Access Administrator');
insert into role_right (role_code, right_code) values ('accessAdmin', 'approval.task.view');

insert into role_right (role_code, right_code)
select code, r from role, unnest(array[
  'permission.role.view', 'permission.role.edit', 'permission.role.publish',
  'permission.access.view', 'permission.access.edit', 'permission.access.publish',
  'permission.menu.view', 'permission.menu.edit', 'permission.menu.publish',
  'permission.duty.view', 'permission.duty.edit', 'permission.duty.publish',
  'permission.export']) r
where code in ('itAdmin', 'accessAdmin');
insert into role_right (role_code, right_code)
select 'auditor', r from unnest(array[
  'permission.role.view', 'permission.access.view', 'permission.menu.view', 'permission.duty.view', 'permission.export']) r;
