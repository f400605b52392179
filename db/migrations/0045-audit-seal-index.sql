-- The sealer looks every minute for the rows since its last seal: without an index it reads every row there ever was.
create index audit_entry__xid on audit_entry (xid);
