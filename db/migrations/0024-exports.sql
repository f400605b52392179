-- Exports: how long one runs, who still waits for it, and what its file needs of whoever fetches it.
alter table download_task
  -- Of the run that is under way, by the product's clock: what remains of it, and when it has taken too long.
  add column started_at timestamptz,
  -- The last time that a polled call asked for it: who stopped asking and comes back wants the data of now.
  add column polled_at timestamptz,
  -- Rights of the columns that are in the file, beside those of its list.
  add column file_rights jsonb;

-- Tasks are forgotten after the window of the centre, and the card of an import with its run.
create index download_task__age on download_task (created_at);
