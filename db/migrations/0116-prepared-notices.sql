-- Finance is told of the withholds that a month's end has prepared: the notice is kept like any other.
alter table notification
  drop constraint notification__kind,
  add constraint notification__kind check (kind in ('task', 'approved', 'rejected', 'returned', 'withdrawn', 'terminated', 'copied',
    'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver', 'failToOccupy', 'failToRelease', 'checkDifference', 'used',
    'prepared', 'accountChanged', 'sessionsEnded', 'viewedAs', 'accessAsked', 'reachChanged'));
