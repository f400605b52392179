-- A draft knows the content that it was begun from: what counts of roles and access is written by others than settings too.
alter table setting_draft add column base_hash text;

-- Who looks after access hears when a place moves and with it what roles reach.
alter table notification
  drop constraint notification__kind,
  add constraint notification__kind check (kind in ('task', 'approved', 'rejected', 'returned', 'withdrawn', 'terminated', 'copied',
    'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver', 'failToOccupy', 'failToRelease', 'checkDifference', 'used',
    'accountChanged', 'sessionsEnded', 'viewedAs', 'accessAsked', 'reachChanged'));
