-- Entries of the audit are found by what was done.
create index audit_entry__action on audit_entry using btree (action, at, id);
