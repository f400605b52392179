-- The CSRF token of a session is renewed while it is used; the one before stays good until it is too old itself, since other
-- windows of the same session still send it.
alter table session
  add column csrf_at timestamptz not null default now(),
  add column csrf_previous text,
  add column csrf_previous_at timestamptz;
