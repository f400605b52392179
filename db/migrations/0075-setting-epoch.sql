-- Processes keep parameters, dictionaries and texts in memory: they ask for this number, and read anew where it has grown.
create table setting_epoch (
  only_one boolean not null default true,
  epoch bigint not null default 1,
  constraint setting_epoch__pk primary key (only_one),
  constraint setting_epoch__one check (only_one)
);
insert into setting_epoch default values;

insert into role_right (role_code, right_code)
select r.code, w from role r, unnest(array['parameter', 'dictionary', 'translation']) k,
  lateral unnest(array['setting.' || k || '.view', 'setting.' || k || '.edit', 'setting.' || k || '.publish']) w
where r.code = 'itAdmin';
insert into role_right (role_code, right_code)
select r.code, 'setting.' || k || '.view' from role r, unnest(array['parameter', 'dictionary', 'translation']) k
where r.code = 'auditor';
