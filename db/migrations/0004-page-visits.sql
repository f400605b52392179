-- How often each person opened each page: their home page lists what they open often.
create table page_visit (
  user_id int not null references app_user (id),
  path text not null check (octet_length(path) <= 200),
  -- Times it was opened, each counting half as much after a month.
  weight double precision not null check (weight > 0),
  last_at timestamptz not null,
  constraint page_visit__pk primary key (user_id, path)
);
