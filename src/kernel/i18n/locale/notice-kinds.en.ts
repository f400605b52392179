/** What a person is told of, in English: on his page and in a file. */
export const noticeKinds = {
  task: 'A task for me',
  handedOver: 'Handed over to me',
  urged: 'Somebody urges me',
  reminded: 'A time limit is near',
  escalated: 'A time limit has passed',
  answered: 'An answer to my question',
  approved: 'Approved',
  rejected: 'Rejected',
  returned: 'Returned',
  terminated: 'Terminated',
  commented: 'Commented',
  failToOccupy: 'A reserve that failed',
  failToRelease: 'A release that failed',
  checkDifference: 'Differences in a ledger',
  used: 'A budget of mine is used up',
  prepared: 'Prepared for me',
  accountChanged: 'My account or rights changed',
  sessionsEnded: 'My sessions ended by others',
  viewedAs: 'Somebody looked as me',
  accessAsked: 'Somebody asks for access',
  reachChanged: 'Roles reach otherwise after a move',
  copied: 'A copy for me',
  withdrawn: 'Withdrawn by the drafter',
}

export type NoticeKindTexts = typeof noticeKinds
