-- Whether a file of the store still belongs to a run, asked for a thousand at a time.
create index import_run__file on import_run (file_key) where purged_at is null;
