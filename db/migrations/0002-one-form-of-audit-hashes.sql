-- Entries and checkpoints of the audit are hashed in one way since the baseline, so the columns that told older ways apart are dropped, and
-- with them the checkpoint without entries that began the chain anew behind older ones.
drop index audit_checkpoint__anew;
alter table audit_checkpoint
  drop column form,
  alter column last_xid set not null,
  alter column last_id set not null,
  alter column leaves set not null,
  add constraint audit_checkpoint__entries check (entries > 0);
alter table audit_entry drop column form;
