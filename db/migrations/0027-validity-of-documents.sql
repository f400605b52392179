-- Whether the prices of a document are in force is read from its rows: those that are over are left out by their end. The end stands there twice,
-- because a count reads the index alone only where it finds the column itself.
create index price_row__validity on price_row (source_id, (coalesce(valid_to, 'infinity'::timestamptz)), valid_from) include (valid_to)
  where known_until is null;
-- All other statements that look for the rows of a document want those that stand as well.
drop index price_row__source;
