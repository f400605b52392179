-- A person is told when somebody else changes his account or what he may do, ends his sessions, or looks as him;
-- administrators are told what they are asked for.
alter table notification
  drop constraint notification__kind,
  add constraint notification__kind check (kind in ('task', 'approved', 'rejected', 'returned', 'withdrawn', 'terminated', 'copied',
    'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver', 'failToOccupy', 'failToRelease', 'checkDifference', 'used',
    'accountChanged', 'sessionsEnded', 'viewedAs', 'accessAsked'));
