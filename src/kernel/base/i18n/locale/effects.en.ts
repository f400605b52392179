/** The spec's words for pushes (section 4). */
export const pushStates = {
  pendingPushed: 'Pending Pushed',
  pushing: 'Pushing',
  pushed: 'Pushed',
  succeededPushed: 'Succeeded Pushed',
  failedPushed: 'Failed Pushed',
  nonPush: 'Non-push',
}

/** Shown beside a push on the page of its document. */
export const pushes = {
  title: 'Told to other systems',
  line: 'line {line}',
  noTarget: 'No address is configured for it',
  next: 'tried again at {time}',
  attempts: 'attempts: {count}',
}
