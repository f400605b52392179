-- Who and where together were looked through: of somebody busy at an address that many share that was every entry of his. An index of its
-- own answers it as the others do; what the index of addresses ended with for it goes.
drop index audit_entry__address;
create index audit_entry__address on audit_entry (address, document_type, kind, at, id);
create index audit_entry__actor_address on audit_entry (actor_id, address, document_type, kind, at, id);
