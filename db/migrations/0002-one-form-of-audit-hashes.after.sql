-- No checkpoint ends behind an entry that is not there.
select s.id from audit_checkpoint s where not exists (select from audit_entry e where e.id = s.last_id and e.xid = s.last_xid) limit 10;
