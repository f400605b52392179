-- The audit is looked through by who, what, kind and address in any combination, newest first, from any place. Each of the two wide
-- indexes answers every combination that begins with its first column: what of the next two is not asked for is enumerated, and the
-- pieces merged (src/areas/auditing/server/entry-search.ts). What they end with is compared in the index, without a look at the row.
drop index audit_entry__actor;
drop index audit_entry__address;
drop index audit_entry__kind;
drop index audit_entry__type;
drop index audit_entry__request;
create index audit_entry__actor on audit_entry (actor_id, document_type, kind, at, id);
create index audit_entry__address on audit_entry (address, document_type, kind, at, id, actor_id);
create index audit_entry__type on audit_entry (document_type, kind, at, id);
create index audit_entry__request on audit_entry (request_id, at, id);
