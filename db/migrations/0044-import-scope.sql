-- Whose organisations the rows of an import were read with: they are shown as long as the person still has all of them. Null where a run
-- is older than this.
alter table import_run add column scope jsonb;
