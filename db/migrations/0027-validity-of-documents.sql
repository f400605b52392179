-- Whether the prices of a document are in force is read from its rows: those that are over are left out by their end.
create index price_row__validity on price_row (source_id, (coalesce(valid_to, 'infinity'::timestamptz)), valid_from) where known_until is null;
-- All other statements that look for the rows of a document want those that stand as well.
drop index price_row__source;
