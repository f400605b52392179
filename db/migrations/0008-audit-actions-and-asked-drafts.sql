-- Entries of the audit are found by what was done.
create index audit_entry__action on audit_entry using btree (action, at, id);

-- Whoever wrote a draft of a setting asks for its second person; saving it again takes that back.
alter table setting_draft
  add column requested_by integer,
  add column requested_at timestamptz,
  add constraint setting_draft__requested check ((requested_by is null) = (requested_at is null));
alter table notification drop constraint notification__kind;
alter table notification add constraint notification__kind check (kind in ('task', 'approved', 'partiallyApproved', 'reduced', 'rejected', 'returned', 'withdrawn', 'terminated', 'copied', 'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver', 'failToOccupy', 'failToRelease', 'checkDifference', 'used', 'prepared', 'accountChanged', 'sessionsEnded', 'viewedAs', 'accessAsked', 'reachChanged', 'publishAsked'));
