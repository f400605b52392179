-- To which customers and stores a person is limited; without a row he is not. Whose customer or store is gone sees nothing.
alter table customer_staff rename to user_customer;
alter table user_customer rename constraint customer_staff__pk to user_customer__one;
alter table user_customer drop constraint user_customer__one;
alter table user_customer add constraint user_customer__pk primary key (user_id, customer_code);
alter index customer_staff__customer rename to user_customer__customer;
alter table user_customer rename constraint customer_staff_user_id_fkey to user_customer_user_id_fkey;

create table user_store (
  user_id int not null references app_user,
  store_code text not null,
  constraint user_store__pk primary key (user_id, store_code)
);
create index user_store__store on user_store (store_code);

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

create trigger user_customer__epoch after insert or update or delete on user_customer for each statement execute function bump_access_epoch();
create trigger user_store__epoch after insert or update or delete on user_store for each statement execute function bump_access_epoch();

-- Which stores are a customer's changes what its people see.
create function bump_access_of_stores() returns trigger language plpgsql as $$
declare
  matters boolean;
begin
  if tg_op = 'INSERT' then
    matters := exists (select from new_rows n join user_customer c on c.customer_code = n.customer_code);
  elsif tg_op = 'DELETE' then
    matters := exists (select from old_rows o join user_customer c on c.customer_code = o.customer_code);
  else
    matters := exists (select from old_rows o join new_rows n on n.id = o.id
      join user_customer c on c.customer_code = o.customer_code or c.customer_code = n.customer_code
      where o.code <> n.code or o.customer_code is distinct from n.customer_code);
  end if;
  if matters then
    update access_epoch set epoch = epoch + 1;
  end if;
  return null;
end $$;
create trigger store__epoch_made after insert on store referencing new table as new_rows
  for each statement execute function bump_access_of_stores();
create trigger store__epoch_moved after update on store referencing old table as old_rows new table as new_rows
  for each statement execute function bump_access_of_stores();
create trigger store__epoch_gone after delete on store referencing old table as old_rows
  for each statement execute function bump_access_of_stores();

-- Of a part of the company nobody is super administrator.
create function super_admin_at_the_root() returns trigger language plpgsql as $$
begin
  if new.role_code = 'superAdmin' and exists (select from organisation o where o.id = new.organisation_id and o.parent_id is not null) then
    raise exception 'superAdmin is held at the root of the organisations, not at %', new.organisation_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger user_role__super_admin before insert or update on user_role for each row execute function super_admin_at_the_root();

-- A file is fetched while its person still sees all that he saw when it was made.
alter table download_task add column file_limits jsonb;

-- What sessions keep of their people is written anew.
update access_epoch set epoch = epoch + 1;
