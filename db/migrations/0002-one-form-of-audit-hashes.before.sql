-- Every entry was hashed over all of its columns.
select id, form from audit_entry where form <> 2 limit 10;
-- Every checkpoint lists the entries that it holds, in the order of their numbers.
select id, form, entries from audit_checkpoint where form <> 3 or entries <= 0 or leaves is null limit 10;
